// What the page adds to the help of a rule: the control that does what the help says.

/** For each rule id, the text that follows its help. */
export const HINTS = {
  "account-differs": "clear the field Account",
  "account-missing": "enter it in the field Account",
  "bank-ambiguous": "not possible on this page",
  "bank-unknown": "this page reads no profiles",
  "currency-differs": "clear the field Currency",
  "currency-missing": "enter it in the field Currency",
  "header-changed": "this page reads no profiles",
  "not-json": "choose Bank statement as the kind of file",
  "shape-unproved": "not possible on this page",
};

/** For each reason why a format can't express a transaction or an account, the text that follows its message. */
export const REFUSAL_HINTS = {
  "account-too-long": "this page reads no account maps; a workbook and CSV have no such limit",
  "too-many-rows": "CSV has no such limit",
};

/** Appends to a text what the page adds to it, in parentheses: to the help of a rule, or with `REFUSAL_HINTS` to the message of a refusal. */
export function withHint(id, text, hints = HINTS) {
  return Object.hasOwn(hints, id) ? `${text} (${hints[id]})` : text;
}
