// Which text the page adds to the help of a rule, and to the message of a refusal.

/** For each rule id, the key of the text that follows its help. */
export const HINTS = {
  "account-differs": "hint-account-differs",
  "account-missing": "hint-account-missing",
  "bank-ambiguous": "hint-bank-unknown",
  "bank-unknown": "hint-bank-unknown",
  "currency-differs": "hint-currency-differs",
  "currency-missing": "hint-currency-missing",
  "header-changed": "hint-no-profiles",
  "not-json": "hint-not-json",
  "shape-unproved": "hint-bank-unknown",
};

/** For each reason why a format can't express a transaction or an account, the key of the text that follows its message. */
export const REFUSAL_HINTS = {
  "account-too-long": "hint-account-too-long",
  "too-many-rows": "hint-too-many-rows",
};
