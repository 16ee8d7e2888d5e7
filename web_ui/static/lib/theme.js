// The switch between light and dark: the colours change at once, and this device's browser keeps the choice.

import { post, sentenceOf } from "./api.js";
import { around, findAll } from "./dom.js";
import { refuse } from "./notice.js";

document.addEventListener("click", async (event) => {
  const chosen = around(event, "[data-theme]");
  if (chosen === null || chosen.ariaPressed === "true") return;
  const { theme, light = "", dark = "" } = chosen.dataset;
  for (const colours of findAll(document, "[data-colours]")) {
    colours.setAttribute("media", colours.dataset.colours === "dark" ? dark : light);
  }
  for (const button of findAll(document, "[data-theme]")) button.ariaPressed = String(button.dataset.theme === theme);
  try {
    await post("theme", { theme });
  } catch (error) {
    refuse(sentenceOf(error));
  }
});
