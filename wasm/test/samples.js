// The module and the native program give identical outputs for third-party samples and test suites, in the folder UACC_SHARED.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Collection } from "../playground/collection.js";
import { compareChecks, compareConversions, compareHistory, filesBelow } from "./compare.js";

const shared = process.env.UACC_SHARED;

test("conversions of bank samples are identical", () => compareConversions(filesBelow(join(shared, "bank-formats/samples"))));

test("reports on test suites are identical", () => compareChecks(filesBelow(join(shared, "conformance")).filter((file) => statSync(file).size < 1e6)));

/** Returns what the page shows of files with an account and a currency. */
async function overviewOf(paths, known) {
  const collection = new Collection();
  await collection.add(paths.map((path) => new File([readFileSync(path)], path)), () => {});
  const { files } = collection.overview();
  collection.setOptions(files.map(({ id }) => id), known);
  return { collection, ...collection.overview() };
}

/** Compares what the page shows of files with the lines that the program writes. */
async function comparePage(paths, known, lines) {
  const { collection, files, accounts } = await overviewOf(paths, known);
  const [expected, reports] = [lines.at(-1).accounts, lines.slice(0, -1)];
  // The page adds to each finding which of its files is meant.
  const said = ({ id, ...finding }) => finding;
  const shown = ({ account, currency, transactions, repeated, credit, debit, first, last, opening, closing, balance, confirmed, findings }) =>
    ({ account, currency, transactions, repeated, credit, debit, first, last, opening, closing, balance, confirmed, findings: findings.map(said) });
  const named = paths.join(" ");
  assert.deepEqual(accounts.map(shown), expected.filter(({ transactions }) => transactions > 0).map(shown), named);
  const repeatedIn = ({ skipped }) => skipped.filter(({ reason }) => reason === "repeated").length;
  assert.deepEqual(
    files.map(({ transactions, repeated, rejected, errors, warnings, notes }) => ({ transactions, repeated, rejected, errors, warnings, notes })),
    reports.map((report) => ({ transactions: report.transactions.length, repeated: repeatedIn(report), rejected: report.rejected.length, errors: report.errors, warnings: report.warnings, notes: report.notes })),
    named,
  );
  const payloads = (await collection.payloads().text()).split("\n").filter(Boolean);
  assert.deepEqual(payloads.flatMap((payload) => JSON.parse(payload).transactions), reports.flatMap(({ transactions }) => transactions), named);
}

test("several statements are the same in the module, on the page and in the program", async () => {
  const folder = join(shared, "continuity");
  const [head, ...rows] = readFileSync(join(folder, "cases.tsv"), "utf8").trimEnd().split("\n").map((line) => line.split("\t"));
  assert.ok(rows.length > 20);
  const known = { account: "CH9300762011623852957", currency: "CHF" };
  for (const row of rows) {
    const paths = row[head.indexOf("files")].split(" ").map((name) => join(folder, "cases", name));
    for (const ordered of paths.length > 1 ? [paths, paths.toReversed()] : [paths]) {
      const lines = compareHistory(ordered, known).trimEnd().split("\n").map((line) => JSON.parse(line));
      await comparePage(ordered, known, lines);
    }
  }
});
