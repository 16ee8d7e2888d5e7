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
