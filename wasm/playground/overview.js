// The open files together: what they give by account, why not all of it is proved, what is missing between them, and what each needs.
import { accountForm, isAccountOpen } from "./account-form.js";
import { allTransactions } from "./all-transactions.js";
import { bankName } from "./bank-name.js";
import { calendar, missingDays } from "./calendar.js";
import { formatSize, make, withCode } from "./dom.js";
import { downloads } from "./downloads.js";
import { withHint } from "./hints.js";
import { formatAmount, Sum } from "./money.js";
import { amountFigure, periodOf, proofOf } from "./statement.js";
import { t } from "./texts.js";
import { translated } from "./translations.js";

/** The rules about what may be missing between statements. */
const GAPS = ["statement-missing", "page-missing", "days-uncovered"];
/** The options of a file that the form for accounts asks for, so that the file itself doesn't. */
const ASKED = ["account", "currency"];

/** Whether a file needs a hand: nothing that the form for accounts asks for would help. */
const needsHelp = ({ errors, needed }) => errors > 0 && !(needed.length > 0 && needed.every((option) => ASKED.includes(option)));

/** Returns the parts of the overview. `actions` has the functions for what a person can do. */
export function overview(found, actions) {
  const { files, accounts, bytes } = found;
  const list = (key, some) => some.length > 0 && make("section", {}, make("h2", { text: t(key) }), make("ul", { class: "file-list" }, ...some.map((file) => fileItem(file, actions))));
  const isConverted = files.some((file) => file.isConverted);
  return [
    accountForm(found, actions),
    list("need-help", files.filter(needsHelp)),
    accounts.length > 0 && make("section", {}, make("h2", { text: t("accounts") }), make("div", { class: "accounts" }, ...accounts.map((each) => account(each, actions)))),
    (isConverted || files.some(({ rejected }) => rejected > 0)) && allTransactions(bytes, actions),
    isConverted && taken(found, actions),
    list(files.some(needsHelp) ? "other-files" : "files", files.filter((file) => !needsHelp(file))),
  ];
}

const countOf = (accounts) => accounts.reduce((sum, account) => sum + account.transactions, 0);

/** Returns the level of the overview, its title and its text. */
export function overviewHeadline({ files, accounts }) {
  const failed = files.filter(({ errors }) => errors > 0).length;
  const gaps = accounts.flatMap(({ findings }) => findings).filter(({ rule }) => GAPS.includes(rule)).length;
  const broken = accounts.filter(({ balance }) => balance === "broken").length;
  const level = failed > 0 || broken > 0 ? "error" : files.some(({ warnings }) => warnings > 0) ? "warning" : "clean";
  const title = failed > 0 ? t("overview-failed", { count: failed, files: files.length }) : t("overview-read", { count: files.length });
  const text = [t("transactions-count", { count: countOf(accounts) }), t("accounts-count", { count: accounts.length }), broken > 0 && t("broken-count", { count: broken }), gaps > 0 && t("gaps-count", { count: gaps })];
  return { level, title, text: text.filter(Boolean).join(", ") };
}

function account(found, { open }) {
  const { account, currency, from, until, transactions, balance, confirmed, findings, files, isUnclear, statements, causes } = found;
  const said = findings.map((finding) => cause({ ...finding, finding }, open, finding.severity === "note" ? "about" : "gap"));
  return make(
    "article",
    { class: "total" },
    make("h3", {}, make("span", { text: account }), make("span", { class: "currency", text: currency })),
    make("p", { class: "span", text: [from && periodOf(from, until), t("transactions-count", { count: transactions }), files > 1 && t("files-count", { count: files })].filter(Boolean).join(", ") }),
    sumLine(found),
    missingDays(found.calendar),
    make("p", { class: `proof ${balance}`, text: proofOf({ balance, confirmed, transactions }) }),
    causes.shown.length > 0 && make("div", { class: "causes" }, ...causes.shown.map((each) => cause(each, open, "gap")), causes.left > 0 && make("p", { class: "about", text: t("more", { count: causes.left }) })),
    ...said,
    files > 1 && findings.length === 0 && make("p", { class: "span", text: t(isUnclear ? "unclear-gap" : "no-gap") }),
    calendar(found.calendar),
    make("details", { class: "account-files", "data-key": `files-${account}-${currency}` }, make("summary", { text: t("statements-count", { count: statements.length }) }), make("ul", {}, ...statements.map((each) => statementItem(each, open)))),
  );
}

/** Opening balance + credits − debits = closing balance, and by how much it is off. */
function sumLine({ opening, credit, debit, closing }) {
  const parts = make("dl", { class: "sum" }, amountFigure("opening", opening), amountFigure("credits", credit, "in"), amountFigure("debits", debit, "out"), amountFigure("closing", closing));
  const off = differenceOf(opening, credit, debit, closing);
  return off === undefined ? parts : [parts, make("p", { class: "gap difference", text: t("sum-difference", { difference: formatAmount(off) }) })];
}

/** Returns what the closing balance lacks, or undefined if nothing is missing or not everything is known. */
function differenceOf(...amounts) {
  if (amounts.includes(null)) return undefined;
  const negated = (text) => (text.startsWith("-") ? text.slice(1) : `-${text}`);
  const [opening, credit, debit, closing] = amounts;
  const sum = new Sum();
  for (const each of [closing, negated(opening), negated(credit), debit]) sum.add(each);
  return sum.equals("0") ? undefined : `${sum}`;
}

/** Says why something is not proved, with the place in its file, which a button opens and marks. */
function cause({ id, file, line, finding, reason, transactions }, open, kind) {
  const text = finding ? sentence(translated(finding)) : t(`unconfirmed-${reason}`, { count: transactions });
  const place = { rule: finding?.rule, start: finding?.start, line };
  return make(
    "p",
    { class: kind, "data-rule": finding?.rule },
    make("strong", { text: `${file}:` }), " ", ...withCode(text), " ",
    id !== undefined && make("button", { type: "button", class: "quiet place", "data-key": `cause-${id}-${line}-${finding?.rule ?? reason}`, onclick: () => open(id, place), text: t("show-line", { line: `${line}` }) }),
  );
}

/** A statement of an account: its file, its days, and what its own balances prove. */
function statementItem({ id, file, line, number, from, until, transactions, repeated, balance, opening, closing }, open) {
  const facts = [
    from && until && periodOf(from, until), t("transactions-count", { count: transactions }), repeated > 0 && t("repeated-count", { count: repeated }),
    opening !== null && closing !== null && `${formatAmount(opening)} → ${formatAmount(closing)}`, t(`state-${balance}`),
  ];
  const name = [file, number && t("statement-number", { number })].filter(Boolean).join(", ");
  return make("li", {}, make("button", { type: "button", class: "quiet", onclick: () => open(id, { line }), text: name }), make("span", { class: "about", text: ` ${facts.filter(Boolean).join(" · ")}` }));
}

/** Returns a name for a file from all statements, other than that of any of their own files, so that it replaces no original. */
function freeName(files, ending) {
  const name = `statements${ending}`;
  return files.some((file) => file.name.toLowerCase() === name) ? `statements-converted${ending}` : name;
}

function taken(found, actions) {
  const { files, accounts } = found;
  return downloads({
    id: "all-format",
    count: countOf(accounts),
    isBroken: accounts.some(({ balance }) => balance === "broken"),
    isIncomplete: files.some(({ errors, rejected }) => errors > 0 || rejected > 0),
    isAsked: isAccountOpen(found, actions),
    repeated: files.reduce((sum, file) => sum + file.repeated, 0),
    write: actions.write,
    certify: actions.certify,
    nameOf: (ending) => freeName(files, ending),
    showRefusal: ({ name, line }) => actions.open(files.find((each) => each.name === name)?.id, { line }),
    payloads(save) {
      const all = async () => save("transactions.jsonl", await actions.payloads(), { isOne: false });
      return make("button", { type: "button", "data-key": "all-payloads", onclick: all, text: t("save-payloads") });
    },
  });
}

const LEVEL_SIGNS = { error: "✕", warning: "!", clean: "✓" };

function fileItem(file, actions) {
  const { id, name, size, kind, bank, problem, failure, transactions, repeated, rows, skipped, rejected, errors, warnings, notes, isBroken } = file;
  const level = errors > 0 || isBroken ? "error" : warnings > 0 ? "warning" : "clean";
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
      // A format has nothing to look at that a person could change.
      kind === "profile" ? make("span", { class: "name", text: name }) : make("button", { type: "button", class: "quiet name", "data-key": `open-${id}`, onclick: () => actions.open(id), text: name }),
      make("p", { class: "about", text: facts }),
      kind === "profile" && make("p", { class: "about", text: t("profile-use") }),
      failure && make("p", { class: "problem", text: t(failure) }),
      problem && make("p", { class: "problem" }, ...withCode(problemText(file))),
      bankButtons(file, actions),
    ),
    make("button", { type: "button", class: "quiet", "data-key": `remove-${id}`, "aria-label": t("remove-file", { name }), title: t("remove-file", { name }), onclick: () => actions.remove(id), text: "×" }),
  );
}

const sentence = ({ message, help }) => `${message[0].toUpperCase()}${message.slice(1)}: ${help}.`;

/** Returns what is wrong with a file. Where no bank is known, it says what the page offers; the form for accounts speaks for itself. */
function problemText({ problem, needed }) {
  const { message, help } = translated(problem);
  return sentence({ message, help: needed.includes("bank") ? withHint(problem.rule, help) : help });
}

/** The buttons for a file whose bank is not known, or was chosen. */
function bankButtons({ id, needed, options }, { setOptions, chooseBank, open }) {
  const parts = [
    (needed.includes("bank") || options.bank) && make("button", { type: "button", "data-key": `bank-${id}`, onclick: () => chooseBank((chosen) => setOptions([id], { bank: chosen })), text: options.bank ? t("other-bank") : t("which-bank") }),
    needed.includes("bank") && make("button", { type: "button", "data-key": `learn-${id}`, onclick: () => open(id), text: t("learn-open-file") }),
    options.bank && make("button", { type: "button", class: "quiet", "data-key": `nobank-${id}`, onclick: () => setOptions([id], { bank: undefined }), text: t("detect-bank") }),
  ].filter(Boolean);
  return parts.length > 0 && make("div", { class: "needs" }, ...parts);
}
