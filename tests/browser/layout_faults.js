// Every fault of the page's layout as it stands, in sentences. Run in the page; see tests/browser/rooms.py.
() => {
  const FINGER = 48;
  const faults = [];
  const root = document.documentElement;
  const shown = (it) => it.checkVisibility({ opacityProperty: false });
  const said = (it) =>
    `${it.tagName.toLowerCase()}.${[...it.classList].join(".")} “${(it.ariaLabel ?? it.textContent).trim().slice(0, 40)}”`;
  const scrolls = (it, way) => ["auto", "scroll"].includes(getComputedStyle(it)[`overflow${way}`]);

  const targets = [...document.querySelectorAll("#game button, #game a[href]")].filter(shown);
  const boxes = targets.map((it) => it.getBoundingClientRect());

  if (root.scrollWidth > window.innerWidth) faults.push(`the page is ${root.scrollWidth} px wide`);

  targets.forEach((it, index) => {
    const { width, height } = boxes[index];
    if (width < FINGER - 0.1 || height < FINGER - 0.1) {
      faults.push(`small: ${said(it)} ${width.toFixed(1)}x${height.toFixed(1)}`);
    }
  });
  targets.forEach((one, i) =>
    targets.slice(i + 1).forEach((other, k) => {
      const [a, b] = [boxes[i], boxes[i + 1 + k]];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) faults.push(`overlap: ${said(one)} / ${said(other)}`);
    }),
  );

  // text: within what clips it, within the part it belongs to, within the page
  const walker = document.createTreeWalker(document.querySelector("#game"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || !shown(parent) || parent.closest(".visually-hidden, svg")) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const part = parent.closest("button, td, th, li, p, h1, h2, .count, .label");
    let cut = false;
    for (let around = parent; around.id !== "game" && !cut; around = around.parentElement) {
      const style = getComputedStyle(around);
      const bounds = around.getBoundingClientRect();
      const clips = (way) => !["visible", "auto", "scroll"].includes(style[`overflow${way}`]);
      const holds = around === part;
      if ((clips("X") || holds) && (text.left < bounds.left - 2 || text.right > bounds.right + 2)) cut = true;
      if (clips("Y") && (text.top < bounds.top - 3 || text.bottom > bounds.bottom + 3)) cut = true;
      if (holds && around.matches("button, td, th") && text.height > bounds.height + 2) cut = true;
      if (scrolls(around, "X") && around.scrollWidth > around.clientWidth + 1) break;
    }
    if (cut) faults.push(`cut off: ${said(parent)} in ${said(part ?? parent)}`);
  }

  const felt = document.querySelector(".tray");
  const dice = [...document.querySelectorAll(".place .die")];
  if (dice.length > 0 && dice.length <= 5) {
    const share = dice[0].getBoundingClientRect().width / Math.min(felt.clientWidth, felt.clientHeight);
    if (share < 0.18) faults.push(`dice take ${(100 * share).toFixed(1)} % of the felt's shorter side`);
  }
  // two rows of dice with faces to choose from may be higher: the page scrolls
  if (root.querySelector("[data-shape=wide]") && !root.querySelector(".unsure") && root.scrollHeight > window.innerHeight + 1) {
    faults.push(`the page is ${root.scrollHeight} px high`);
  }
  if (getComputedStyle(felt).overflow !== "visible" && felt.scrollHeight > felt.clientHeight + 1) {
    faults.push(`the felt hides ${felt.scrollHeight - felt.clientHeight} px`);
  }

  // reached by scrolling, and then on top
  for (const it of [...targets, ...dice.filter((die) => !targets.includes(die))]) {
    it.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = it.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit === null || !(it.contains(hit) || hit.contains(it))) {
      faults.push(`out of reach: ${said(it)}${hit ? `, under ${said(hit)}` : ""}`);
    }
  }
  for (const it of [root, ...document.querySelectorAll("#game, #game *")]) {
    if (it.scrollTop || it.scrollLeft) it.scrollTo({ top: 0, left: 0, behavior: "instant" });
  }
  return faults;
}
