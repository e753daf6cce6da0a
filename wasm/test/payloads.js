// Inputs of the tests of functions, and what these tests compare.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./installed.js";

export const transaction = (more) => ({
  accountIdentifier: "CH9300762011623852957", transactionId: "1", text: "Kaffee", creditDebit: "debit", amount: "12.50", currency: "CHF",
  bookedAt: "2026-03-31", ...more,
});
export const payload = (...transactions) => ({ transactions });
export const sample = () => readFileSync(join(root, "tests/bank/ubs-account/2022-11-de.csv"));
export const invalidInput = { name: "AccountingError", code: "invalid-input" };
export const invalidOption = { name: "AccountingError", code: "invalid-option" };
export const rules = (report) => report.findings.map((finding) => finding.rule);
