// The texts of the page in the language of the reader: one module for each language, with the same keys; a test compares them.
import de from "./texts/de.js";
import en from "./texts/en.js";
import fr from "./texts/fr.js";
import it from "./texts/it.js";

const TEXTS = { de, en, fr, it };

/** Returns the first language that the browser asks for and the page has, or English. */
export function chooseLanguage(wanted = navigator.languages) {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => Object.hasOwn(TEXTS, code)) ?? "en";
}

export const LANGUAGE = chooseLanguage();
const locale = `${LANGUAGE}-CH`;
const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);

/** Formats a number with the groups of digits of the language. */
export const formatCount = (number) => numbers.format(number);

/**
 * Returns the text of a key, with parameters in place of `{name}`. A text with a number is an object with a text for each plural form of the language, and is
 * chosen by the parameter `count`; numbers are formatted.
 */
export function t(key, params = {}) {
  const text = TEXTS[LANGUAGE][key];
  const form = typeof text === "object" ? (text[plurals.select(params.count)] ?? text.other) : text;
  return form.replace(/\{([a-zA-Z]+)\}/g, (_, name) => (typeof params[name] === "number" ? formatCount(params[name]) : params[name]));
}
