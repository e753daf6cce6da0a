// Several files at once: what they give by account, what is missing between them, and what each needs.
import { amountFigure, describeFile, describeRefusals, exportFormats, periodOf, proofOf } from "./statement.js";
import { bankName } from "./bank-name.js";
import { formatSize, make, withCode } from "./dom.js";
import { t } from "./texts.js";
import { problemOf, translated } from "./translations.js";

/** The rules about what may be missing between statements. */
const GAPS = ["statement-missing", "page-missing", "days-uncovered"];

/** Returns the parts of the overview. `actions` has the functions for what a person can do. */
export function overview({ files, accounts }, actions) {
  const converted = files.filter(({ isConverted }) => isConverted);
  const list = (key, some) => some.length > 0 && make("section", {}, make("h2", { text: t(key) }), make("ul", { class: "file-list" }, ...some.map((file) => fileItem(file, files, actions))));
  return [
    list("need-help", files.filter(({ errors }) => errors > 0)),
    accounts.length > 0 && make("section", {}, make("h2", { text: t("accounts") }), make("div", { class: "totals" }, ...accounts.map(account))),
    converted.length > 0 && downloads(files, accounts, actions),
    list("other-files", files.filter(({ errors }) => errors === 0)),
  ];
}

/** Returns the level of the overview, its title and its text. */
export function overviewHeadline({ files, accounts }) {
  const failed = files.filter(({ errors }) => errors > 0).length;
  const gaps = accounts.flatMap(({ findings }) => findings).filter(({ rule }) => GAPS.includes(rule)).length;
  const transactions = accounts.reduce((sum, account) => sum + account.transactions, 0);
  const broken = accounts.filter(({ balance }) => balance === "broken").length;
  const level = failed > 0 || broken > 0 ? "error" : files.some(({ warnings }) => warnings > 0) ? "warning" : "clean";
  const title = failed > 0 ? t("overview-failed", { count: failed, files: files.length }) : t("overview-read", { count: files.length });
  const text = [t("transactions-count", { count: transactions }), t("accounts-count", { count: accounts.length }), broken > 0 && t("broken-count", { count: broken }), gaps > 0 && t("gaps-count", { count: gaps })];
  return { level, title, text: text.filter(Boolean).join(", ") };
}

function account({ account, currency, from, until, transactions, opening, credit, debit, closing, balance, confirmed, findings, files, isUnclear }) {
  return make(
    "article",
    { class: "total" },
    make("h3", {}, make("span", { text: account }), make("span", { class: "currency", text: currency })),
    make("p", { class: "span", text: [from && periodOf(from, until), t("transactions-count", { count: transactions }), files > 1 && t("files-count", { count: files })].filter(Boolean).join(", ") }),
    make("dl", {}, amountFigure("opening", opening), amountFigure("credits", credit, "in"), amountFigure("debits", debit, "out"), amountFigure("closing", closing)),
    make("p", { class: `proof ${balance}`, text: proofOf({ balance, confirmed, transactions }) }),
    ...findings.map(({ file, ...finding }) => make("p", { class: finding.severity === "note" ? "about" : "gap" }, make("strong", { text: `${file}:` }), " ", ...withCode(sentence(translated(finding))))),
    files > 1 && findings.length === 0 && make("p", { class: "span", text: t(isUnclear ? "unclear-gap" : "no-gap") }),
  );
}

function downloads(files, accounts, { savePayloads, saveExport, open }) {
  const outcome = make("div", { class: "outcome", "aria-live": "polite" });
  const { select, fields, chosen } = exportFormats("all-format", () => outcome.replaceChildren());
  async function save() {
    const { name, exported, file, error } = await saveExport(chosen);
    if (error) outcome.replaceChildren(make("p", { class: "error", text: t("not-saved", { error }) }));
    else outcome.replaceChildren(...(exported.content ? describeFile(exported, file, exported.transactions) : describeRefusals(exported.refused, name, (_, refusal) => open(files.find((each) => each.name === refusal.name)?.id))));
  }
  const repeated = files.reduce((sum, file) => sum + file.repeated, 0);
  const isComplete = files.every(({ errors, rejected }) => errors === 0 && rejected === 0);
  return make(
    "div",
    { class: "download" },
    make("button", { type: "button", class: "primary", "data-key": "all-payloads", onclick: savePayloads, text: t("save-payloads") }),
    make("label", { class: "about" }, t("for-program"), " ", select),
    ...fields,
    make("button", { type: "button", "data-key": "all-export", onclick: save, text: t("save-statement") }),
    repeated > 0 && make("p", { class: "about", text: t("repeated-once", { count: repeated }) }),
    !isComplete && make("p", { class: "caution", text: t("incomplete") }),
    outcome,
  );
}

const LEVEL_SIGNS = { error: "✕", warning: "!", clean: "✓" };

function fileItem(file, files, actions) {
  const { id, name, size, kind, bank, problem, failure, transactions, repeated, rows, skipped, rejected, errors, warnings, notes } = file;
  const level = errors > 0 ? "error" : warnings > 0 ? "warning" : "clean";
  const counts = kind === "statement"
    ? [rows > 0 && t("rows", { count: rows }), t("transactions-count", { count: transactions }), skipped > 0 && t("skipped-count", { count: skipped }), rejected > 0 && t("rejected-count", { count: rejected }), repeated > 0 && t("repeated-count", { count: repeated })]
    : [];
  const facts = [bank ? bankName(bank) : kind && t(`kind-${kind}`), ...counts, warnings > 0 && t("warnings", { count: warnings }), notes > 0 && t("notes", { count: notes }), formatSize(size)].filter(Boolean).join(" · ");
  return make(
    "li",
    { class: level, "data-id": id },
    make("span", { class: `mood ${level}`, role: "img", "aria-label": t(`level-${level}`), text: LEVEL_SIGNS[level] }),
    make(
      "div",
      {},
      make("button", { type: "button", class: "quiet name", "data-key": `open-${id}`, onclick: () => actions.open(id), text: name }),
      make("p", { class: "about", text: facts }),
      failure && make("p", { class: "problem", text: t(failure) }),
      problem && make("p", { class: "problem" }, ...withCode(sentence(translated(problem)))),
      needs(file, files, actions),
    ),
    make("button", { type: "button", class: "quiet", "data-key": `remove-${id}`, "aria-label": t("remove-file", { name }), title: t("remove-file", { name }), onclick: () => actions.remove(id), text: "×" }),
  );
}

const sentence = ({ message, help }) => `${message[0].toUpperCase()}${message.slice(1)}: ${help}.`;

/** The fields for what a file needs, and for what was entered. */
function needs({ id, bank, needed, options }, files, { setOptions, validate, chooseBank, open }) {
  const shown = ["account", "currency"].filter((option) => needed.includes(option) || options[option]);
  /** The other files of the bank that need an option, such as the other months of an account. */
  const othersWithout = (option) => files.filter((file) => file.id !== id && file.needed.includes(option) && file.bank?.id === bank?.id).map((file) => file.id);
  const others = new Set(shown.flatMap(othersWithout));
  const field = (option) => {
    const said = make("span", { class: "said", "aria-live": "polite" });
    const input = make("input", {
      type: "text", "data-key": `${option}-${id}`, value: options[option] ?? "", autocomplete: "off", placeholder: option === "account" ? "CH93 0076 2011 6238 5295 7" : "CHF",
      async onchange({ target }) {
        const text = target.value.trim();
        said.textContent = text ? problemOf(option, await validate(option, text)) : "";
        if (said.textContent) return;
        target.defaultValue = target.value;
        const isForAll = target.form.elements.all?.checked;
        setOptions(isForAll ? [id, ...othersWithout(option)] : [id], { [option]: text || undefined });
      },
    });
    return make("label", {}, make("span", { text: t(`which-${option}`) }), input, said);
  };
  const parts = [
    ...shown.map(field),
    others.size > 0 && make("label", { class: "check" }, make("input", { type: "checkbox", name: "all", "data-key": `all-${id}` }), ` ${t("for-others", { count: others.size })}`),
    (needed.includes("bank") || options.bank) && make("button", { type: "button", "data-key": `bank-${id}`, onclick: () => chooseBank((chosen) => setOptions([id], { bank: chosen })), text: options.bank ? t("other-bank") : t("which-bank") }),
    needed.includes("bank") && make("button", { type: "button", "data-key": `learn-${id}`, onclick: () => open(id), text: t("learn-open-file") }),
    options.bank && make("button", { type: "button", class: "quiet", "data-key": `nobank-${id}`, onclick: () => setOptions([id], { bank: undefined }), text: t("detect-bank") }),
  ].filter(Boolean);
  return parts.length > 0 && make("form", { class: "needs", onsubmit: (event) => event.preventDefault() }, ...parts);
}
