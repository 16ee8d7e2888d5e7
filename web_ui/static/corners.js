// Four corners on the live picture, dragged with a finger or moved with the arrow keys. Fractions 0-1 of the picture.

const STEP = 0.005;
const STRIDE = 0.05; // with the shift key
const WHOLE = [[0, 0], [1, 0], [1, 1], [0, 1]];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Bind the handles inside `stage`; `moved()` is called after each move by hand. */
export function cornerHandles(stage, moved) {
  const handles = [...stage.querySelectorAll(".handle")];
  const shade = stage.querySelector("#shade");
  const outline = stage.querySelector("#outline");
  const picture = stage.querySelector("img");
  let corners = WHOLE;

  function set(fresh) {
    corners = fresh.map(([x, y]) => [x, y]);
    corners.forEach(([x, y], index) => {
      handles[index].style.left = `${x * 100}%`;
      handles[index].style.top = `${y * 100}%`;
    });
    const points = corners.map(([x, y]) => `${x * 100},${y * 100}`);
    outline.setAttribute("points", points.join(" "));
    shade.setAttribute("d", `M0 0H100V100H0Z M${points.join("L")}Z`);
  }

  function move(index, x, y) {
    const fresh = corners.slice();
    fresh[index] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
    set(fresh);
    moved();
  }

  handles.forEach((handle, index) => {
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      handle.focus();
      event.preventDefault();
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = picture.getBoundingClientRect();
      move(index, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
    handle.addEventListener("keydown", (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow) return;
      event.preventDefault();
      const step = event.shiftKey ? STRIDE : STEP;
      move(index, corners[index][0] + arrow[0] * step, corners[index][1] + arrow[1] * step);
    });
  });
  set(corners);
  return {
    set,
    get: () => corners,
    whole() {
      set(WHOLE);
      moved();
    },
  };
}
