// The coach: everybody's chance to win, what is best with these dice, and what an opponent is about to do.

/** @import { AdviceData, CoachData, Seat, View } from "../lib/views.js" */
/** @import { GameView } from "./state.js" */

import { advising } from "../lib/advising.js";
import { fragment } from "../lib/api.js";
import { byId, h } from "../lib/dom.js";
import { endings } from "../lib/endings.js";
import { words } from "../lib/words.js";

const MOST_CAUTION = 2;

/**
 * What the coach says now, below the felt; nothing where it is silent. Chances and advice keep their places while they
 * are being worked out, so that nothing moves under a finger.
 * @param {GameView} view
 */
export function coach(view) {
  const { coach: said, game } = view;
  if (said.state === "off" || game.current === null) return [];
  if (said.state === "none") return [h("p", { class: "coach-text" }, said.why)];
  return [
    game.players.length > 1 && chances(said, game.players),
    h("div", { class: "coach-says", "data-key": "says" }, says(view, game.players[game.current])),
  ];
}

/**
 * @param {GameView} view
 * @param {Seat} player whose turn it is
 */
function says({ coach: said, game, phase }, player) {
  if (said.state === "preparing") return h("p", { class: "coach-text" }, advising.coachPrepares(said.percent));
  if (said.move !== null) {
    return h("p", { class: "coach-text move", id: "coach-move" }, advising.opponentDoes(player.name, said.move));
  }
  if (said.advice !== null) return best(said.advice);
  if (said.mayAsk) {
    return h(
      "button",
      { class: "button ask-hint", type: "button", "data-do": "hint", "data-key": "hint" },
      advising.askHint,
    );
  }
  if (game.coach !== "always" || !isAdvised(player, game.players)) return null;
  return h("p", { class: "coach-text is-waiting" }, phase === "rolled" ? advising.adviceWorking : advising.adviceWaits);
}

/**
 * Whether the coach speaks to a player: to everybody, or to those alone who have it as a handicap.
 * @param {Seat} player
 * @param {Seat[]} players
 */
const isAdvised = (player, players) => !player.opponent && (player.advised || !players.some((one) => one.advised));

/**
 * The chances to win, as a bar. While they are being worked out the shares are those of before, without their numbers.
 * @param {CoachData} said
 * @param {Seat[]} players
 */
function chances({ chances: entries, working, state }, players) {
  const known = !working && state === "ready" && entries.length > 0;
  return h(
    "div",
    { class: "chances-bar", "data-key": "chances" },
    h(
      "ol",
      { class: "chances", "aria-label": known ? advising.chances : advising.chancesWorking },
      players.map((player, seat) => {
        const win = entries[seat]?.win ?? 1 / players.length;
        const error = entries[seat]?.error ?? 0;
        return h(
          "li",
          { style: { "--seat": player.colour, "--seat-ink": player.ink, "--share": Math.max(win, 0.12) } },
          h("span", { class: "visually-hidden" }, `${player.name}: `),
          known ? words.percent(win) : "…",
          known && error >= 0.005 && h("small", {}, advising.give(error)),
        );
      }),
    ),
    !known && h("p", { class: "chances-working", "aria-hidden": "true" }, advising.working),
  );
}

/** @param {AdviceData} advice */
function best({ unit, best: choices, error }) {
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
          h("span", {}, advising.does(choice)),
          h(
            "span",
            { class: "tip-worth" },
            index === 0 ? advising.leadsTo(choice.expected, unit, error) : advising.costs(choice.cost, unit),
          ),
        ),
      ),
    ),
    h("button", { class: "button", type: "button", "data-do": "choices", "data-key": "choices" }, advising.choices),
  );
}

/**
 * What is advised for, and the switch to the other aim.
 * @param {boolean} forWin
 */
function aim(forWin) {
  return h(
    "p",
    {},
    advising.adviceAim(forWin),
    " ",
    h(
      "button",
      { class: "button", type: "button", "data-do": "aim", "data-win": `${!forWin}` },
      advising.aimAt(!forWin),
    ),
  );
}

/**
 * The slider from safe to bold, with what is set.
 * @param {number} caution
 */
function cautionSlider(caution) {
  const slider = h("input", {
    id: "caution",
    type: "range",
    min: -MOST_CAUTION,
    max: MOST_CAUTION,
    value: -caution,
    "aria-label": advising.caution,
    "aria-valuetext": advising.cautionNamed(caution),
  });
  return h(
    "div",
    { class: "caution" },
    h(
      "div",
      { class: "caution-ends", "aria-hidden": "true" },
      h("span", {}, advising.safe),
      h("span", {}, advising.bold),
    ),
    slider,
    h("p", {}, advising.cautionNote),
  );
}

/**
 * Take what the slider is moved to: the choices are worked out anew for it. Returns the caution, from bold to safe.
 * @param {HTMLInputElement} slider
 */
export function leanTo(slider) {
  const caution = -Number(slider.value);
  slider.setAttribute("aria-valuetext", advising.cautionNamed(caution));
  byId("advice-text").dataset.leaning = "true";
  return caution;
}

/**
 * Bring the open choices up to date where the caution was changed; they close once there is nothing to choose.
 * @param {View} view
 */
export function showAdvice({ coach: { advice, state: known, percent }, phase }) {
  const text = byId("advice-text");
  const leaning = text.dataset.leaning === "true" && phase === "rolled";
  if (advice === null && !leaning) byId("advice", HTMLDialogElement).close();
  if (!leaning) return;
  text.lastElementChild?.replaceWith(
    advice === null
      ? h(
          "p",
          { class: "is-waiting" },
          known === "preparing" ? advising.coachPrepares(percent) : advising.adviceWorking,
        )
      : choicesTable(advice),
  );
}

/**
 * Show what the best holds and closing each box lead to.
 * @param {AdviceData} advice
 */
export function adviceDialog(advice) {
  const { unit, twoAims, caution } = advice;
  const text = byId("advice-text");
  delete text.dataset.leaning;
  text.replaceChildren(
    ...(twoAims ? [aim(unit === "win")] : []),
    ...(caution === null ? [] : [cautionSlider(caution)]),
    choicesTable(advice),
  );
  byId("advice", HTMLDialogElement).showModal();
}

/** @param {AdviceData} advice */
function choicesTable({ unit, best: choices, boxes }) {
  const ended = boxes.length > 0 ? choices.filter((choice) => choice.do === "keep") : choices;
  const rows = [...ended, ...boxes].map((choice) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, advising.does(choice)),
      h("td", {}, advising.worth(choice.expected, unit)),
      h("td", {}, choice.cost > 0 ? advising.costs(choice.cost, unit) : ""),
    ),
  );
  return h("table", {}, h("tbody", {}, rows));
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
    text.textContent =
      said.state === "none" ? said.why : said.percent > 0 ? advising.analyses(said.percent) : endings.analysing;
  }
}
