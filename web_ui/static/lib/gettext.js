// The page's language: texts by their English ones, from the catalogue that the server put into the page.

/**
 * What `web_ui.scripts.catalogue` returns.
 * @typedef {{ forms: string, texts: Record<string, string>, counted: Record<string, string[]> }} Catalogue
 */

/** @typedef {Record<string, string | number>} Values */

/** @type {Catalogue} */
const catalogue = JSON.parse(document.getElementById("catalogue")?.textContent ?? "");

/**
 * The text for `message` with its {names} filled in; a text that the catalogue lacks stays English.
 * @param {string} message
 * @param {Values} [values]
 */
export function gettext(message, values = {}) {
  return fill(catalogue.texts[message] ?? message, values);
}

/**
 * The form that suits `count`, which the text knows as {count}, with the other {names} filled in.
 * @param {string} singular
 * @param {string} plural
 * @param {number} count
 * @param {Values} [values]
 */
export function ngettext(singular, plural, count, values = {}) {
  const forms = catalogue.counted[singular] ?? [singular, plural];
  return fill(forms[form(count)], { count, ...values });
}

/**
 * Which plural form a count takes. From 200 on the languages here repeat themselves every hundred.
 * @param {number} count
 */
function form(count) {
  return Number(catalogue.forms[count < 200 ? count : 100 + (count % 100)]);
}

/**
 * @param {string} text
 * @param {Values} values
 */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
