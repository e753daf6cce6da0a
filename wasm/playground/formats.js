// Generated from the formats of the library by `BLESS=1 cargo test`.

/** For each format that statements are written in, the extension of its files. */
export const FORMATS = {
  "xlsx": "xlsx",
  "csv": "csv",
  "camt.053": "xml",
  "mt940": "sta",
  "ofx": "ofx",
  "qbo": "qbo",
  "qif": "qif",
  "datev": "csv",
  "ynab": "csv",
  "xero": "csv",
  "gnucash": "csv",
  "hledger": "journal",
  "beancount": "beancount"
};
