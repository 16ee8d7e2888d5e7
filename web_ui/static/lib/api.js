// Asking the table: POST /api/<action>. A refusal becomes an Error with the table's own sentence.

import { words } from "./words.js";

const PATIENCE_MS = 15000;
const UNAVAILABLE = 503;

/** What the table refused, or that it did not answer, as a sentence for people. */
export class Refused extends Error {
  /**
   * @param {string} sentence
   * @param {Record<string, string>} [faults] a sentence for each field that is wrong, by the field's name
   */
  constructor(sentence, faults = {}) {
    super(sentence);
    this.faults = faults;
  }
}

/** No answer came: what was asked may have been done or not. */
export class NoAnswer extends Refused {}

/**
 * Do something; returns what the table answers.
 * @param {string} action the last part of its address
 * @param {object} [body]
 * @param {number} [patience] how long to wait for the answer, in milliseconds
 */
export async function post(action, body = {}, patience = PATIENCE_MS) {
  return answer(
    fetch(`/api/${action}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    }),
  );
}

/** An id that nobody else has; `crypto.randomUUID` is not there on a page that came by plain http. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} address */
export async function get(address) {
  return answer(fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }));
}

/**
 * A part of a page, as HTML of the table's own.
 * @param {string} address
 */
export async function fragment(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.ok) return await response.text();
  } catch {
    // said below, as for any answer that does not come
  }
  throw new Refused(words.noAnswer);
}

/**
 * The sentence of what was thrown by the functions above.
 * @param {unknown} error
 */
export function sentenceOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {Promise<Response>} request */
async function answer(request) {
  let response;
  let said;
  try {
    response = await request;
    said = await response.json();
  } catch {
    throw new NoAnswer(words.noAnswer);
  }
  if (response.status === UNAVAILABLE) throw new NoAnswer(said.error ?? words.noAnswer);
  if (!response.ok) throw new Refused(said.error ?? words.noAnswer, said.faults);
  return said;
}
