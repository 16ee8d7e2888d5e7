// A game as far as it has been prepared on this device: it survives a reload and another language.

/** @import { StartData } from "../lib/views.js" */
/** @import { Known } from "./seats.js" */
/** @import { Setting } from "./options.js" */

import { preference, setPreference } from "../lib/preferences.js";

/**
 * What the start form holds, or a part of it; `players` whose names nobody has given have none.
 * @typedef {Partial<Omit<StartData, "players">> & { players?: Known[] }} Draft
 */

const DRAFT = "start";
const FACES = "faces";
const MOST_PLAYERS = 32; // more than any game seats; storage may hold anything

/**
 * Keep what the form holds, until a game is played after the one named.
 * @param {Draft} draft
 * @param {string | null} last the id of the game played last
 */
export function keepDraft(draft, last) {
  setPreference(DRAFT, JSON.stringify({ ...draft, last }));
  if (draft.faces !== undefined) setPreference(FACES, draft.faces);
}

/**
 * What was prepared here since the game named was played; null where nothing was.
 * @param {string | null} last
 */
export function draftSince(last) {
  const kept = parsed(preference(DRAFT));
  return kept !== null && kept.last === last ? readDraft(kept) : null;
}

/** The faces of the dice that were chosen last on this device: who owns poker dice goes on playing with them. */
export const preferredFaces = () => preference(FACES) ?? undefined;

/**
 * Read a draft from what storage holds, whatever that is; what cannot be read is left out.
 * @param {Record<string, unknown>} kept
 * @returns {Draft}
 */
export function readDraft(kept) {
  const players = Array.isArray(kept.players) ? kept.players.filter(isRecord).slice(0, MOST_PLAYERS).map(player) : [];
  return {
    rules: text(kept.rules),
    options: isRecord(kept.options) ? settings(kept.options) : undefined,
    faces: text(kept.faces),
    coach: text(kept.coach),
    cocked: text(kept.cocked),
    players: players.length > 0 ? players : undefined,
  };
}

/** @param {Record<string, unknown>} kept @returns {Known} */
function player({ name, guest, colour, opponent, advised }) {
  return {
    name: text(name),
    guest: typeof guest === "number" && Number.isInteger(guest) && guest > 0 ? guest : undefined,
    colour: text(colour),
    opponent: text(opponent),
    advised: advised === true,
  };
}

/** @param {Record<string, unknown>} kept */
const settings = (kept) =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([option, setting]) => (isSetting(setting) ? [[option, setting]] : [])),
  );

/** @param {string | null} kept */
function parsed(kept) {
  try {
    const found = JSON.parse(kept ?? "null");
    return isRecord(found) ? found : null;
  } catch {
    return null;
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {value is Setting} */
const isSetting = (value) => ["string", "number", "boolean"].includes(typeof value);
/** @param {unknown} value */
const text = (value) => (typeof value === "string" ? value : undefined);
