// Parts of the page that need no browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Collection } from "../playground/collection.js";
import { droppedFiles } from "../playground/dropped-files.js";
import { statement } from "./mt940.js";
import { ACCOUNT, statement as table } from "./page.js";
import { STATEMENT } from "./zip.js";

const APRIL = statement({ from: "260401", opening: "137,50", entries: ["2604020402D10,00"], until: "260430", closing: "127,50" });
const MAY = statement({ from: "260501", opening: "120,00", entries: ["2605040504D20,00"], until: "260531", closing: "100,00" });
async function collectionOf(files) {
  const collection = new Collection();
  await collection.add(Object.entries(files).map(([name, content]) => new File([content], name)), () => {});
  return collection;
}
const account = async (files) => (await collectionOf(files)).overview().accounts[0];
const transactionsIn = async (blob) => (await blob.text()).trim().split("\n").flatMap((line) => JSON.parse(line).transactions);

test("files with the same name are told apart", async () => {
  const collection = await collectionOf({ "may.sta": MAY });
  await collection.add([new File([APRIL], "may.sta"), new File([MAY], "may.sta")], () => {});
  const { files, accounts: [{ findings, files: count, transactions }] } = collection.overview();
  assert.deepEqual(files.map(({ name, transactions, repeated }) => [name, transactions, repeated]), [["may.sta", 1, 0], ["may.sta (2)", 1, 0], ["may.sta (3)", 0, 1]]);
  assert.deepEqual([findings.map(({ file, params }) => [file, params.before]), count, transactions], [[["may.sta", "1, may.sta (2)"]], 3, 2]);
});

test("what is shown changes with the files and their options", async () => {
  const collection = await collectionOf({ "april.sta": APRIL, "may.sta": MAY, "note.json": "{}" });
  assert.deepEqual(collection.overview().accounts.map(({ balance, from, until, findings }) => [balance, from, until, findings.length]), [["partly", "2026-04-01", "2026-05-31", 1]]);
  const [april, may] = collection.overview().files;
  assert.deepEqual([april.warnings, may.warnings], [0, 1]);
  collection.remove(april.id);
  assert.deepEqual(collection.overview().accounts.map(({ balance, findings }) => [balance, findings.length]), [["proved", 0]]);
  await collection.add([new File([STATEMENT.map((row) => row.join(";")).join("\n")], "c.csv")], () => {});
  const needy = collection.overview().files.at(-1);
  assert.deepEqual([needy.needed, needy.transactions], [["currency"], 0]);
  collection.setOptions([needy.id], { currency: "EUR" });
  assert.deepEqual((await transactionsIn(collection.payloads())).map(({ currency }) => currency), ["CHF", "EUR", "EUR"]);
  assert.deepEqual(collection.overview().accounts.map(({ currency }) => currency), ["CHF", "EUR"]);
  collection.clear();
  assert.deepEqual(collection.overview(), { files: [], accounts: [], mergedAccounts: [], bytes: 0 });
});

test("without balances, nothing shows a gap between days that two files have", async () => {
  const days = (...bookings) => table(ACCOUNT, bookings.map(([day, amount]) => [day, amount, ""]));
  const january = days(["2026-01-05", "-1.00"], ["2026-01-31", "-2.00"]);
  const { isUnclear, findings } = await account({ "a.csv": january, "b.csv": days(["2026-01-20", "-3.00"], ["2026-02-10", "-4.00"]) });
  assert.deepEqual([isUnclear, findings], [true, []]);
  const follows = await account({ "a.csv": january, "b.csv": days(["2026-02-01", "-3.00"]) });
  assert.deepEqual([follows.isUnclear, follows.findings], [false, []]);
  const gap = await account({ "a.csv": january, "b.csv": days(["2026-03-01", "-3.00"]) });
  assert.deepEqual(gap.findings.map(({ rule, severity }) => [rule, severity]), [["days-uncovered", "note"]]);
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
