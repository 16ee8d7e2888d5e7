// The page of an empty score sheet: drawn from the game's own card, and printed by its button.

import { byId, drawInto } from "../lib/dom.js";
import { scoreSheet } from "./sheet.js";

drawInto(byId("print"), scoreSheet(JSON.parse(byId("card", HTMLScriptElement).text), ""));
byId("print-now").addEventListener("click", () => window.print());
