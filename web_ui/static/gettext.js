// The page's language: texts by their English ones, from the catalogue that the server put into the page.

const catalogue = JSON.parse(document.getElementById("catalogue").textContent);

/** The text for `message` with its {names} filled in; a text that the catalogue lacks stays English. */
export function gettext(message, values = {}) {
  return fill(catalogue.texts[message] ?? message, values);
}

/** The form that suits `count`, which the text knows as {count}, with the other {names} filled in. */
export function ngettext(singular, plural, count, values = {}) {
  const forms = catalogue.counted[singular] ?? [singular, plural];
  return fill(forms[form(count)], { count, ...values });
}

/** Which plural form a count takes. From 200 on the languages here repeat themselves every hundred. */
function form(count) {
  return Number(catalogue.forms[count < 200 ? count : 100 + (count % 100)]);
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}
