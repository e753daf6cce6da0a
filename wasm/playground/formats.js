// Generated from the formats of the library by `BLESS=1 cargo test`.

/** For each format that statements are written in, the extension of its files. */
export const FORMATS = {
  "xlsx": "xlsx",
  "csv": "csv",
  "camt.053": "xml",
  "ofx": "ofx",
  "hledger": "journal",
  "beancount": "beancount"
};
