// The start form is open though a game has ended: its address says so. A reload or another language leaves it open,
// and going back shows the game again.

const OPEN = "#new";

/** Whether the address says that the start form is open. */
export const isOpened = () => location.hash === OPEN;

/** Let the address say that the start form is open. */
export function openStart() {
  if (!isOpened()) history.pushState(null, "", OPEN);
}

/** Let the address say so no longer. */
export function closeStart() {
  if (isOpened()) history.replaceState(null, "", location.pathname);
}
