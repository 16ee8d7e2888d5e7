// Taps that the table has not answered: sent in order, one after the other, and again after a lost answer. Each has an
// id of its own, by which the table does it once however often it comes.

/** @import { View } from "../lib/views.js" */

import { NoAnswer, newId } from "../lib/api.js";

const PAUSES_MS = [250, 500, 1000, 2000, 4000]; // before a tap is sent again; the last one from then on

/**
 * What was tapped, to be asked of the table. `expected` is the moment of the game that the player saw. Where the player
 * saw the tap `after` as done already, the moment is known once that one is. `place` is where it was tapped.
 * @typedef {{
 *   id: string,
 *   action: string,
 *   body: object,
 *   expected: string,
 *   after: Tap | null,
 *   place: DOMRect | null,
 *   settled: (refusal: unknown) => void,
 * }} Tap
 */

/**
 * What the queue needs, and what it reports.
 *   send(tap)                 ask the table; the view after it, a NoAnswer where none came, else the refusal
 *   answered(view)            a tap was done, and the table is like this now
 *   refused(taps, error)      the first of these taps was refused; the others were tapped as if it had been done
 *   heard(tries)              how often the table has not answered since it last did
 * @typedef {{
 *   send: (tap: Tap) => Promise<View>,
 *   answered: (view: View) => void,
 *   refused: (taps: Tap[], error: unknown) => void,
 *   heard: (tries: number) => void,
 * }} Line
 */

export class TapQueue {
  /** @type {Tap[]} */
  #taps = [];
  #running = false;
  #sending = false;
  #advance = () => {};

  /** @param {Line} line */
  constructor(line) {
    this.line = line;
  }

  /**
   * Send a tap once those before it are answered; resolves when it is answered itself: to null if it was done, else to
   * why it was refused.
   * @param {string} action
   * @param {object} body
   * @param {string} moment of the view that the player saw, below what was pending
   * @param {DOMRect | null} [place]
   * @returns {Promise<unknown>}
   */
  add(action, body, moment, place = null) {
    const after = this.shown(moment).at(-1) ?? null;
    return new Promise((settled) => {
      this.#taps.push({ id: newId(), action, body, expected: moment, after, place, settled });
      this.#run();
    });
  }

  /**
   * The taps that make sense at a moment of the game, so that the page may show what they will lead to.
   * @param {string} moment
   */
  shown(moment) {
    /** @type {Tap[]} */
    const shown = [];
    for (const tap of this.#taps) {
      if (tap.after === null ? tap.expected === moment : shown.includes(tap.after)) shown.push(tap);
    }
    return shown;
  }

  /** How many taps are not answered yet. */
  get waiting() {
    return this.#taps.length;
  }

  /**
   * Take in which taps a view says are done; their own answers may come later, or never. Tells whether there are any.
   * @param {View} view
   */
  settle(view) {
    const before = this.waiting;
    for (const tap of this.#taps.slice()) {
      const moment = view.done[tap.id];
      if (moment !== undefined) this.#done(tap, moment);
    }
    return this.waiting < before;
  }

  /** Send again now, as the table can be reached again. */
  hurry() {
    if (!this.#sending) this.#advance();
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    let tries = 0;
    while (this.#taps.length > 0) {
      const tap = this.#taps[0];
      const outcome = await this.#try(tap);
      const again = outcome instanceof NoAnswer && this.#taps.includes(tap);
      tries = again ? tries + 1 : 0;
      this.line.heard(tries);
      if (again) {
        await this.#pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]);
      } else if (outcome instanceof Error) {
        this.#refuse(tap, outcome);
      } else if (outcome !== null) {
        const done = { [tap.id]: outcome.moment, ...outcome.done };
        this.line.answered({ ...outcome, done });
        this.#done(tap, done[tap.id]);
      }
    }
    this.#running = false;
    if (tries > 0) this.line.heard(0); // the stream has told what no answer did
  }

  /**
   * Send a tap; resolves with its answer, or with null once it is known to be done without one.
   * @param {Tap} tap
   * @returns {Promise<View | Error | null>}
   */
  async #try(tap) {
    this.#sending = true;
    const known = new Promise((advance) => {
      this.#advance = () => advance(null);
    });
    const answer = this.line.send(tap).catch((error) => (error instanceof Error ? error : new Error(String(error))));
    const outcome = await Promise.race([answer, known]);
    this.#sending = false;
    return outcome;
  }

  /** @param {number} milliseconds */
  #pause(milliseconds) {
    return new Promise((advance) => {
      const timer = setTimeout(advance, milliseconds);
      this.#advance = () => {
        clearTimeout(timer);
        advance(null);
      };
    });
  }

  /**
   * @param {Tap} tap
   * @param {string} moment of the game right after it
   */
  #done(tap, moment) {
    if (!this.#taps.includes(tap)) return;
    const first = this.#taps[0] === tap;
    this.#taps = this.#taps.filter((other) => other !== tap);
    for (const other of this.#taps) {
      if (other.after === tap) Object.assign(other, { after: null, expected: moment });
    }
    tap.settled(null);
    if (first) this.#advance();
  }

  /**
   * What was tapped as if a refused tap had been done is not sent: it might mean something else now.
   * @param {Tap} tap
   * @param {Error} error
   */
  #refuse(tap, error) {
    if (!this.#taps.includes(tap)) return;
    const refused = [tap];
    for (const other of this.#taps) {
      if (other.after !== null && refused.includes(other.after)) refused.push(other);
    }
    this.#taps = this.#taps.filter((other) => !refused.includes(other));
    this.line.refused(refused, error);
    for (const one of refused) one.settled(error);
  }
}
