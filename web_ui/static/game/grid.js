// The scorecard as a grid for the keyboard: one of its cells is a stop of the Tab key, arrows move from there.

/** @import { GameData } from "../lib/views.js" */

import { byId } from "../lib/dom.js";

/**
 * A place in the card: the row, from top to bottom through both halves, the player's column, and which of the parts of
 * the cell.
 * @typedef {{ row: number, column: number, part: number }} Place
 */

/**
 * Rows of cells of parts: the buttons of a cell, or the cell itself where it has none.
 * @typedef {HTMLElement[][][]} Grid
 */

/** @type {Place | null} where the keyboard was last; null before it was in the card of this game */
let at = null;
/** @type {Pick<GameData, "id" | "current">} whose card it was, and whose turn */
let last = { id: "", current: null };

const sheet = byId("sheet");

/** The roles of a grid by what has them, spelled out: a sheet that lays rows out otherwise would take them away. */
const ROLES = {
  table: "grid",
  "thead, tbody, tfoot": "rowgroup",
  tr: "row",
  "th[scope=col]": "columnheader",
  "th[scope=row]": "rowheader",
  td: "gridcell",
};

/**
 * A card just drawn, made a grid with one stop for the Tab key: where the keyboard was last, in the column of whoever
 * is to move; in a new game the first box that can be scored.
 * @param {HTMLElement} card
 * @param {GameData} played
 */
export function roving(card, played) {
  const column = played.current ?? 0;
  if (played.id !== last.id) at = null;
  else if (at !== null && played.current !== last.current) at = { ...at, column };
  last = { id: played.id, current: played.current };
  for (const [selector, role] of Object.entries(ROLES)) {
    for (const element of card.querySelectorAll(selector)) element.setAttribute("role", role);
  }
  const grid = cells(card);
  const stop = partAt(grid, at, column);
  for (const part of grid.flat(2)) part.setAttribute("tabindex", part === stop ? "0" : "-1");
  return card;
}

/** Go to the card, in the column of whoever is to move; false where no card is shown. */
export function enterCard() {
  const grid = cells(sheet);
  const column = last.current ?? 0;
  const part = partAt(grid, at === null ? null : { ...at, column }, column);
  part?.focus();
  return part !== undefined;
}

/**
 * @param {ParentNode} root
 * @returns {Grid}
 */
function cells(root) {
  const rows = [...root.querySelectorAll("[role=grid] :is(tbody, tfoot) tr")];
  return rows.map((row) => [...row.querySelectorAll("td")].map((cell) => buttons(cell) ?? [cell]));
}

/** @param {HTMLElement} cell */
function buttons(cell) {
  const found = [...cell.querySelectorAll("button")];
  return found.length > 0 ? found : null;
}

/**
 * The part at a place, or the last one of its cell.
 * @param {Grid} grid
 * @param {Place | null} place
 */
function found(grid, place) {
  const cell = place === null ? undefined : grid[place.row]?.[place.column];
  return cell?.[Math.min(place?.part ?? 0, cell.length - 1)];
}

/**
 * The part at a place, or where there is none the first box of a column that can be scored, or its first cell.
 * @param {Grid} grid
 * @param {Place | null} place
 * @param {number} column
 */
function partAt(grid, place, column) {
  const offer = () => grid.flatMap((row) => row[column] ?? []).find((part) => part.dataset.key === "offer");
  return found(grid, place) ?? offer() ?? grid[0]?.[column]?.[0];
}

/**
 * @param {Grid} grid
 * @param {EventTarget | null} target
 */
function placeOf(grid, target) {
  for (const [row, columns] of grid.entries()) {
    for (const [column, parts] of columns.entries()) {
      const part = parts.findIndex((one) => one === target);
      if (part >= 0) return { row, column, part };
    }
  }
  return null;
}

/**
 * Where a key leads from a place; null where it leads nowhere, or is none of the grid's. Where a row shows one part
 * alone, rows may lie side by side: then left and right lead to those before and after.
 * @param {Grid} grid
 * @param {Place} from
 * @param {string} key
 * @returns {Place | null}
 */
function step(grid, from, key) {
  const beside = shownIn(grid, from.row);
  const here = beside.findIndex((place) => place.column === from.column && place.part === from.part);
  switch (key) {
    case "ArrowUp":
      return rowFrom(grid, from, -1);
    case "ArrowDown":
      return rowFrom(grid, from, 1);
    case "ArrowLeft":
      return beside.length === 1 ? rowFrom(grid, from, -1) : (beside[here - 1] ?? null);
    case "ArrowRight":
      return beside.length === 1 ? rowFrom(grid, from, 1) : (beside[here + 1] ?? null);
    case "Home":
      return beside[0];
    case "End":
      return beside[beside.length - 1];
    default:
      return null;
  }
}

/**
 * The places of a row that the layout shows, from left to right.
 * @param {Grid} grid
 * @param {number} row
 */
function shownIn(grid, row) {
  const places = grid[row].flatMap((parts, column) => parts.map((_, part) => ({ row, column, part })));
  return places.filter((place) => isShown(found(grid, place)));
}

/**
 * The place in the next row up or down that is shown.
 * @param {Grid} grid
 * @param {Place} from
 * @param {1 | -1} by
 */
function rowFrom(grid, from, by) {
  for (let row = from.row + by; row in grid; row += by) {
    const place = { ...from, row };
    if (isShown(found(grid, place))) return place;
  }
  return null;
}

/** @param {HTMLElement | undefined} part */
const isShown = (part) => part !== undefined && (part.checkVisibility?.() ?? true);

sheet.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const grid = cells(sheet);
  const from = placeOf(grid, event.target);
  const to = from === null ? null : step(grid, from, event.key);
  if (to === null) return;
  event.preventDefault();
  found(grid, to)?.focus();
});

// Whatever part gets the focus, by arrows or by a finger, is the stop from now on.
sheet.addEventListener("focusin", (event) => {
  const grid = cells(sheet);
  const place = placeOf(grid, event.target);
  if (place === null) return;
  at = place;
  for (const part of grid.flat(2)) part.setAttribute("tabindex", part === event.target ? "0" : "-1");
});
