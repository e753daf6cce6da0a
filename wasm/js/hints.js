// Generated from the hints of the library by `BLESS=1 cargo test`.

/** For each rule id, the text that the command line adds to its help. */
export const HINTS = {
  "account-differs": "--account, --accounts",
  "account-map-invalid": "`universal-accounting schema account-map` prints it",
  "account-masked": "--account; for many files --accounts",
  "account-missing": "--account; for many files --accounts",
  "account-unusable": "--account; for many files --accounts",
  "bank-ambiguous": "--bank",
  "bank-unknown": "`universal-accounting banks` lists the known formats; `universal-accounting banks FILE` compares a file with them; --profile reads it with your own profile",
  "cell-too-long": "this limit is fixed in `universal-accounting`; a program that uses the library can raise it",
  "credentials-invalid": "`universal-accounting schema credentials` prints it",
  "currency-missing": "--currency",
  "dates-ambiguous": "`--dates dmy|mdy|ymd`",
  "datev-settings-invalid": "`universal-accounting schema datev-settings` prints it",
  "delivery-invalid": "`universal-accounting schema delivery-request` prints it",
  "forced-response-invalid": "`universal-accounting schema forced-response` prints it",
  "format-by-shape": "--bank",
  "given-account-invalid": "--account, --accounts",
  "given-currency-differs": "--currency, --accounts",
  "given-opening-unused": "--opening",
  "header-changed": "--profile reads the file with it",
  "ledger-accounts-invalid": "`universal-accounting schema ledger-accounts` prints it",
  "line-too-long": "this limit is fixed in `universal-accounting`; a program that uses the library can raise it",
  "not-json": "`universal-accounting convert`",
  "opening-balance": "--opening",
  "profile-invalid": "`universal-accounting schema bank-profile` prints it",
  "shape-unproved": "--bank",
  "too-large": "this limit is fixed in `universal-accounting`; a program that uses the library can raise it",
  "too-many-records": "this limit is fixed in `universal-accounting`; a program that uses the library can raise it",
  "transactions-too-many": "`universal-accounting convert` writes payloads that fit one request"
};
