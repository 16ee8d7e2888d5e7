// Asking the table: POST /api/<action>. A refusal becomes an Error with the table's own sentence.

import { words } from "./words.js";

export class Refused extends Error {}

export async function act(action, body = {}) {
  return answer(
    fetch(`/api/${action}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15000),
    }),
  );
}

export async function ask(address) {
  return answer(fetch(address, { cache: "no-store", signal: AbortSignal.timeout(15000) }));
}

/** A part of a page, as HTML of the table's own. */
export async function page(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(15000) });
    if (response.ok) return await response.text();
  } catch {
    // said below, as for any answer that does not come
  }
  throw new Refused(words.noAnswer);
}

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
