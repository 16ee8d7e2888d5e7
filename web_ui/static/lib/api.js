// Asking the table: POST /api/<action>. A refusal becomes an Error with the table's own sentence.

import { words } from "./words.js";

const PATIENCE_MS = 15000;

/** What the table refused, or that it did not answer, as a sentence for people. */
export class Refused extends Error {}

/**
 * Do something; returns what the table answers.
 * @param {string} action the last part of its address
 * @param {object} [body]
 */
export async function post(action, body = {}) {
  return answer(
    fetch(`/api/${action}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }),
  );
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
    throw new Refused(words.noAnswer);
  }
  if (!response.ok) throw new Refused(said.error ?? words.noAnswer);
  return said;
}
