// Parts of the page that need no browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeAccount, groupByAccount } from "../playground/accounts.js";
import { droppedFiles } from "../playground/dropped-files.js";

/** A file with the total of an account: its first and last day, and the balances before and after. */
const part = (name, first, last, [opening, closing], others = {}) => ({
  id: name, name,
  report: { totals: [{ account: "a", currency: "CHF", transactions: 2, credit: "5.00", debit: "1.00", opening, closing, first, last, balance: "proved", confirmed: 2, ...others }] },
});
/** Describes the account of some files. `repeating` has the names of those with transactions of an earlier one. */
function described(files, repeating = []) {
  const [parts] = groupByAccount(files).values();
  const { opening, closing, gaps, isUnclear, confirmed } = describeAccount(parts, new Set(repeating));
  return { opening, closing, gaps: gaps.map(({ kind, before, after }) => `${kind} ${before} ${after}`), isUnclear, confirmed };
}
const quarter = part("quarter", "2026-01-05", "2026-03-30", ["100.00", "112.00"]);
const february = part("february", "2026-02-02", "2026-02-27", ["104.00", "108.00"]);
const april = part("april", "2026-04-01", "2026-04-29", ["112.0", "116.00"]);

test("files follow one another if the balances do, however they are ordered", () => {
  const follows = { opening: "100.00", closing: "116.00", gaps: [], isUnclear: false, confirmed: 4 };
  assert.deepEqual(described([april, quarter]), follows);
  assert.deepEqual(described([quarter, april]), follows);
});

test("a month within a longer file is no gap, and its closing balance is not that of the account", () => {
  assert.deepEqual(described([quarter, february, april], ["february"]), { opening: "100.00", closing: "116.00", gaps: [], isUnclear: false, confirmed: 6 });
  assert.equal(described([february, quarter], ["february"]).closing, "112.00");
  // Nothing shows that the month is a part of the quarter.
  assert.deepEqual(described([quarter, february]), { opening: "100.00", closing: "112.00", gaps: [], isUnclear: true, confirmed: 4 });
});

test("a balance that jumps is a gap, also within a day", () => {
  const may = part("may", "2026-05-04", "2026-05-29", ["120.00", "124.00"]);
  assert.deepEqual(described([quarter, april, may]).gaps, ["balance april may"]);
  const sameDay = part("same-day", "2026-03-30", "2026-04-29", ["111.99", "115.99"]);
  assert.deepEqual(described([quarter, sameDay]).gaps, ["balance quarter same-day"]);
  // The day is in both files.
  assert.deepEqual(described([quarter, sameDay], ["same-day"]).gaps, []);
});

test("without balances, days that no file covers may be a gap", () => {
  const none = [null, null];
  const [january, march] = [part("january", "2026-01-01", "2026-01-31", none), part("march", "2026-03-01", "2026-03-31", none)];
  const next = part("next", "2026-02-01", "2026-02-28", none);
  assert.deepEqual(described([january, march]).gaps, ["days january march"]);
  assert.deepEqual(described([march, next, january]), { opening: null, closing: null, gaps: [], isUnclear: false, confirmed: 6 });
  const overlapping = part("overlapping", "2026-01-15", "2026-02-15", none);
  assert.deepEqual(described([january, overlapping]), { opening: null, closing: null, gaps: [], isUnclear: true, confirmed: 4 });
  assert.equal(described([january, part("undated", null, null, none)]).isUnclear, true);
});

test("the number of confirmed transactions is not known if two files have some of them", () => {
  const [first, second] = [part("first", "2026-01-01", "2026-01-31", ["1.00", "5.00"], { balance: "partly", confirmed: 1 }), part("second", "2026-01-01", "2026-01-31", ["1.00", "5.00"], { balance: "partly", confirmed: 1 })];
  assert.equal(described([first, second], ["second"]).confirmed, null);
});

/** A file or a folder as a browser gives it. A folder returns two children at a time. */
function entry(path, children) {
  const name = path.split("/").at(-1);
  if (!children) return { name, fullPath: path, isDirectory: false, file: (resolve) => resolve(new File(["x"], name)) };
  const left = [...children];
  return { name, fullPath: path, isDirectory: true, createReader: () => ({ readEntries: (resolve) => resolve(left.splice(0, 2)) }) };
}
const names = async (...entries) => (await droppedFiles({ items: entries.map((each) => ({ webkitGetAsEntry: () => each })), files: [new File(["x"], "direct.csv")] })).map(({ name }) => name);

test("the files in dropped folders are found, with their paths", async () => {
  const folder = entry("/2026", [entry("/2026/a.csv"), entry("/2026/.DS_Store"), entry("/2026/more", [entry("/2026/more/b.csv"), entry("/2026/more/c.csv"), entry("/2026/more/d.csv")]), entry("/2026/e.csv")]);
  assert.deepEqual(await names(folder, entry("/f.csv")), ["2026/a.csv", "2026/more/b.csv", "2026/more/c.csv", "2026/more/d.csv", "2026/e.csv", "f.csv"]);
  assert.deepEqual(await names(entry("/direct.csv")), ["direct.csv"]);
});
