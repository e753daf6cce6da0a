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

/** Appends to the help of a rule what the page adds to it, in parentheses. */
export function withHint(rule, help) {
  return Object.hasOwn(HINTS, rule) ? `${help} (${HINTS[rule]})` : help;
}
