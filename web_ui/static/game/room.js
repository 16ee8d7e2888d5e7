// What room the page has, and what it makes of it: where the card stands, and in which form. Lengths are in rem, so
// that a page zoomed or set in larger type has less room, as it should.

/** @import { GameData, Row } from "../lib/views.js" */

import { byId } from "../lib/dom.js";

/**
 * wide: the card stands beside the felt. tall: below it. Both fit the screen, and only the card scrolls.
 * sideways: the card stands beside the felt, and small: below it, on a page that scrolls.
 * @typedef {"wide" | "tall" | "sideways" | "small"} Shape
 */

/** @typedef {{ width: number, height: number }} Room */

/**
 * How the card is laid out. tiles: the boxes of the player to move alone, with everybody's totals above; halves: the
 * upper section beside the lower one. `title` and `column` are widths, `slot` the width of one of several slots.
 * @typedef {{ kind: "table" | "halves" | "tiles", title: number, column: number, slot: number }} CardForm
 */

const BESIDE = 40; // the least width that holds felt and card side by side
const WIDE = { width: 58, height: 40 }; // from here on felt and card side by side fit the screen
const TALL = 33; // the least height that holds felt and card one above the other
const SLANT = 1.1; // how much wider than high a room is that holds them side by side

/**
 * @param {Room} room
 * @returns {Shape}
 */
export function shapeOf({ width, height }) {
  if (width >= BESIDE && width > SLANT * height) {
    return width >= WIDE.width && height >= WIDE.height ? "wide" : "sideways";
  }
  return height >= TALL ? "tall" : "small";
}

const HEAD = 3.1; // of a table; likewise a row that is tapped, one that is not, and the foot
const ROW = 3.07;
const THIN = 2.1;
const FOOT = 3;
const SECOND_FOOT = 2.4;
const SLOT_SUM = 3.1;
const NARROWEST = { title: 7, column: 4.8, slot: 3 };
const NARROW = 5.5; // the column of a player who waits, where a box has several slots
const SHARE = { table: 0.56, halves: 0.5 }; // of a wide room, the card's at most: the dice come first
const ALL = { table: 1, halves: 1 };
const ENDED = 0.595; // after the end, when there are no dice to give way to
const BESIDE_DICE = 0.44; // of a room lying low, the card's
const EDGES = 2;
const PLAY = 24.6; // height of all above the card in a tall room but the dice
const DIE_SHARE = 0.182; // of a tall room's width, a die's
const UPRIGHT = { width: 41, slant: 0.72, reading: 0.62 }; // a tall room that has the drawn faces below the dice

/** From the roomiest to the tightest. */
const FORMS = /** @type {const} */ ([
  { kind: "table", title: 11, column: 7, slot: 3.9 },
  { kind: "table", title: 11, column: 5.6, slot: 3.1 },
  { kind: "table", title: 8.2, column: 4.8, slot: 3.1 },
  { kind: "halves", title: 9.4, column: 6.4, slot: 3.1 },
  { kind: "halves", title: 8.6, column: 5.4, slot: 3.1 },
  { kind: "halves", title: 7.8, column: 4, slot: 3.1 },
]);
const TILES = /** @type {CardForm} */ ({ kind: "tiles", title: 0, column: 4, slot: 3 });

/** Every player's column, as wide as it may be: where the whole card is shown by itself. */
export const WHOLE = /** @type {CardForm} */ ({ kind: "table", title: 9, column: 5.6, slot: 3.1 });

/**
 * The roomiest form of the card that fits.
 * @param {GameData} game
 * @param {Room} room
 * @returns {CardForm}
 */
export function cardForm(game, room) {
  const shape = shapeOf(room);
  const upright = room.width >= UPRIGHT.width && room.width < UPRIGHT.slant * room.height;
  const die = DIE_SHARE * room.width * (upright ? 1 + UPRIGHT.reading : 1);
  const space =
    shape === "wide"
      ? { width: room.width, height: room.height - EDGES, share: SHARE }
      : { width: room.width - EDGES, height: room.height - PLAY - die, share: ALL };
  const stands = shape === "wide" || shape === "tall";
  const fitting = stands && FORMS.find((form) => fits(game, form, space));
  if (fitting) return fitting;
  if (game.current !== null) return TILES;
  const wide = { ...space, share: { ...space.share, halves: Math.max(space.share.halves, ENDED) } };
  const halved = stands && FORMS.find((form) => form.kind === "halves" && isBroadEnough(game, form, wide));
  const part = { wide: ENDED, sideways: BESIDE_DICE, tall: 1, small: 1 }[shape];
  return halved || ended(game, part < 1 ? part * room.width : room.width - EDGES);
}

/**
 * Everybody's columns after the end, narrower where that spares scrolling sideways.
 * @param {GameData} game
 * @param {number} width
 * @returns {CardForm}
 */
function ended(game, width) {
  const share = (width - WHOLE.title) / game.players.length;
  const slot = tableWidth(game, { ...WHOLE, title: NARROWEST.title }) <= width ? WHOLE.slot : NARROWEST.slot;
  const form = { ...WHOLE, title: 0, column: between(NARROWEST.column, share, WHOLE.column), slot };
  return { ...form, title: between(NARROWEST.title, width - tableWidth(game, form), WHOLE.title) };
}

/** @param {number} least @param {number} wanted @param {number} most */
const between = (least, wanted, most) => Math.min(Math.max(wanted, least), most);

/**
 * @param {GameData} game
 * @param {CardForm & { kind: "table" | "halves" }} form
 * @param {Room & { share: typeof SHARE }} space
 */
function fits(game, form, space) {
  const foot = FOOT + (game.players[0].points === null ? 0 : SECOND_FOOT);
  const height = HEAD + Math.max(...partsOf(game, form).map(heightOf)) + foot;
  return isBroadEnough(game, form, space) && height <= space.height;
}

/**
 * @param {GameData} game
 * @param {CardForm & { kind: "table" | "halves" }} form
 * @param {Room & { share: typeof SHARE }} space
 */
function isBroadEnough(game, form, space) {
  const parts = partsOf(game, form);
  if (form.kind === "halves" && parts.length === 1) return false;
  return parts.length * tableWidth(game, form) <= space.share[form.kind] * space.width;
}

/** @param {GameData} game @param {CardForm} form */
const partsOf = (game, form) => (form.kind === "halves" ? halves(game) : [game.rows]);

/**
 * The width of a table of all players, or of one half of it. Where many play, a box of several slots is wide only for
 * the player to move.
 * @param {GameData} game
 * @param {CardForm} form
 */
export function tableWidth({ rows, players, current }, { title, column, slot }) {
  const most = slots(rows);
  if (most === 1) return title + players.length * column;
  const full = columnOfSlots(most, slot);
  if (players.length <= 2) return title + players.length * full;
  return title + (current === null ? NARROW : full) + (players.length - 1) * NARROW;
}

/** @param {number} most @param {number} slot */
export const columnOfSlots = (most, slot) => most * slot + SLOT_SUM + 0.3;

/** @param {Row[]} rows */
const heightOf = (rows) => rows.reduce((height, row) => height + (row.kind === "box" ? ROW : THIN), 0);

/** @param {Row[]} rows how many slots a box of them has at most */
export const slots = (rows) => Math.max(...rows.map((row) => (row.kind === "box" ? row.slots : 1)));

/**
 * The upper section and all else; all in one where there is no upper section.
 * @param {GameData} game
 */
export function halves({ rows }) {
  const upper = rows.filter((row) => row.section === "upper");
  const lower = rows.filter((row) => row.section !== "upper");
  return upper.length > 0 && lower.length > 0 ? [upper, lower] : [rows];
}

/**
 * The room of the page as it is now.
 * @returns {Room}
 */
export function room() {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  // the window's width and not the page's: a scroll bar that comes or goes must not change the shape; but not its
  // height, which on a phone changes with the bars of the browser
  return { width: window.innerWidth / rem, height: document.documentElement.clientHeight / rem };
}

/**
 * Call back whenever the room changes, also because the type does.
 * @param {() => void} changed
 */
export function onRoomChange(changed) {
  window.addEventListener("resize", changed);
  new ResizeObserver(changed).observe(byId("menu-open")); // as large as the type
}

/** Let what is higher than the screen scroll until its end is seen, where the dice stay in sight beside the card. */
export function keepInSight() {
  const play = byId("play");
  const fit = () => play.style.setProperty("--over", `${Math.max(0, play.offsetHeight - window.innerHeight)}px`);
  window.addEventListener("resize", fit);
  new ResizeObserver(fit).observe(play);
}
