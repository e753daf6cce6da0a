// Keeps what a person is doing when a part of the page is made anew: the focus, and the text in fields that is not used yet.

/** Replaces the children of an element. Elements with the same `data-key` before and after are the same for a person. */
export function replaceKeeping(container, children) {
  const keyed = () => [...container.querySelectorAll("[data-key]")];
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const place = keyed().findIndex(({ dataset }) => dataset.key === focused);
  const typed = new Map([...container.querySelectorAll("input[data-key]")].filter((input) => input.value !== input.defaultValue).map((input) => [input.dataset.key, input.value]));
  const checked = new Set([...container.querySelectorAll("input[data-key]:checked")].map(({ dataset }) => dataset.key));
  const open = new Set([...container.querySelectorAll("details[data-key][open]")].map(({ dataset }) => dataset.key));
  const scrolled = container.scrollTop;
  container.replaceChildren(...children.flat().filter(Boolean));
  for (const element of container.querySelectorAll("[data-key]")) {
    const { key } = element.dataset;
    if (typed.has(key)) element.value = typed.get(key);
    if (checked.has(key)) element.checked = true;
    if (open.has(key)) element.open = true;
  }
  container.scrollTop = scrolled;
  if (focused === undefined) return;
  // What took the place of an element that is gone is as near as a person expects.
  const next = keyed().find(({ dataset }) => dataset.key === focused) ?? keyed().at(Math.min(place, keyed().length - 1));
  next?.focus({ preventScroll: true });
}
