// Starting a game: as the form stands, or the last one again with a tap.

import { ask } from "../game/table.js";
import { Refused } from "../lib/api.js";
import { clearFaults, showFaults } from "./faults.js";
import { chosen, lastStart } from "./form.js";

/** Start the game as the form stands; what is wrong with it is said beside the fields, too. */
export async function start() {
  clearFaults();
  const refusal = await ask("start", chosen());
  if (refusal instanceof Refused) showFaults(refusal.faults);
}

/** Start the last game again, with its people, as it was. */
export async function startAgain() {
  const body = lastStart();
  clearFaults();
  if (body !== null) await ask("start", body);
}
