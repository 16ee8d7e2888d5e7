// The table's event stream, kept alive: reopened when it breaks, when it falls silent, and when the page wakes up.

const SILENCE_MS = 25000; // the table speaks every 5 s; five missed signs of life are a dead line
const RETRY_MS = 1000;
const CHECK_MS = 1000;

/** @import { View } from "./views.js" */
/** @import { StepData } from "../setup/views.js" */

/**
 * Call `shown(view, first)` for every snapshot, with whether it is the first since the line was opened, and `connected(up)` when the line to the table goes down or comes back. With
 * `changed`, also call it with the steps of the setup: with all of them first, then with those that have changed.
 * @param {(view: View, first: boolean) => void} shown
 * @param {(up: boolean) => void} connected
 * @param {((steps: StepData[]) => void) | null} [changed]
 */
export function follow(shown, connected, changed = null) {
  /** @type {EventSource | null} */
  let source = null;
  let heard = 0;
  let retry = 0;

  function open() {
    close();
    heard = Date.now();
    let first = true;
    const { build } = document.documentElement.dataset;
    source = new EventSource(`/events?build=${build}${changed === null ? "" : "&setup"}`);
    // The program was updated under this page, whose scripts may no longer understand it.
    source.addEventListener("outdated", () => location.reload());
    source.addEventListener("snapshot", (event) => {
      heard = Date.now();
      connected(true);
      shown(JSON.parse(event.data), first);
      first = false;
    });
    source.addEventListener("setup", (event) => {
      heard = Date.now();
      changed?.(JSON.parse(event.data).steps);
    });
    source.addEventListener("heartbeat", () => {
      heard = Date.now();
    });
    source.addEventListener("error", lost);
  }

  function close() {
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  function lost() {
    close();
    connected(false);
    retry = window.setTimeout(open, RETRY_MS);
  }

  // A sleeping tablet runs no timers; the first check after waking notices the silence.
  setInterval(() => {
    if (source !== null && Date.now() - heard > SILENCE_MS) lost();
  }, CHECK_MS);
  // A hidden page holds no line: browsers allow six to one host, and several tabs would starve each other.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") open();
    else close();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  addEventListener("online", open);
  if (document.visibilityState === "visible") open();
}
