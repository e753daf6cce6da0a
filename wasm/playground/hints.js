// What the page adds to the help of a rule: the control that does what the help says.
import { HINTS } from "./hint-keys.js";
import { t } from "./texts.js";

/** Appends to a text what the page adds to it, in parentheses: to the help of a rule, or with `REFUSAL_HINTS` to the message of a refusal. */
export function withHint(id, text, hints = HINTS) {
  return Object.hasOwn(hints, id) ? `${text} (${t(hints[id])})` : text;
}
