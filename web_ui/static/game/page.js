// Draws what the table says: the start form, or the game with all its parts.

import { byId, drawInto } from "../lib/dom.js";
import { showNotices } from "../lib/notice.js";
import { layOut } from "../start/form.js";
import { advisedBox } from "./advised.js";
import { card } from "./card.js";
import { coach } from "./coach.js";
import { controls } from "./controls.js";
import { closeAll } from "./dialogs.js";
import { keepFocus } from "./focus.js";
import { roving } from "./grid.js";
import { match } from "./match.js";
import { panel } from "./panel.js";
import { markPending } from "./pending.js";
import { followRoll } from "./rolling.js";
import { cardForm, keepInSight, onRoomChange, room, shapeOf } from "./room.js";
import { refreshWholeCard, standings } from "./standings.js";
import { hasGame, state } from "./state.js";
import { status } from "./status.js";
import { tray } from "./tray.js";

/** Draw the newest view; whatever has the focus keeps it, or gives it to what comes next. */
export function draw() {
  keepFocus(redraw);
}

function redraw() {
  const { view, hand, striking } = state;
  if (view === null) return;
  const starting = view.game === null || state.choosing;
  if (starting && document.body.dataset.phase !== "start") {
    closeAll();
    layOut(view);
  }
  reveal("start", starting);
  reveal("game", !starting);
  document.body.dataset.phase = starting ? "start" : view.phase;
  showNotices(view);
  followRoll(!starting && hand === null && view.phase === "rolling");
  if (starting || !hasGame(view)) {
    markPending();
    return;
  }
  drawInto(byId("status"), status(view));
  drawInto(byId("tray"), tray(view, hand));
  drawInto(byId("coach"), coach(view));
  drawInto(byId("panel"), panel(view));
  drawInto(byId("controls"), controls(view, hand, striking));
  drawInto(byId("sheet"), sheet(view));
  refreshWholeCard(view);
  markPending();
}

/**
 * Show a part of the page and let fingers in, or hide it.
 *
 * @param {"start" | "game"} id
 * @param {boolean} shown
 */
function reveal(id, shown) {
  byId(id).hidden = !shown;
  byId(id).inert = false;
}

/** @param {import("./state.js").GameView} view */
function sheet(view) {
  const now = room();
  byId("game").dataset.shape = shapeOf(now);
  if (view.game.match) return match(view.game, view.game.match);
  const form = cardForm(view.game, now);
  const drawn = roving(card(view, { ...state, advised: advisedBox(view) }, form), view.game);
  return form.kind === "tiles" ? [standings(view), drawn] : drawn;
}

onRoomChange(draw);
keepInSight();
