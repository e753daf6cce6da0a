// What the page adds to the help of a rule and to the message of a refusal: the control that does what the text says.
import { HINTS } from "./hint-texts.js";
import { LANGUAGE, t } from "./texts.js";

/** For each reason why a format can't express a transaction or an account, the key of the text that follows its message. */
const REFUSAL_HINTS = { "account-too-long": "hint-account-too-long", "account-characters": "hint-account-too-long", "too-many-rows": "hint-too-many-rows" };

const append = (text, hint) => (hint === undefined ? text : `${text} (${hint})`);

/** Appends to the help of a rule what the page adds to it, in parentheses. */
export function withHint(rule, help) {
  return append(help, HINTS[rule]?.[LANGUAGE]);
}

/** Appends to the message of a refusal what the page adds to it, in parentheses. */
export function withRefusalHint(reason, message) {
  const key = REFUSAL_HINTS[reason];
  return append(message, key && t(key));
}
