import { download, make, withCode } from "./dom.js";
import { t } from "./texts.js";
import { translatedSentence } from "./translations.js";

/** What a column can mean. */
const ROLES = [
  "booked-at", "valuta-at", "purchased-at", "amount", "debit", "credit", "direction", "fee", "balance", "currency", "iban", "account", "transaction-id", "text", "other",
];
/** How many transactions are shown before the format is known. */
const MAX_EXAMPLES = 3;

/** Shows the format of a file that no bank format matches: the next question with its answers, and the columns with their roles. `answer` gets what was answered. */
export function learned(draft, file, { answer, restart }) {
  if (!draft) return null;
  const { questions, profile, amounts } = draft;
  const name = `${file.replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "")}-profile.json`;
  const save = () => download(name, "application/json", `${JSON.stringify(profile, null, 2)}\n`);
  return make(
    "section",
    { class: "learn", "aria-label": t("learn-title") },
    make("h3", { text: t("learn-title") }),
    make("p", { text: t(`learn-amounts-${amounts}`) }),
    questions.length > 0 && ask(questions, answer),
    columns(draft, answer),
    make(
      "div",
      { class: "download" },
      profile && make("button", { type: "button", id: "learn-save", onclick: save, text: t("learn-save") }),
      make("button", { type: "button", id: "learn-restart", onclick: restart, text: t("learn-restart") }),
      profile && make("span", { class: "about", text: t("learn-reuse") }),
    ),
  );
}

/** Shows the first question that has answers, and how many others are open. */
function ask(questions, answer) {
  const question = questions.find(({ choices }) => choices.length > 0) ?? questions[0];
  const sentence = (each) => translatedSentence(each).replace(/^./, (first) => first.toUpperCase());
  // Only a suggestion has a likely answer.
  const choices = question.choices.map((choice, index) =>
    make("button", { type: "button", class: question.kind === "suggested" && index === 0 ? "primary" : "", "data-key": `learn-${index}`, onclick: () => answer(choice.answers) }, withCode(sentence(choice))));
  return make(
    "div",
    { class: "question", role: "group", "aria-live": "polite" },
    make("p", {}, withCode(sentence(question))),
    make("div", { class: "download" }, choices),
    questions.length > 1 && make("p", { class: "about", text: t("learn-open", { count: questions.length - 1 }) }),
  );
}

function columns({ columns: all }, answer) {
  const row = ({ name, role, basis, examples }, index) => {
    const choose = ({ target }) => answer({ roles: { [`${index + 1}`]: target.value } });
    const options = ROLES.map((each) => make("option", { value: each, selected: each === role, text: t(`role-${each}`) }));
    return make(
      "tr",
      {},
      make("th", { scope: "row", text: name }),
      make("td", {}, make("select", { "aria-label": t("learn-role-of", { name }), "data-key": `role-${index}`, onchange: choose }, options)),
      make("td", { text: t(`basis-${basis}`) }),
      make("td", { class: "examples", text: examples.slice(0, MAX_EXAMPLES).join(" | ") }),
    );
  };
  const head = ["learn-column", "learn-role", "learn-basis", "learn-examples"].map((key) => make("th", { scope: "col", text: t(key) }));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("learn-columns") }, make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, all.map(row))));
}
