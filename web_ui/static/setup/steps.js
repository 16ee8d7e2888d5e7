// The steps that have a script of their own, by id. Each is a function of the tools it may use (main.js) that returns
//   draw(step)   show what the table told: step.facts, step.state; called often, also while somebody drags
//   enter()      the step was opened: draw over the live picture, listen
//   leave()      another one was opened
//   every        milliseconds after which to look again while it is open; 0 for never
// All four may be left out.

import { camera } from "./camera.js";
import { dice } from "./dice.js";
import { light } from "./light.js";
import { lock } from "./lock.js";
import { panel } from "./panel.js";
import { rail } from "./rail.js";
import { throws } from "./throws.js";
import { tray } from "./tray.js";

export const STEPS = { camera, tray, light, lock, dice, rail, throws, panel };
