// The coach: everybody's chance to win, what is best with these dice, and what an opponent is about to do.

import { page } from "./api.js";
import { h } from "./dom.js";
import { words } from "./words.js";

const advice = document.getElementById("advice");
const analysis = document.getElementById("analysis");
const told = document.getElementById("analysis-told");

/** What the coach says now, below the felt; nothing where it is silent. */
export function coach(view) {
  const { coach: said, game } = view;
  if (said.state === "off" || view.phase === "over") return [];
  return [
    said.chances.length > 1 && chances(said.chances, game.players),
    said.state === "none" && h("p", { class: "says" }, said.why),
    said.state === "preparing" && h("p", { class: "says" }, words.coachPrepares(said.percent)),
    said.move !== null && h("p", { class: "says move", id: "coach-move" }, words.opponentDoes(game.players[game.current].name, said.move)),
    said.advice !== null && best(said.advice),
    said.mayAsk && h("button", { class: "act hint", type: "button", "data-do": "hint", "data-key": "hint" }, words.askHint),
  ];
}

function chances(entries, players) {
  return h(
    "ol",
    { class: "chances", "aria-label": words.chances, "data-key": "chances" },
    entries.map(({ win, error }, seat) =>
      h(
        "li",
        { style: { "--seat": players[seat].colour, "--seat-ink": players[seat].ink, "--share": Math.max(win, 0.12) } },
        h("span", { class: "aside" }, `${players[seat].name}: `),
        words.percent(win),
        error >= 0.005 && h("small", {}, words.give(error)),
      ),
    ),
  );
}

function best({ unit, best: choices }) {
  return h(
    "div",
    { class: "advice", "data-key": "advice" },
    h(
      "ol",
      { class: "says" },
      choices.map((choice, index) =>
        h(
          "li",
          { class: index === 0 ? "tip is-best" : "tip" },
          h("span", {}, words.does(choice)),
          h("span", { class: "tip-worth" }, index === 0 ? words.leadsTo(choice.expected, unit) : words.costs(choice.cost, unit)),
        ),
      ),
    ),
    h("button", { class: "act", type: "button", "data-do": "choices", "data-key": "choices" }, words.choices),
  );
}

/** Show what the best holds and closing each box lead to. */
export function adviceDialog({ unit, best: choices, boxes }) {
  const ended = boxes.length > 0 ? choices.filter((choice) => choice.do === "keep") : choices;
  const rows = [...ended, ...boxes].map((choice) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, words.does(choice)),
      h("td", {}, words.worth(choice.expected, unit)),
      h("td", {}, choice.cost > 0 ? words.costs(choice.cost, unit) : ""),
    ),
  );
  document.getElementById("advice-told").replaceChildren(h("table", {}, h("tbody", {}, rows)));
  advice.showModal();
}

/** Open the analysis of the game that is over: what is there already, or how far it is. */
export async function analysisDialog(view) {
  if (!analysis.open) {
    told.replaceChildren();
    analysis.showModal();
  }
  await showAnalysis(view);
}

/** Bring the open analysis up to date. */
export async function showAnalysis({ coach: said }) {
  if (!analysis.open || told.dataset.done === "true") return;
  if (said.analysed) {
    told.dataset.done = "true";
    told.innerHTML = await page("/analysis");
  } else {
    told.textContent = said.state === "none" ? said.why : words.analyses(said.percent);
  }
}

analysis.addEventListener("close", () => delete told.dataset.done);
