// The language switch: this device's browser keeps the choice, and the page comes anew in it.

import { act } from "./api.js";
import { refuse } from "./notice.js";

document.addEventListener("click", async (event) => {
  const tongue = event.target.closest("[data-language]");
  if (tongue === null || tongue.ariaPressed === "true") return;
  try {
    await act("language", { language: tongue.dataset.language });
    location.reload();
  } catch (refused) {
    refuse(refused.message);
  }
});
