// What players choose for this device alone, kept by its browser. A browser that keeps nothing (a private window,
// storage refused) forgets the choice when the page closes; until then the page remembers it here.

const PREFIX = "dice-table.";

/** @type {Map<string, string>} */
const unkept = new Map();

/**
 * The value chosen on this device, or null where none was.
 * @param {string} name
 */
export function preference(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? unkept.get(name) ?? null;
  } catch {
    return unkept.get(name) ?? null;
  }
}

/**
 * Keep a value for this device.
 * @param {string} name
 * @param {string} value
 */
export function setPreference(name, value) {
  unkept.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // kept above, for as long as the page is open
  }
}

/**
 * Whether a switch is on; `standard` until somebody has turned it.
 * @param {string} name
 * @param {boolean} standard
 */
export function switchedOn(name, standard) {
  const kept = preference(name);
  return kept === null ? standard : kept === "on";
}

/**
 * @param {string} name
 * @param {boolean} on
 */
export function setSwitch(name, on) {
  setPreference(name, on ? "on" : "off");
}
