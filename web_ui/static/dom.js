// Elements from plain calls, and `morph`, which brings what is on the page up to a freshly drawn tree while keeping
// the nodes: focus, running animations and scroll places survive every snapshot.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `attributes`: null and false leave one out, true sets it bare, `style` is an object of properties. */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style") {
      // through the object model: the content security policy forbids style attributes
      for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, setting);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Make `shown` look like `fresh`. Children with the same data-key are the same thing, wherever they have moved. */
export function morph(shown, fresh) {
  if (shown.isEqualNode(fresh)) return;
  syncAttributes(shown, fresh);
  const keyed = new Map();
  const plain = [];
  for (const child of shown.childNodes) {
    const key = keyOf(child);
    if (key === null) plain.push(child);
    else keyed.set(key, child);
  }
  let place = shown.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const match = take(wanted, keyed, plain);
    if (match === null) {
      shown.insertBefore(wanted, place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else shown.insertBefore(match, place);
    if (match.nodeType === Node.TEXT_NODE) {
      if (match.data !== wanted.data) match.data = wanted.data;
    } else {
      morph(match, wanted);
    }
  }
  for (const left of [...keyed.values(), ...plain]) left.remove();
}

/** Draw `children` into the element that is on the page already, keeping its own attributes. */
export function drawInto(element, ...children) {
  const fresh = element.cloneNode(false);
  fresh.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  morph(element, fresh);
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null;
}

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

function syncAttributes(shown, fresh) {
  for (const { name } of [...shown.attributes]) {
    if (name !== "style" && !fresh.hasAttribute(name)) shown.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  if (shown.style.cssText !== fresh.style.cssText) shown.style.cssText = fresh.style.cssText;
}
