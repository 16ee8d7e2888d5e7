// The step "lock": what the driver answers, and a button to lock anew.

export function lock({ panel, deed }) {
  const again = panel.querySelector("[data-again]");
  again.addEventListener("click", () => deed("anew"));
  return {
    every: 2000,
    draw({ facts }) {
      again.hidden = !facts.camera;
    },
  };
}
