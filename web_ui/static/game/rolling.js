// While dice roll, the felt shows the live tray: small pictures, the newest each time, asked for one after the other.
// A page that is slow misses frames, but never lags behind. One that asks for less motion is left with the words.

import { h } from "../lib/dom.js";

const FRAME_MS = 80; // at most twelve pictures a second: they look alive and leave the table time for taps
const RETRY_MS = 1000;

/** The size of the last picture, in pixels, and whether one of this roll was painted. */
const picture = { width: 480, height: 360, painted: false };

/** @type {AbortController | null} */
let line = null;

/** The live tray, hidden until there is a picture of it. */
export function rollingPicture() {
  return h("canvas", {
    id: "rolling",
    class: "rolling-picture",
    "data-key": "rolling",
    "aria-hidden": "true",
    width: picture.width,
    height: picture.height,
    hidden: !picture.painted,
  });
}

/**
 * Follow the dice for as long as they roll; call it after each drawing.
 * @param {boolean} rolling
 */
export function followRoll(rolling) {
  const wanted = rolling && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (wanted && line === null) {
    line = new AbortController();
    follow(line.signal);
  } else if (!wanted && line !== null) {
    line.abort();
    line = null;
    picture.painted = false;
  }
}

/** @param {AbortSignal} ended */
async function follow(ended) {
  let frame = "0";
  while (!ended.aborted) {
    const asked = performance.now();
    let pause = FRAME_MS;
    try {
      const answer = await fetch(`/rolling.jpg?after=${frame}`, { cache: "no-store", signal: ended });
      if (answer.status === 200) {
        frame = answer.headers.get("X-Frame") ?? frame;
        paint(await createImageBitmap(await answer.blob()), ended);
      }
    } catch {
      pause = RETRY_MS; // a line that is down is told elsewhere
    }
    const left = asked + pause - performance.now();
    await new Promise((next) => setTimeout(next, Math.max(0, left)));
  }
}

/** @param {ImageBitmap} seen @param {AbortSignal} ended */
function paint(seen, ended) {
  const canvas = document.getElementById("rolling");
  if (canvas instanceof HTMLCanvasElement && !ended.aborted) {
    Object.assign(picture, { width: seen.width, height: seen.height, painted: true });
    if (canvas.width !== seen.width) canvas.width = seen.width;
    if (canvas.height !== seen.height) canvas.height = seen.height;
    canvas.getContext("2d")?.drawImage(seen, 0, 0);
    canvas.hidden = false;
  }
  seen.close();
}

// A page that nobody sees follows nothing; once it is seen again it is drawn anew.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) followRoll(false);
});
