import { make, withCode } from "./dom.js";
import { withHint } from "./hints.js";
import { reasonOf } from "./reasons.js";
import { t } from "./texts.js";
import { translated } from "./translations.js";

/** With more equal findings than this, only the first is shown until the others are asked for. */
const MAX_EQUAL = 3;

/** Makes the list of findings, each with its position, help and fix. Equal findings are together. `titles` has the English title of each rule. In a table, a person looks for the line and the column that has a name. */
export function findingsList({ findings, errors, warnings, notes }, { show, apply, explain, editable, textOf, titles, isTable }) {
  if (findings.length === 0) return null;
  const list = make("ol", { class: "findings" });
  for (const group of grouped(findings)) {
    const [first, ...others] = group.length > MAX_EQUAL ? group : [group[0]];
    list.append(item(first));
    if (group.length <= MAX_EQUAL) list.append(...group.slice(1).map(item));
    else list.append(make("li", { class: "others" }, moreOf(others)));
  }
  const left = errors + warnings + notes - findings.length;
  const more = left > 0 ? make("p", { class: "more", text: t("more-findings", { count: left }) }) : null;
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const heads = [...list.querySelectorAll(".head")];
    const next = heads[heads.indexOf(document.activeElement) + step];
    if (step && next) {
      event.preventDefault();
      next.focus();
    }
  });
  return make("section", {}, make("h2", { text: t("findings") }), list, more);

  /** A list of places, which is filled when it is opened. */
  function moreOf(others) {
    const places = make("p", { class: "lines" });
    const details = make("details", { "data-key": `others-${others[0].index}` }, make("summary", { text: t("like-this", { count: others.length }) }), places);
    details.addEventListener("toggle", () => {
      if (!details.open || places.childElementCount > 0) return;
      for (const { finding, index } of others) {
        places.append(make("button", { type: "button", class: "quiet", "data-index": index, onclick: () => show(index), text: placeOf(finding, isTable).join(" ") }), " ");
      }
    });
    return details;
  }

  function item({ finding, index }) {
    const { rule, severity, fix } = finding;
    const { title, message, help } = translated(finding);
    const [position, location] = placeOf(finding, isTable);
    const why = make("div", { class: "why", hidden: true });
    const head = make(
      "button",
      { type: "button", class: "head", "data-key": `finding-${index}`, onclick: () => show(index) },
      make("span", { class: `badge ${severity}`, text: t(`severity-${severity}`) }),
      make("span", { class: "message" }, withCode(message)),
      make("span", { class: "place" }, make("span", { text: position }), location && " ", location && make("code", { text: location })),
    );
    const actions = make("div", { class: "actions" });
    if (fix && editable) {
      const button = make(
        "button",
        { type: "button", class: fix.safe ? "fix safe" : "fix", "data-key": `fix-${index}`, onclick: () => apply(index) },
        make("span", { text: t(fix.safe ? "fix" : "possible-fix") }),
        changePreview(textOf(fix.utf16), fix.replacement),
      );
      actions.append(button);
    }
    actions.append(
      make("button", {
        type: "button", class: "quiet", "aria-expanded": "false", "data-key": `why-${index}`, text: t("why", { title: (title ?? titles[rule]).replaceAll("`", "") }),
        async onclick({ currentTarget: button }) {
          why.hidden = !why.hidden;
          button.setAttribute("aria-expanded", `${!why.hidden}`);
          if (why.childElementCount > 0) return;
          const page = await explain(rule);
          why.replaceChildren(make("p", {}, withCode(reasonOf(rule, page))), make("p", { class: "label", text: t("good-example") }), make("pre", { tabindex: "0", text: page.good }));
        },
      }),
    );
    return make("li", { "data-index": index, class: severity }, head, make("p", { class: "help" }, withCode(withHint(rule, help))), actions, why);
  }
}

/** Returns groups of findings that say the same, in the order of the first of each. Broken balances are equal whatever their difference, unless a change would heal one. */
function grouped(findings) {
  const groups = new Map();
  for (const [index, finding] of findings.entries()) {
    const message = finding.params?.repair === "" ? "" : finding.message;
    const key = `${finding.severity} ${finding.rule} ${message} ${finding.help}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push({ finding, index });
  }
  return groups.values();
}

/** Returns the position of a finding in the text, and in the data. */
function placeOf({ line, column, path, cell }, isTable) {
  const isLine = !path && (isTable || cell);
  return isLine ? [t("line", { line: `${line}` }), cell?.column ?? ""] : [`${line}:${column}`, path ?? ""];
}

/** Shows the change of a fix, shortened. */
function changePreview(before, after) {
  const short = (text) => (text.length > 28 ? `${text.slice(0, 26)}…` : text);
  const shown = [];
  if (before.trim()) shown.push(make("del", { text: short(before) }), " ");
  shown.push(after ? make("ins", { text: short(after) }) : make("em", { text: t("fix-remove") }));
  return make("code", {}, ...shown);
}

/** Returns such as `1 error, 2 warnings`, with the notes only if there are any. */
export function summary({ errors, warnings, notes }) {
  const counts = [errors > 0 ? t("errors", { count: errors }) : t("no-errors"), warnings > 0 ? t("warnings", { count: warnings }) : t("no-warnings")];
  if (notes > 0) counts.push(t("notes", { count: notes }));
  return counts.join(", ");
}

/** Opens the list of equal findings that has a finding, and returns its place. */
export function openOthers(index) {
  const closed = [...document.querySelectorAll(".findings .others details")];
  for (const details of closed.reverse()) {
    if (Number(details.dataset.key.slice("others-".length)) > index) continue;
    details.open = true;
    // The list is filled by an event, which comes later.
    details.dispatchEvent(new Event("toggle"));
    const place = details.querySelector(`[data-index="${index}"]`);
    if (place) return place;
  }
  return undefined;
}

/** Returns the fixes of findings. Of those that overlap only the first: the next analysis reports the others again. */
export function separateFixes(findings) {
  const fixes = [];
  for (const { fix } of [...findings].sort((left, right) => left.fix.utf16.start - right.fix.utf16.start)) {
    const last = fixes.at(-1);
    if (!last || fix.utf16.start >= last.utf16.end) fixes.push(fix);
  }
  return fixes;
}
