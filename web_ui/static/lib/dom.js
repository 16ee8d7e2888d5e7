// Elements from plain calls, and `morph`, which brings what is on the page up to a freshly drawn tree while keeping
// the nodes: focus, running animations and scroll places survive every snapshot.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What an element holds: nothing where a condition fails, so that `shown && h(…)` can stand in place of it.
 * @typedef {Node | string | number | boolean | null | undefined} Leaf
 */

/**
 * Lists of them may hold lists, as deep as anything here draws.
 * @typedef {Leaf | (Leaf | (Leaf | Leaf[])[])[]} Child
 */

/**
 * `style` is an object of properties, of which null leaves one out; null and false leave an attribute out, true sets
 * it bare.
 * @typedef {Record<string, string | number | boolean | null | undefined | Record<string, string | number>>} Attributes
 */

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * The element with this id; an error where the page has none of this kind.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind]
 */
export function byId(id, kind) {
  return sure(document.getElementById(id), `#${id}`, kind);
}

/**
 * The first element within `parent` that fits; an error where there is none of this kind.
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} [kind]
 */
export function find(parent, selector, kind) {
  return sure(parent.querySelector(selector), selector, kind);
}

/**
 * All elements within `parent` that fit.
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {Kind[]}
 */
export function findAll(parent, selector) {
  return [...parent.querySelectorAll(selector)].map((found) => /** @type {Kind} */ (found));
}

/**
 * The closest element around that of an event that fits, or null.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * Class names in one string; what is false is left out.
 * @param {...(string | false | null | undefined)} names
 */
export const classes = (...names) => names.filter(Boolean).join(" ");

/**
 * @template {Element} Kind
 * @param {Element | null} found
 * @param {string} what
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
function sure(found, what, kind) {
  if (found === null || !(found instanceof (kind ?? HTMLElement))) throw new Error(`The page lacks ${what}.`);
  return /** @type {Kind} */ (found);
}

/**
 * @template {HTMLElement | SVGElement} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "object") {
      // through the object model: the content security policy forbids style attributes
      for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, String(setting));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...kept(children));
  return element;
}

/**
 * The children that are there.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function kept(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return kept(child);
    if (child === null || child === undefined || child === false) return [];
    return [child instanceof Node ? child : String(child)];
  });
}

/**
 * Make `shown` look like `fresh`. Children with the same data-key are the same thing, wherever they have moved.
 * @param {Element} shown
 * @param {Element} fresh
 */
export function morph(shown, fresh) {
  if (shown.isEqualNode(fresh)) return;
  syncAttributes(shown, fresh);
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const plain = [];
  for (const child of shown.childNodes) {
    const key = keyOf(child);
    if (key === null) plain.push(child);
    else keyed.set(key, child);
  }
  const pairs = [...fresh.childNodes].map((wanted) => ({ wanted, match: take(wanted, keyed, plain) }));
  // first away with what goes, so that what stays need not move: a node that moves loses the focus
  for (const left of [...keyed.values(), ...plain]) left.remove();
  let place = shown.firstChild;
  for (const { wanted, match } of pairs) {
    if (match === null) {
      shown.insertBefore(wanted, place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else shown.insertBefore(match, place);
    if (match instanceof Text && wanted instanceof Text) {
      if (match.data !== wanted.data) match.data = wanted.data;
    } else if (match instanceof Element && wanted instanceof Element) {
      morph(match, wanted);
    }
  }
}

/**
 * Draw `children` into the element that is on the page already, keeping its own attributes.
 * @param {Element} element
 * @param {...Child} children
 */
export function drawInto(element, ...children) {
  const fresh = /** @type {Element} */ (element.cloneNode(false));
  fresh.append(...kept(children));
  morph(element, fresh);
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof Element ? node.getAttribute("data-key") : null;
}

/**
 * Take the node of what is shown that becomes `wanted`, or null.
 * @param {Node} wanted
 * @param {Map<string, ChildNode>} keyed
 * @param {ChildNode[]} plain
 */
function take(wanted, keyed, plain) {
  const key = keyOf(wanted);
  if (key !== null) {
    const match = keyed.get(key);
    if (match === undefined || match.nodeName !== wanted.nodeName) return null;
    keyed.delete(key);
    return match;
  }
  const index = plain.findIndex((node) => node.nodeName === wanted.nodeName);
  return index < 0 ? null : plain.splice(index, 1)[0];
}

/**
 * @param {Element} shown
 * @param {Element} fresh
 */
function syncAttributes(shown, fresh) {
  for (const { name } of [...shown.attributes]) {
    if (name !== "style" && !fresh.hasAttribute(name)) shown.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  const [before, after] = [styleOf(shown), styleOf(fresh)];
  if (before !== null && after !== null && before.cssText !== after.cssText) before.cssText = after.cssText;
}

/** @param {Element} element */
const styleOf = (element) => (element instanceof HTMLElement || element instanceof SVGElement ? element.style : null);
