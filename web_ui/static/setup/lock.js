// The step "lock": what the driver answers, and a button to lock again.

/** @import { LockFacts, StepData } from "./views.js" */
/** @import { Tools } from "./steps.js" */

import { find } from "../lib/dom.js";

/** @param {Tools} tools */
export function lock({ panel, act }) {
  const again = find(panel, "[data-again]");
  again.addEventListener("click", () => act("again"));
  return {
    refreshMs: 2000,
    /** @param {StepData} step */
    draw({ facts }) {
      again.hidden = !(/** @type {LockFacts} */ (facts).camera);
    },
  };
}
