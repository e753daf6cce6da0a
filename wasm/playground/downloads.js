// What is taken away of statements: a workbook and a table first, the formats of other programs and the payload of the service behind them.
import { certificateButton } from "./certificate.js";
import { download, formatSize, make, withCode } from "./dom.js";
import { FORMATS } from "./formats.js";
import { withRefusalHint } from "./hints.js";
import { LANGUAGE, t } from "./texts.js";
import { translatedNote, translatedReason } from "./translations.js";
import { SUPERSEDED } from "./worker-client.js";

/** How many refused transactions are listed. */
const MAX_REFUSED = 200;
/** The formats that have buttons of their own. */
const BUTTONS = ["xlsx", "csv"];

/** Whether spreadsheets in the region of the browser have a comma before decimals. Those in Switzerland and in English have a point. */
const hasDecimalComma = () => /^(de|fr|it)\b/.test(navigator.language) && !navigator.language.endsWith("-CH");

/**
 * Makes the downloads. `write` returns what a format was written as, `certify` the certificate of what was saved, and `nameOf` the name of a file with an ending. `payloads` makes the buttons for the service, and gets what
 * saves a payload. `count` is the number of transactions that each download has.
 */
export function downloads({ id, count, isBroken, isIncomplete, isAsked, write, certify, nameOf, showRefusal, payloads, repeated }) {
  const outcome = make("div", { class: "outcome", "aria-live": "polite" });
  /** The file that was saved last. */
  let saved;
  async function save(settings, label) {
    try {
      const whole = { language: LANGUAGE, ...settings };
      const exported = await write(whole);
      const file = nameOf(`.${FORMATS[settings.to]}`);
      outcome.replaceChildren(...(exported.content ? described(exported, file, count) : refusals(exported.refused, label, showRefusal)));
      if (exported.content) {
        saved = { name: file, settings: whole, content: exported.content };
        download(file, "application/octet-stream", exported.content);
      }
    } catch (error) {
      if (error.message === SUPERSEDED) return;
      outcome.replaceChildren(make("p", { class: "error" }, t("not-saved"), " ", make("span", { lang: "en", text: error.message })));
    }
    outcome.scrollIntoView({ block: "nearest" });
  }
  /** Saves payloads. One of several has no certificate, which would be of all. */
  function savePayloads(file, content, { isPart, isOne, transactions = count }) {
    outcome.replaceChildren(...described({ content, transactions, notes: [] }, file, transactions));
    saved = { name: file, settings: { to: isOne ? "payload" : "payload-lines", language: LANGUAGE }, content, isPart };
    download(file, "application/json", content);
  }
  const mark = make("select", { "data-key": `${id}-mark`, "aria-label": t("decimal-mark") }, ...["point", "comma"].map((value) => make("option", { value, selected: (value === "comma") === hasDecimalComma(), text: t(`decimal-${value}`) })));
  const saveWorkbook = () => save({ to: "xlsx" }, t("format-xlsx"));
  const saveTable = () => save({ to: "csv", delimiter: ";", byteOrderMark: true, signedAmounts: true, decimalComma: mark.value === "comma" }, t("format-csv"));
  const others = otherFormats(id, save, () => outcome.replaceChildren());
  // Disabled as a whole, it still shows what there would be.
  const buttons = make(
    "fieldset",
    { class: "download" },
    make("button", { type: "button", class: "primary", id: `${id}-xlsx`, "data-key": `${id}-xlsx`, onclick: saveWorkbook, text: t("save-workbook") }),
    make("button", { type: "button", id: `${id}-csv`, "data-key": `${id}-csv`, onclick: saveTable, text: t("save-table") }),
    mark,
    certificateButton(id, { saved: () => saved, certify, outcome }),
    make("span", { class: "about", text: t("transactions-count", { count }) }),
    make("details", { class: "more-formats", "data-key": `${id}-others` }, make("summary", {}, t("for-programs"), make("span", { class: "about", text: ` ${programs()}` })), others),
    make("details", { class: "more-formats", "data-key": `${id}-service` }, make("summary", { text: t("for-service") }), make("div", { class: "download" }, payloads(savePayloads))),
  );
  return make(
    "section",
    { class: "taken", "aria-label": t("downloads") },
    make("h2", { text: t("downloads") }),
    repeated > 0 && make("p", { class: "about", text: t("repeated-once", { count: repeated }) }),
    isIncomplete && make("p", { class: "caution", text: t("incomplete") }),
    isAsked && make("p", { class: "caution", text: t("answer-first") }),
    isBroken && !isAsked && confirmation(id, buttons),
    isAsked ? lock(buttons) : buttons,
    outcome,
  );
}

/** A caution about balances that contradict the transactions. Until it is confirmed, nothing is taken away. */
function confirmation(id, buttons) {
  const box = make("input", { type: "checkbox", "data-key": `${id}-confirm`, onchange: () => (buttons.disabled = !box.checked) });
  buttons.disabled = true;
  // What was confirmed stays confirmed when the page is made anew.
  queueMicrotask(() => (buttons.disabled = !box.checked));
  return make("p", { class: "caution" }, t("broken-caution"), " ", make("label", {}, box, ` ${t("broken-confirm")}`));
}

function lock(buttons) {
  buttons.disabled = true;
  return buttons;
}

/** The formats that are in the list. */
const listed = () => Object.keys(FORMATS).filter((name) => !BUTTONS.includes(name));

/** Returns their names, so that a person who looks for one finds the list. */
const programs = () => listed().map((name) => t(`format-${name}`).replace(/ \(.*/, "")).join(", ");

/** The list of the formats of other programs, with the field that a format needs. */
function otherFormats(id, save, onchange) {
  const bankNumber = make("input", { type: "text", inputmode: "numeric", hidden: true, "aria-label": t("bank-number"), placeholder: t("bank-number") });
  const datev = make("input", { type: "file", accept: ".json,application/json" });
  const labelled = make("label", { hidden: true }, `${t("datev-settings")} `, datev);
  const select = make("select", { id, "data-key": id, "aria-label": t("for-programs"), onchange: show }, ...listed().map((value) => make("option", { value, text: t(`format-${value}`) })));
  function show() {
    bankNumber.hidden = select.value !== "qbo";
    labelled.hidden = select.value !== "datev";
    onchange();
  }
  async function saveChosen() {
    const settings = { to: select.value };
    if (select.value === "qbo" && bankNumber.value) settings.bankNumber = Number(bankNumber.value);
    if (select.value === "datev" && datev.files.length > 0) settings.datev = JSON.parse(await datev.files[0].text());
    await save(settings, t(`format-${select.value}`));
  }
  return make("div", { class: "download" }, select, bankNumber, labelled, make("button", { type: "button", id: `${id}-export`, "data-key": `${id}-export`, onclick: saveChosen, text: t("save-statement") }));
}

/** Shows what was saved. A ledger also has a transaction for each opening balance. */
function described({ content, transactions, notes }, file, count) {
  const booked = t("transactions-count", { count: Math.min(transactions, count) });
  const all = transactions > count ? t("saved-openings", { transactions: booked, count: transactions - count }) : booked;
  return [
    make("p", { text: t("saved", { file, transactions: all, size: formatSize(content.size) }) }),
    transactions < count && make("p", { class: "error", text: t("saved-fewer", { count: count - transactions }) }),
    notes.length > 0 && make("ul", { class: "notes" }, ...notes.map((note) => make("li", {}, withCode(sentence(translatedNote(note)))))),
  ].filter(Boolean);
}

/** Shows what the format can't express, so that nothing was saved. */
function refusals(refused, format, showRefusal) {
  const listed = refused.slice(0, MAX_REFUSED).map((refusal) => {
    const { line, name, reason } = refusal;
    const text = withRefusalHint(reason, translatedReason(refusal.sentence));
    const place = [name, t("line", { line: `${line}` })].filter(Boolean).join(", ");
    return make("li", {}, make("button", { type: "button", class: "quiet error", onclick: () => showRefusal(refusal), text: place }), " ", make("span", {}, withCode(sentence(text))));
  });
  const left = refused.length - listed.length;
  return [
    make("p", { class: "error", text: t("not-expressible", { format }) }),
    make("ul", { class: "refused" }, ...listed, left > 0 && make("li", { text: t("more", { count: left }) })),
  ];
}

/** Returns a message as a sentence. */
const sentence = (message) => `${message[0].toUpperCase()}${message.slice(1)}.`;
