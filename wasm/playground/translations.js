// Findings in the language of the page.
import * as de from "../dist/messages/de.js";
import * as fr from "../dist/messages/fr.js";
import * as it from "../dist/messages/it.js";
import { formatName } from "./bank-name.js";
import { formatAmount } from "./money.js";
import { LANGUAGE, formatDay, t } from "./texts.js";

const TRANSLATIONS = { de, fr, it };

/** Returns the title, the message and the help of a finding. In English, its rule has the title. */
export function translated(finding) {
  const translations = TRANSLATIONS[LANGUAGE];
  return translations ? translations.translate({ ...finding, params: shownParams(finding.params) }) : { title: undefined, message: finding.message, help: finding.help };
}

/** Returns the parameters of a finding as the page shows such values elsewhere: days, differences of amounts, and names of formats. */
function shownParams(params) {
  const shown = { ...params };
  for (const [name, value] of Object.entries(shown)) {
    if (typeof value !== "string") continue;
    if (name === "bank") shown[name] = formatName(value);
    else if (name === "difference" && /^-?\d+(\.\d+)?$/.test(value)) shown[name] = formatAmount(value);
    else if (/^\d{4}-\d\d-\d\d( – \d{4}-\d\d-\d\d)?$/.test(value)) shown[name] = value.split(" – ").map(formatDay).join(" – ");
  }
  return shown;
}

/** Returns what the worker finds wrong with an account or a currency that a person enters, or an empty string. */
export function problemOf(option, problem) {
  return problem ? translated({ ...problem, params: { ...problem.params, field: t(option) } }).message.replaceAll("`", "") : "";
}

/** Returns a sentence of the library, such as a question. */
export const translatedSentence = (sentence) => TRANSLATIONS[LANGUAGE]?.translateSentence(sentence) ?? sentence.text;

/** Returns a note of an export. */
export const translatedNote = ({ count, message, template, field }) => translatedSentence({ text: message, template, params: { count, field: field ?? "" } });

/** Returns the reason of a refusal, which has no parameters. */
export const translatedReason = (sentence) => translatedSentence({ text: sentence, template: sentence, params: {} });

/** Takes a currency as soon as its three letters are typed: nothing on the page says that a field has to be left. */
export function takeWholeCode({ target, inputType }) {
  if (inputType === "deleteContentBackward" || !/^\s*[a-z]{3}\s*$/i.test(target.value)) return;
  target.dataset.taken = target.value;
  target.dispatchEvent(new Event("change"));
}

/** Whether a field is left with the text that was taken while it was typed. */
export const isTaken = ({ target, isTrusted }) => isTrusted && target.dataset.taken === target.value;

/** Returns what a person means by the text of a field: a currency in small letters is one all the same. */
export function typedOption(option, text) {
  const trimmed = text.trim();
  return option === "currency" && /^[a-z]{3}$/i.test(trimmed) ? trimmed.toUpperCase() : trimmed;
}
