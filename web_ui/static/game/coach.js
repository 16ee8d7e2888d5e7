// The coach: everybody's chance to win, what is best with these dice, and what an opponent is about to do.

/** @import { AdviceData, ChanceData, Seat, View } from "../lib/views.js" */
/** @import { GameView } from "./state.js" */

import { fragment } from "../lib/api.js";
import { byId, h } from "../lib/dom.js";
import { words } from "../lib/words.js";

/**
 * What the coach says now, below the felt; nothing where it is silent.
 * @param {GameView} view
 */
export function coach(view) {
  const { coach: said, game } = view;
  if (said.state === "off" || game.current === null) return [];
  return [
    said.chances.length > 1 && chances(said.chances, game.players),
    said.state === "none" && h("p", { class: "coach-text" }, said.why),
    said.state === "preparing" && h("p", { class: "coach-text" }, words.coachPrepares(said.percent)),
    said.move !== null &&
      h(
        "p",
        { class: "coach-text move", id: "coach-move" },
        words.opponentDoes(game.players[game.current].name, said.move),
      ),
    said.advice !== null && best(said.advice),
    said.mayAsk &&
      h("button", { class: "button hint", type: "button", "data-do": "hint", "data-key": "hint" }, words.askHint),
  ];
}

/** @param {ChanceData[]} entries @param {Seat[]} players */
function chances(entries, players) {
  return h(
    "ol",
    { class: "chances", "aria-label": words.chances, "data-key": "chances" },
    entries.map(({ win, error }, seat) =>
      h(
        "li",
        { style: { "--seat": players[seat].colour, "--seat-ink": players[seat].ink, "--share": Math.max(win, 0.12) } },
        h("span", { class: "visually-hidden" }, `${players[seat].name}: `),
        words.percent(win),
        error >= 0.005 && h("small", {}, words.give(error)),
      ),
    ),
  );
}

/** @param {AdviceData} advice */
function best({ unit, best: choices }) {
  return h(
    "div",
    { class: "advice", "data-key": "advice" },
    h(
      "ol",
      { class: "coach-text" },
      choices.map((choice, index) =>
        h(
          "li",
          { class: index === 0 ? "tip is-best" : "tip" },
          h("span", {}, words.does(choice)),
          h(
            "span",
            { class: "tip-worth" },
            index === 0 ? words.leadsTo(choice.expected, unit) : words.costs(choice.cost, unit),
          ),
        ),
      ),
    ),
    h("button", { class: "button", type: "button", "data-do": "choices", "data-key": "choices" }, words.choices),
  );
}

/**
 * Show what the best holds and closing each box lead to.
 * @param {AdviceData} advice
 */
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
  byId("advice-text").replaceChildren(h("table", {}, h("tbody", {}, rows)));
  byId("advice", HTMLDialogElement).showModal();
}

/**
 * Open the analysis of the game that is over: what is there already, or how far it is.
 * @param {View} view
 */
export async function analysisDialog(view) {
  const dialog = byId("analysis", HTMLDialogElement);
  if (!dialog.open) {
    const text = byId("analysis-text");
    text.replaceChildren();
    dialog.addEventListener("close", () => delete text.dataset.done, { once: true });
    dialog.showModal();
  }
  await showAnalysis(view);
}

/**
 * Bring the open analysis up to date.
 * @param {View} view
 */
export async function showAnalysis({ coach: said }) {
  const text = byId("analysis-text");
  if (!byId("analysis", HTMLDialogElement).open || text.dataset.done === "true") return;
  if (said.analysed) {
    text.dataset.done = "true";
    text.innerHTML = await fragment("/analysis");
  } else {
    text.textContent = said.state === "none" ? said.why : words.analyses(said.percent);
  }
}
