// One form for the accounts and currencies that files don't name. Its rows stay where they are while a person types, and the next field is one Tab away.
import { bankName } from "./bank-name.js";
import { make } from "./dom.js";
import { t } from "./texts.js";
import { isTaken, problemOf, takeWholeCode, typedOption } from "./translations.js";

const PLACEHOLDERS = { account: "CH93 0076 2011 6238 5295 7", currency: "CHF" };

/** The options of a file that the form has a field for: those that it lacks, and those that were entered. */
const fieldsOf = ({ needed, options }) => ["account", "currency"].filter((option) => needed.includes(option) || options[option]);

/** Makes the form, or nothing if no file lacks anything. */
export function accountForm({ files, mergedAccounts }, actions) {
  const rows = files.filter((file) => fieldsOf(file).length > 0);
  const questions = mergedAccounts.filter((account) => !actions.confirmed.has(account));
  if (rows.length === 0) return null;
  return make(
    "section",
    { class: "which" },
    make("h2", { text: t("which-accounts") }),
    make("p", { class: "about", text: t("which-accounts-help") }),
    make("form", { class: "needs", onsubmit: (event) => event.preventDefault() }, ...rows.map((file) => row(file, actions)), ...copies(rows, actions)),
    ...questions.map((account) => question(account, rows, actions)),
  );
}

/** Whether a question about an account is open, so that nothing may be taken away yet. */
export const isAccountOpen = ({ mergedAccounts }, { confirmed }) => mergedAccounts.some((account) => !confirmed.has(account));

function row(file, actions) {
  return make(
    "div",
    { class: "need", role: "group", "aria-label": file.name },
    make("p", { class: "about" }, make("strong", { text: file.name }), file.bank && ` ${bankName(file.bank)}`),
    ...fieldsOf(file).map((option) => field(file, option, actions)),
  );
}

function field({ id, options }, option, { validate, setOptions }) {
  const said = make("span", { class: "said", "aria-live": "polite" });
  const input = make("input", {
    type: "text", "data-key": `${option}-${id}`, value: options[option] ?? "", autocomplete: "off", placeholder: PLACEHOLDERS[option], oninput: option === "currency" && takeWholeCode,
    async onchange(event) {
      const { target } = event;
      if (isTaken(event)) return;
      const text = typedOption(option, target.value);
      said.textContent = text ? problemOf(option, await validate(option, text)) : "";
      if (said.textContent) return;
      target.defaultValue = target.value;
      setOptions([id], { [option]: text || undefined });
    },
  });
  return make("label", {}, make("span", { text: t(`which-${option}`) }), input, said);
}

/** Buttons that give what was entered for a file of a bank to its other files. */
function copies(rows, { setOptions }) {
  return ["account", "currency"].flatMap((option) =>
    rows.filter(({ options }) => options[option]).flatMap(({ id, bank, name, options }) => {
      const others = rows.filter((file) => file.id !== id && file.bank?.id === bank?.id && file.needed.includes(option)).map((file) => file.id);
      if (others.length === 0) return [];
      const text = t(`copy-${option}`, { name, count: others.length });
      return [make("button", { type: "button", "data-key": `copy-${option}-${id}`, onclick: () => setOptions(others, { [option]: options[option] }), text })];
    }));
}

/** Asks whether files under one given account are of one account, where nothing in them shows it. */
function question(account, rows, { confirm, setOptions }) {
  const files = rows.filter(({ options }) => options.account === account);
  const clear = () => setOptions(files.slice(1).map(({ id }) => id), { account: undefined });
  return make(
    "div",
    { class: "question caution", role: "group", "aria-label": t("one-account-question", { account }) },
    make("p", { text: t("one-account-question", { account }) }),
    make("ul", {}, ...files.map(({ name }) => make("li", { text: name }))),
    make("div", { class: "download" },
      make("button", { type: "button", "data-key": `one-${account}`, onclick: () => confirm(account), text: t("one-account") }),
      make("button", { type: "button", "data-key": `two-${account}`, onclick: clear, text: t("two-accounts") })),
  );
}
