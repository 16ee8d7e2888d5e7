// The table's event stream, kept alive: reopened when it breaks, when it falls silent, and when the page wakes up.

const SILENCE_MS = 25000; // the table speaks every 5 s; five missed signs of life are a dead line
const RETRY_MS = 1000;
const CHECK_MS = 1000;

/** Call `shown(view)` for every snapshot, and `line(up)` when the line to the table goes down or comes back. */
export function follow(shown, line) {
  let source = null;
  let heard = 0;
  let retry = 0;

  function open() {
    close();
    heard = Date.now();
    source = new EventSource("/events");
    source.addEventListener("snapshot", (event) => {
      heard = Date.now();
      line(true);
      shown(JSON.parse(event.data));
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
    line(false);
    retry = setTimeout(open, RETRY_MS);
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
