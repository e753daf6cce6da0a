/** The element of that id. */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element. `properties` are attributes; `on…` are listeners, `class` and `text` what they say. What is null is left out.
 */
export function make(name, properties = {}, ...children) {
  return filled(document.createElement(name), properties, children);
}

const SVG = "http://www.w3.org/2000/svg";

export function makeSvg(name, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, name), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const count = (number) => number.toLocaleString("en-CH");

/** `1 row`, `2 rows`, `no rows`. */
export function counted(number, noun) {
  return `${number === 0 ? "no" : count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

export function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Hands a text over as a file. */
export function download(name, type, ...parts) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
