// What the command-line program adds to the help of a rule. The texts of the rules name no option, because the library and the playground show them too.

const FIXED_LIMITS = "the limits of this program are fixed; a program that uses the package can raise them";

/** For each rule id, the text that follows its help. */
export const HINTS = {
  "account-differs": "--account, --accounts",
  "account-map-invalid": "`universal-accounting schema account-map` prints it",
  "account-missing": "--account; for many files --accounts",
  "account-unusable": "--account; for many files --accounts",
  "bank-ambiguous": "--bank",
  "bank-unknown":
    "`universal-accounting banks` lists the known formats; `universal-accounting banks FILE` compares a file with them; --profile reads it with your own profile",
  "cell-too-long": FIXED_LIMITS,
  "credentials-invalid": "`universal-accounting schema credentials` prints it",
  "currency-differs": "--currency",
  "currency-missing": "--currency",
  "delivery-invalid": "`universal-accounting schema delivery-request` prints it",
  "forced-response-invalid": "`universal-accounting schema forced-response` prints it",
  "format-by-shape": "--bank",
  "header-changed": "--profile reads the file with it",
  "ledger-accounts-invalid": "`universal-accounting schema ledger-accounts` prints it",
  "line-too-long": FIXED_LIMITS,
  "not-json": "`universal-accounting convert`",
  "profile-invalid": "`universal-accounting schema bank-profile` prints it",
  "shape-unproved": "--bank",
  "too-large": FIXED_LIMITS,
  "too-many-records": FIXED_LIMITS,
  "transactions-too-many": "`universal-accounting convert` writes payloads that fit one request",
};

/** Appends to the help of a rule what the program adds to it, in parentheses. */
export function withHint(rule, help) {
  return Object.hasOwn(HINTS, rule) ? `${help} (${HINTS[rule]})` : help;
}
