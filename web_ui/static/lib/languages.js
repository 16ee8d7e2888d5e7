// The language switch: this device's browser keeps the choice, and the page is loaded again in it.

import { post, sentenceOf } from "./api.js";
import { around } from "./dom.js";
import { refuse } from "./notice.js";

document.addEventListener("click", async (event) => {
  const language = around(event, "[data-language]");
  if (language === null || language.ariaPressed === "true") return;
  try {
    await post("language", { language: language.dataset.language });
    location.reload();
  } catch (error) {
    refuse(sentenceOf(error));
  }
});
