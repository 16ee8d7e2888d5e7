// The steps that have a script of their own, by id. Each is made with the tools it may use.

/** @import { StepData } from "./views.js" */
/** @import { Stage } from "./stage.js" */

import { camera } from "./camera.js";
import { dice } from "./dice.js";
import { light } from "./light.js";
import { lock } from "./lock.js";
import { panel } from "./panel.js";
import { rail } from "./rail.js";
import { throws } from "./throws.js";
import { tray } from "./tray.js";

/**
 * What a step may use: its card on the page, the live picture, `act` to do something in it, which tells whether it was
 * done, and `refresh` to have it measured again.
 * @typedef {{
 *   panel: HTMLElement,
 *   stage: Stage,
 *   act: (action: string, body?: object) => Promise<boolean>,
 *   refresh: () => void,
 * }} Tools
 */

/**
 * What a step does; all of it may be left out.
 *   draw(step)   show what the table told: step.facts, step.state; called often, also while somebody drags
 *   enter()      the step was opened: draw over the live picture, listen
 *   leave()      another one was opened
 *   refreshMs    milliseconds after which to measure again while it is open; 0 for never
 * @typedef {{ draw?: (step: StepData) => void, enter?: () => void, leave?: () => void, refreshMs?: number }} StepScript
 */

/** @type {Record<string, (tools: Tools) => StepScript>} */
export const STEPS = { camera, tray, light, lock, dice, rail, throws, panel };
