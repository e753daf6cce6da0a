import { count, counted, make } from "./dom.js";

/** The findings as a list: what is wrong, where, what to do, and the fix. */
export function findingsList({ findings, errors, warnings }, { show, apply, explain, editable, textOf }) {
  if (findings.length === 0) return null;
  const list = make("ol", { class: "findings" });
  for (const [index, finding] of findings.entries()) list.append(item(finding, index));
  const left = errors + warnings - findings.length;
  const more = left > 0 ? make("p", { class: "more", text: `… and ${count(left)} more of the same kinds: mend these first.` }) : null;
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const heads = [...list.querySelectorAll(".head")];
    const next = heads[heads.indexOf(document.activeElement) + step];
    if (step && next) {
      event.preventDefault();
      next.focus();
    }
  });
  return make("section", {}, make("h2", { text: `Findings` }), list, more);

  function item(finding, index) {
    const { rule, severity, message, help, line, column, path, cell, fix } = finding;
    const place = path || (cell ? [`row ${cell.row}`, cell.column].filter(Boolean).join(", ") : "");
    const why = make("div", { class: "why", hidden: true });
    const head = make(
      "button",
      { type: "button", class: "head", onclick: () => show(index) },
      make("span", { class: `badge ${severity}`, text: severity }),
      make("span", { class: "message" }, coded(message)),
      make("span", { class: "place" }, make("span", { text: `${line}:${column}` }), place ? ` ${place}` : ""),
    );
    const actions = make("div", { class: "actions" });
    if (fix && editable) {
      const button = make(
        "button",
        { type: "button", class: fix.safe ? "fix safe" : "fix", onclick: () => apply(index) },
        make("span", { text: fix.safe ? "Fix" : "Possible fix" }),
        change(textOf(fix.utf16), fix.replacement),
      );
      actions.append(button);
    }
    actions.append(
      make("button", {
        type: "button", class: "quiet", "aria-expanded": "false", text: `Why ${rule}?`,
        async onclick({ currentTarget: button }) {
          why.hidden = !why.hidden;
          button.setAttribute("aria-expanded", `${!why.hidden}`);
          if (why.childElementCount > 0) return;
          const page = await explain(rule);
          why.replaceChildren(make("p", {}, coded(page.why)), make("p", { class: "label", text: "good:" }), make("pre", { text: page.good }));
        },
      }),
    );
    return make("li", { "data-index": index, class: severity }, head, make("p", { class: "help" }, coded(help)), actions, why);
  }
}

/** A sentence in which names and values stand between backticks. */
function coded(sentence) {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? make("code", { text: part }) : part));
}

/** What a fix changes, in little. */
function change(before, after) {
  const short = (text) => (text.length > 28 ? `${text.slice(0, 26)}…` : text);
  const shown = [];
  if (before.trim()) shown.push(make("del", { text: short(before) }), " ");
  shown.push(after ? make("ins", { text: short(after) }) : make("em", { text: "take it away" }));
  return make("code", {}, ...shown);
}

/** The findings in a sentence. */
export function sums({ errors, warnings }) {
  return `${counted(errors, "error")}, ${counted(warnings, "warning")}`;
}
