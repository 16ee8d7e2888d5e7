// Written by `python -m web_ui.typescript` from web_ui.views; change it there.

/** A die of the current roll. */
export interface LyingPlace {
  state: "lying";
  value: number;
  face: string;
  held: boolean;
  corrected: boolean;
  picture: string | null;
}

/** A face that a die may be showing. */
export interface FaceChoice {
  value: number;
  face: string;
}

/** Where a die lies in the tray's picture: its centre, and its width, as parts of the picture's (0 to 1). */
export interface SpotData {
  x: number;
  y: number;
  width: number;
}

/**
 * A die seen in the tray but not counted yet: seen, unsure (offers `choices`) or resting (not thrown yet).
 *
 * `asked`: the question is about it; `stays`: it stays while another one is thrown again.
 */
export interface SeenPlace {
  state: "seen" | "unsure" | "resting";
  asked: boolean;
  stays: boolean;
  value: number;
  face: string;
  choices: FaceChoice[];
  picture: string | null;
  spot: SpotData | null;
}

/** A place still waiting for its die, or whose die is rolling. */
export interface VacantPlace {
  state: "empty" | "tumbling";
}

export type Place = LyingPlace | SeenPlace | VacantPlace;

/**
 * The question that settles a doubtful roll; `rethrow` is how many dice would be thrown again.
 *
 * `hold` are the dice of the game's roll that may be held instead, for each of `dice` one; `photo` shows the tray.
 */
export interface QuestionData {
  kind: "unsure" | "cocked" | "stacked" | "too-many" | "missing" | "outside" | "unclear" | "not-thrown" | "held-changed" | "not-kept" | "early";
  text: string;
  dice: number[];
  rethrow: number;
  hold: number[];
  photo: string | null;
}

/**
 * What people should know about tray, camera or disk, and the setup step that puts it right.
 *
 * `step` is "" where the setup puts it right, but no single step, and null where the setup cannot.
 */
export interface NoticeData {
  text: string;
  step: string | null;
}

/** The hold buttons: which lamps are lit, and which blink because the coach would hold that die. */
export interface Panel {
  name: string;
  lamps: boolean[];
  hinted: boolean[];
}

/** Which controls are available now. */
export interface Can {
  throw: boolean;
  hold: boolean;
  correct: boolean;
  stand: boolean;
  accept: boolean;
  enter: boolean;
  undo: boolean;
  pause: boolean;
}

/**
 * One choice for a roll: dice to keep, or the `box` to close and its title.
 *
 * `aim` is the title of the box the dice are held for, `cost` how much worse than the best it is.
 */
export interface ChoiceData {
  do: "keep" | "write" | "strike" | "stand";
  dice: string[];
  box: string;
  title: string;
  points: number;
  aim: string;
  expected: number;
  cost: number;
}

/**
 * The best choices, and the best way to close each box; `error` is the standard error of what is expected.
 *
 * `twoAims`: there is advice for the win and for points. `caution` is what this is given with, from bold (-2) to safe
 * (2), None where there is none to set.
 */
export interface AdviceData {
  unit: "points" | "awards" | "certain" | "match" | "round" | "win";
  best: ChoiceData[];
  boxes: ChoiceData[];
  error: number;
  twoAims: boolean;
  caution: number | null;
}

/** A player's chance of winning and its standard error, both 0 to 1. */
export interface ChanceData {
  win: number;
  error: number;
}

/**
 * The luckiest throw of the game or its costliest mistake: whose, in which of their turns, and what it changed.
 *
 * `made` is what was decided and `best` what would have been best; both are None for a throw.
 */
export interface HighlightData {
  kind: "throw" | "mistake";
  seat: number;
  turn: number;
  dice: string[];
  change: number;
  unit: "points" | "awards" | "certain" | "match" | "round" | "win";
  photo: string | null;
  made: ChoiceData | null;
  best: ChoiceData | null;
}

/**
 * What the coach says; `move` is what an opponent is about to do, `chances` has one entry per seat, or none.
 *
 * `working`: the chances of this moment are still being worked out, and those shown are older. `mayAnalyse`: there can
 * be an analysis of the finished game; `analysed`: it is there.
 */
export interface CoachData {
  state: "off" | "preparing" | "ready" | "none";
  percent: number;
  why: string;
  mayAsk: boolean;
  mayAnalyse: boolean;
  analysed: boolean;
  highlights: HighlightData[];
  advice: AdviceData | null;
  move: ChoiceData | null;
  chances: ChanceData[];
  working: boolean;
}

/** A player; `seconds` is the thinking time left when the view was made, None in games without a clock. */
export interface Seat {
  name: string;
  colour: string;
  ink: string;
  total: number;
  points: number | null;
  rounds: number | null;
  seconds: number | null;
  opponent: string;
  advised: boolean;
}

/** What was scored in one slot of a box. */
export interface Slot {
  mark: string;
  points: number;
  struck: boolean;
  extra: number;
  photo: string | null;
}

/**
 * One cell; `tap` is what a tap does: write, confirm (a 0, asked twice), strike (likewise) or nothing.
 *
 * `strike` says whether the box can be struck instead, `why` why it cannot be scored, `whyNoStrike` why not struck.
 */
export interface Cell {
  points: number | null;
  slots: Slot[];
  tap: "write" | "confirm" | "strike" | null;
  offer: string | null;
  extra: number;
  strike: boolean;
  why: string;
  whyNoStrike: string;
  award: number | null;
}

/** A box with one cell per player; `called` is what sentences call it, where the title is a face. */
export interface BoxRow {
  kind: "box";
  box: string;
  title: string;
  called: string;
  hint: string;
  award: string | null;
  section: "upper" | "lower";
  slots: number;
  cells: Cell[];
}

/** The sum of a player's upper boxes; `par` is the difference from the game's par. */
export interface SumCell {
  points: number | null;
  par: number | null;
}

/** The row that sums the upper boxes. */
export interface SumRow {
  kind: "sum";
  section: "upper" | "lower";
  cells: SumCell[];
}

/** Points that follow from the boxes. */
export interface PointsCell {
  points: number;
}

/** A bonus, or an award in the points that decide. */
export interface ExtraRow {
  kind: "bonus" | "award";
  section: "upper" | "lower";
  title: string;
  cells: PointsCell[];
}

export type Row = BoxRow | SumRow | ExtraRow;

/** A hand that stands in a game of hands. */
export interface HandData {
  title: string;
  faces: string[];
  photo: string | null;
}

/** A hand: how many rolls of all dice make it, its chance in percent, one in how many (None: none), an example. */
export interface Odds {
  hand: string;
  title: string;
  count: number;
  percent: number;
  oneIn: number | null;
  example: string[];
}

/** A game of hands; `last`: the hands shown are from the last round, as none stands in this one yet. */
export interface MatchData {
  round: number;
  rounds: number;
  rollingOff: boolean;
  last: boolean;
  roundWinners: string[];
  hand: string | null;
  handTitle: string;
  hands: HandData[][];
  odds: Odds[];
}

/**
 * The game: how it was started, where it stands, its players, and its card or match.
 *
 * `house` says each of the `options` in words. `clockRuns`: that of the player to move runs now.
 */
export interface GameData {
  id: string;
  title: string;
  faces: string[];
  kind: string;
  rules: string;
  options: Record<string, string | number | boolean>;
  house: string[];
  coach: string;
  cocked: string;
  dice: number;
  turn: number;
  turns: number;
  rollsUsed: number;
  rollsLeft: number;
  current: number | null;
  steps: number;
  finished: boolean;
  abandoned: boolean;
  winners: string[];
  outOfTime: string | null;
  wonAtOnce: string | null;
  clockRuns: boolean;
  photo: string | null;
  players: Seat[];
  rows: (BoxRow | SumRow | ExtraRow)[];
  match: MatchData | null;
}

/** A player as the start action takes one. */
export interface StartSeat {
  name: string;
  colour: string;
  opponent: string;
  advised: boolean;
}

/** What the start action takes: the game with its options, the faces of the dice, the coach, and the players. */
export interface StartData {
  rules: string;
  options: Record<string, string | number | boolean>;
  faces: string;
  coach: string;
  cocked: string;
  players: StartSeat[];
}

/** The game played last, by its id and title, and what starts it again. */
export interface LastGame {
  id: string;
  title: string;
  start: StartData;
}

/**
 * Everything the game page draws.
 *
 * `phase` is what is going on: start (no game), throw (waiting for the first throw of a turn), rolling, rolled
 * (the dice are at rest and count), question, lost (no camera, dice are entered by hand), paused, over. `places` are
 * the dice as drawn, left to right; `hand` the values kept when faces are entered by hand, None for each one to enter.
 * `notices` say what is wrong with the camera, as long as it is wrong; `setup` is the setup step that the message is
 * about, "" for none. `moment` names the moment of the game: what is meant for it makes no sense once the game has
 * moved on. `done` are the latest requests that were carried out, by the ids they came with: the moment right after
 * each. `last` is the game played last, None before the first and while one is being played.
 */
export interface View {
  version: number;
  moment: string;
  done: Record<string, string>;
  phase: "start" | "throw" | "rolling" | "rolled" | "question" | "lost" | "paused" | "over";
  message: string;
  source: string;
  camera: boolean;
  notices: NoticeData[];
  setup: string;
  places: (LyingPlace | SeenPlace | VacantPlace)[];
  hand: (number | null)[];
  question: QuestionData | null;
  panel: Panel;
  coach: CoachData;
  can: Can;
  game: GameData | null;
  last: LastGame | null;
}
