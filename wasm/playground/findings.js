import { formatCount, make, pluralize, withCode } from "./dom.js";
import { withHint } from "./hints.js";

/** Makes the list of findings, each with its position, help and fix. */
export function findingsList({ findings, errors, warnings }, { show, apply, explain, editable, textOf }) {
  if (findings.length === 0) return null;
  const list = make("ol", { class: "findings" });
  for (const [index, finding] of findings.entries()) list.append(item(finding, index));
  const left = errors + warnings - findings.length;
  const more = left > 0 ? make("p", { class: "more", text: `… and ${formatCount(left)} more of the same kinds. Fix these first.` }) : null;
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const heads = [...list.querySelectorAll(".head")];
    const next = heads[heads.indexOf(document.activeElement) + step];
    if (step && next) {
      event.preventDefault();
      next.focus();
    }
  });
  return make("section", {}, make("h2", { text: "Findings" }), list, more);

  function item(finding, index) {
    const { rule, severity, message, help, line, column, path, cell, fix } = finding;
    const location = path || (cell ? [`row ${cell.row}`, cell.column].filter(Boolean).join(", ") : "");
    const why = make("div", { class: "why", hidden: true });
    const head = make(
      "button",
      { type: "button", class: "head", onclick: () => show(index) },
      make("span", { class: `badge ${severity}`, text: severity }),
      make("span", { class: "message" }, withCode(message)),
      make("span", { class: "place" }, make("span", { text: `${line}:${column}` }), location ? ` ${location}` : ""),
    );
    const actions = make("div", { class: "actions" });
    if (fix && editable) {
      const button = make(
        "button",
        { type: "button", class: fix.safe ? "fix safe" : "fix", onclick: () => apply(index) },
        make("span", { text: fix.safe ? "Fix" : "Possible fix" }),
        changePreview(textOf(fix.utf16), fix.replacement),
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
          why.replaceChildren(make("p", {}, withCode(page.why)), make("p", { class: "label", text: "Correct example:" }), make("pre", { text: page.good }));
        },
      }),
    );
    return make("li", { "data-index": index, class: severity }, head, make("p", { class: "help" }, withCode(withHint(rule, help))), actions, why);
  }
}

/** Shows the change of a fix, shortened. */
function changePreview(before, after) {
  const short = (text) => (text.length > 28 ? `${text.slice(0, 26)}…` : text);
  const shown = [];
  if (before.trim()) shown.push(make("del", { text: short(before) }), " ");
  shown.push(after ? make("ins", { text: short(after) }) : make("em", { text: "remove" }));
  return make("code", {}, ...shown);
}

/** Returns such as `1 error, 2 warnings`. */
export function summary({ errors, warnings }) {
  return `${pluralize(errors, "error")}, ${pluralize(warnings, "warning")}`;
}
