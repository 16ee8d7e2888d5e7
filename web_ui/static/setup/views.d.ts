// Written by `python -m web_ui.typescript` from web_ui.setup.views; change it there.

/** One finding; `number` with its `unit` is what was measured. */
export interface FindingData {
  id: string;
  grade: "ok" | "warn" | "bad";
  text: string;
  number: number | null;
  unit: string;
}

/**
 * A step with its state, also as a `label`; `facts` are those of the step, such as CameraFacts.
 *
 * `leased`: it needs the tray or the panel, which go back to the game unless the page refreshes the step.
 */
export interface StepData {
  id: string;
  title: string;
  state: "done" | "skipped" | "open";
  label: string;
  findings: FindingData[];
  facts: unknown;
  leased: boolean;
}

/** The steps that have changed, as an event of the stream. */
export interface Steps {
  steps: StepData[];
}

/** A camera to choose; `picture` names its thumbnail. */
export interface CameraFound {
  spec: string;
  title: string;
  detail: string;
  picture: string;
}

/** The cameras that were found, and the source in use. */
export interface CameraFacts {
  source: string;
  cameras: CameraFound[];
}

/** Where the tray is: `marked` by somebody, `measured` by printed cards; how many board `photos` there are. */
export interface TrayFacts {
  outline: [number, number][];
  marked: boolean;
  measured: boolean;
  photos: number;
}

/** Whether the source is a camera, whose settings can be locked. */
export interface LockFacts {
  camera: boolean;
}

/** The strip used as keep rail, and strips along each side to choose from, in growing widths. */
export interface RailFacts {
  rail: [number, number][] | null;
  outline: [number, number][];
  strips?: Record<string, [number, number][][]>;
}

/** How many examples of a face were learnt, and what percentage of them is read right. */
export interface FaceLearnt {
  face: string;
  looks: number;
  percent: number;
}

/** How many examples of a face a lesson has, and whether that is enough. */
export interface FaceShown {
  face: string;
  looks: number;
  enough: boolean;
}

/** A die in the tray: its cut-out, and the face it was labelled with, empty for none. */
export interface LessonDie {
  picture: string;
  called: string;
}

/** Dice being taught: what each face still needs, and the dice in the tray. */
export interface Lesson {
  name: string;
  faces: FaceShown[];
  needed: number;
  asked: number;
  next: string | null;
  ready: boolean;
  showings: number;
  tray: "waiting" | "moving" | "still" | "lost";
  canThrow: boolean;
  dice: LessonDie[];
}

/**
 * Which dice are in use: the set `using` (empty for ordinary dice), all sets, names for a new one.
 *
 * `kind` says which faces ("pips", "poker") the dice in use have, as far as that is known.
 */
export interface DiceFacts {
  using: string;
  chosen: boolean;
  sets: string[];
  names: string[];
  lesson: Lesson | null;
  learnt: FaceLearnt[] | null;
  kind: string;
}

/** A die of a test throw: the face that was read, how surely, and what it really shows (empty: not a die). */
export interface TrialDie {
  picture: string;
  face: string;
  percent: number;
  truth: string;
  outcome: "right" | "doubtful" | "wrong" | "none";
}

/** A test throw, how many dice were not seen in it, and what was wrong. */
export interface TrialThrowData {
  dice: TrialDie[];
  missed: number;
  problems: string[];
}

/** How often a face was shown, and how it was read. */
export interface FaceReport {
  face: string;
  shown: number;
  right: number;
  doubtful: number;
  wrong: number;
}

/** How all test throws together were read. */
export interface TrialReport {
  dice: number;
  right: number;
  doubtful: number;
  wrong: number;
  missed: number;
  faces: FaceReport[];
}

/** The test throws; `left` still to make, `corrections` that could be learnt. */
export interface ThrowsFacts {
  running: boolean;
  left: number;
  tray: "waiting" | "moving" | "still" | "lost";
  canThrow: boolean;
  faces: string[];
  throws: TrialThrowData[];
  report: TrialReport | null;
  corrections: number;
}

/** The buttons and lamps under test; `last` is the button pressed last, `wired` which dice have a lamp. */
export interface PanelFacts {
  tried: boolean;
  onScreen: boolean;
  buttons: number;
  wired: boolean[];
  lit: number | null;
  seen: number[];
  pressed: number[];
  last: number | null;
  presses: number;
}
