// Reads MT940 with the library @centrapay/swift-parser: `node mt940.mjs FOLDER < PATHS`, for statement_exports.py. FOLDER has the library.
//
// Prints a line of JSON for each path of standard input: the statements with their balances, and amounts and days of the transactions, or the error of the library,
// which also adds up each statement.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.argv[2], "package.json"));
const { parse } = require("@centrapay/swift-parser");
const dayOf = (date) => date.toISOString().slice(0, 10);

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  let result;
  try {
    const statements = parse({ type: "mt940", data: readFileSync(path, "utf8"), validate: true });
    result = statements.map(({ openingBalance, closingBalance, transactions }) => ({
      opening: openingBalance,
      closing: closingBalance,
      transactions: transactions.map(({ amount, date, entryDate }) => [amount, dayOf(entryDate || date)]),
    }));
  } catch (error) {
    result = { error: String(error) };
  }
  console.log(JSON.stringify(result));
}
