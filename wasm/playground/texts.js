// The texts of the page in the language of the reader: one module for each language, with the same keys; a test compares them.
import de from "./texts/de.js";
import en from "./texts/en.js";
import fr from "./texts/fr.js";
import it from "./texts/it.js";

const TEXTS = { de, en, fr, it };

/** Returns the first of some languages that the page has, or English. */
function chooseLanguage(wanted) {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => Object.hasOwn(TEXTS, code)) ?? "en";
}

/** The language in the address of the page, such as `#lang=fr`, which the list of languages sets, or that of the browser. Nothing is stored. */
export let LANGUAGE = chooseLanguage([new URLSearchParams(location.hash.slice(1)).get("lang"), ...navigator.languages].filter(Boolean));
export const LANGUAGES = Object.keys(TEXTS);
export const localeOf = () => `${LANGUAGE}-CH`;
let plurals = new Intl.PluralRules(localeOf());

/** Changes the language of all texts that are made from now on. Those that are in the page from the start are filled in again. */
export function setLanguage(code) {
  LANGUAGE = code;
  plurals = new Intl.PluralRules(localeOf());
  history.replaceState(undefined, "", `#lang=${code}`);
  fillTexts();
}

/** Formats a number with the groups of digits that amounts have too. */
export const formatCount = (number) => `${number}`.replace(/\B(?=(\d{3})+$)/g, "’");

/** Formats a day as it is written in the language; in English it stays as it is. */
export const formatDay = (day) => (LANGUAGE === "en" ? day : day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$3.$2.$1"));

/**
 * Returns the text of a key, with parameters in place of `{name}`. A text with a number is an object with a text for each plural form of the language, and is
 * chosen by the parameter `count`; numbers are formatted.
 */
export function t(key, params = {}) {
  const text = TEXTS[LANGUAGE][key];
  const form = typeof text === "object" ? (text[plurals.select(params.count)] ?? text.other) : text;
  return form.replace(/\{([a-zA-Z]+)\}/g, (_, name) => (typeof params[name] === "number" ? formatCount(params[name]) : params[name]));
}

export const hasText = (key) => Object.hasOwn(TEXTS[LANGUAGE], key);

/** Fills in the texts of elements that are in the page from the start: those of `data-t`, and of `data-t-ATTRIBUTE`. */
export function fillTexts() {
  document.documentElement.lang = LANGUAGE;
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const [attribute, name] of [["aria-label", "tLabel"], ["placeholder", "tPlaceholder"]]) {
    for (const element of document.querySelectorAll("*")) if (element.dataset[name]) element.setAttribute(attribute, t(element.dataset[name]));
  }
}
