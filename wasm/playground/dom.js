/** Returns the element with an id. */
export const byId = (id) => document.getElementById(id);

/** Makes an element. A property is an attribute, except `text` (the text content) and `on…` (an event listener). Null, undefined and false are ignored. */
export function make(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

const SVG = "http://www.w3.org/2000/svg";

export function makeSvg(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Splits a text at backticks, and formats the parts between them as code. */
export function withCode(sentence) {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? make("code", { text: part }) : part));
}

export function formatSize(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Lets the user save some data as a file. */
export function download(name, type, ...parts) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
