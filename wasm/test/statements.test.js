// Several statements: what the package says about them together, whatever it is asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import * as api from "../dist/index.js";
import * as exports from "../dist/export/index.js";
import * as statements from "../dist/statements/index.js";
import { statement } from "./mt940.js";
import { STATEMENT, workbook } from "./zip.js";

const WEEK = statement({ from: "260302", opening: "100,00", entries: ["2603030303D12,50"], until: "260306", closing: "87,50" });
const MONTH = statement({ from: "260302", opening: "100,00", entries: ["2603030303D12,50", "2603200320C50,00"], until: "260331", closing: "137,50" });
const APRIL = statement({ from: "260401", opening: "137,50", entries: ["2604020402D10,00"], until: "260430", closing: "127,50" });
const MAY = statement({ from: "260501", opening: "120,00", entries: ["2605040504D20,00"], until: "260531", closing: "100,00" });
const files = (contents) => Object.entries(contents).map(([file, content]) => ({ file, content }));
const rules = ({ findings }) => findings.map(({ rule }) => rule);
const amounts = ({ transactions }) => transactions.map(({ amount }) => amount);
const invalidOption = { name: "AccountingError", code: "invalid-option" };

test("a transaction that an earlier statement has is left out of the later one, in any order of the files", () => {
  const named = { "april.sta": APRIL, "month.sta": MONTH, "week.sta": WEEK };
  for (const contents of [named, Object.fromEntries(Object.entries(named).reverse())]) {
    const { files: reports, accounts: [account, ...others] } = api.convertStatements(files(contents));
    const byName = Object.fromEntries(reports.map((report) => [report.file, report]));
    assert.deepEqual(reports.map(({ file }) => file), Object.keys(contents));
    assert.deepEqual(Object.keys(named).map((name) => amounts(byName[name])), [["10.00"], ["50.00"], ["12.50"]]);
    assert.deepEqual(byName["month.sta"].skipped, [{ line: 5, reason: "repeated" }]);
    for (const { rows, transactions, details, skipped, rejected } of reports) assert.equal(rows, transactions.length + details + skipped.length + rejected.length);
    const { account: iban, currency, transactions, repeated, credit, debit, opening, closing, balance, confirmed, findings } = account;
    assert.deepEqual([iban, currency, transactions, repeated, credit, debit], ["CH9300762011623852957", "CHF", 3, 1, "50.00", "22.50"]);
    assert.deepEqual([opening, closing, balance, confirmed, findings, others], ["100.00", "127.50", "proved", 3, [], []]);
    assert.deepEqual(account.statements.map(({ file, link, repeated }) => [file, link, repeated]), [["week.sta", "part", 0], ["month.sta", "unknown", 1], ["april.sta", "follows", 0]]);
  }
});

test("what is missing between files is in the report of the later file, and in its account", () => {
  const { files: [may, april], accounts: [account] } = api.convertStatements(files({ "may.sta": MAY, "april.sta": APRIL }));
  assert.deepEqual([rules(april), rules(may), rules(account)], [[], ["statement-missing"], ["statement-missing"]]);
  assert.deepEqual([account.findings[0].file, account.findings[0].params.before], ["may.sta", "1, april.sta"]);
  assert.deepEqual([account.balance, may.balance, april.balance], ["partly", "proved", "proved"]);
  // One file alone has no neighbour.
  assert.deepEqual([rules(api.convertStatement(MAY)), "accounts" in api.convertStatement(MAY)], [[], false]);
});

test("the statements of one file are compared like those of several", () => {
  const { files: [report], accounts } = api.convertStatements([{ content: WEEK + MONTH + APRIL }]);
  assert.deepEqual([amounts(report), accounts[0].transactions, accounts[0].balance], [["12.50", "50.00", "10.00"], 3, "proved"]);
  const { origins, ...alone } = api.convertStatement(WEEK + MONTH + APRIL);
  assert.deepEqual([origins, alone], [undefined, report]);
});

test("transactions are received in batches, each with the index of its file", () => {
  const several = files({ "month.sta": MONTH, "week.sta": WEEK });
  const { files: whole, ...joined } = api.convertStatements(several, { origins: true });
  assert.deepEqual(whole.map(({ origins }) => origins.map(({ line }) => line)), [[7], [5]]);
  const without = whole.map(({ transactions, origins, ...rest }) => rest);
  const decode = (json) => JSON.parse(typeof json === "string" ? json : new TextDecoder().decode(json));
  for (const [name, read] of [["onBatch", (batch) => batch], ["onPayload", decode], ["onPayloadBytes", decode]]) {
    const seen = [];
    const result = api.convertStatements(several, { batch: 1, [name]: (batch, file) => seen.push([file, ...amounts(read(batch))]) });
    assert.deepEqual([result, seen], [{ files: without, ...joined }, [[0, "50.00"], [1, "12.50"]]], name);
    const thrown = new RangeError("mine");
    const refuse = () => {
      throw thrown;
    };
    assert.throws(() => api.convertStatements(several, { [name]: refuse }), (error) => error === thrown);
    assert.throws(() => api.convertStatements(several, { [name]: async () => {} }), invalidOption);
  }
  // A function that receives transactions may call the package.
  api.convertStatements(several, { onBatch: () => assert.equal(api.convertStatements(several).accounts.length, 1) });
});

test("options hold for all files, unless a file has its own", () => {
  const several = [{ content: STATEMENT.map((row) => row.join(";")).join("\n") }, { content: APRIL.replace(":25:CH9300762011623852957\n", ":25:\n"), account: "own" }];
  const { files: reports } = api.convertStatements(several, { currency: "EUR", account: "CH9300762011623852957" });
  assert.deepEqual(reports.map(({ transactions: [{ accountIdentifier, currency }] }) => [accountIdentifier, currency]), [["CH9300762011623852957", "EUR"], ["own", "CHF"]]);
  const gap = files({ "april.sta": APRIL, "may.sta": MAY });
  const strict = api.convertStatements(gap, { deny: ["statement-missing"] });
  assert.deepEqual([strict.files[1].errors, strict.accounts[0].findings[0].severity], [1, "error"]);
  const allowed = api.convertStatements(gap, { allow: ["statement-missing"] });
  assert.deepEqual([rules(allowed.files[1]), rules(allowed.accounts[0]), allowed.accounts[0].balance], [[], [], "partly"]);
  assert.deepEqual(rules(api.convertStatements([gap[0], { ...gap[1], allow: ["statement-missing"] }]).files[1]), []);
  for (const options of [{ file: "a" }, { batch: 5 }, { bank: "none" }, { to: "csv" }, 5, { onBatch() {}, onPayload() {} }]) assert.throws(() => api.convertStatements(gap, options), invalidOption);
  assert.throws(() => api.convertStatements(gap[0]), { code: "invalid-input" });
  for (const file of [undefined, "text", { file: "april.sta" }]) assert.throws(() => api.convertStatements([file]), { code: "invalid-input" });
  assert.deepEqual(api.convertStatements([]), { files: [], accounts: [], calendars: [], tookOneAccount: true, mergedAccounts: [] });
});

test("whether files that take the same account are linked is said", () => {
  const nameless = (content) => ({ content: content.replace("CH9300762011623852957", "") });
  const tookOne = (...contents) => api.convertStatements(contents, { account: "CH9300762011623852957" }).tookOneAccount;
  const [week, month, april, may] = [WEEK, MONTH, APRIL, MAY].map(nameless);
  assert.deepEqual([tookOne(april), tookOne(april, month), tookOne(week, april, month)], [true, true, true]);
  assert.deepEqual([tookOne(april, may), tookOne(april, month, may)], [false, false]);
  const merged = (...files) => api.convertStatements(files).mergedAccounts;
  const given = (file, account) => ({ ...file, account });
  assert.deepEqual([merged(given(april, "a"), given(may, "a")), merged(given(april, "a"), given(month, "a")), merged(given(april, "a"), given(may, "b"))], [["a"], [], []]);
  // Two files that name their account themselves take none.
  assert.equal(tookOne({ content: APRIL }, { content: MAY }), true);
});

test("the result is what its schemas describe", () => {
  const ajv = new Ajv.default({ validateFormats: false, strict: false });
  ajv.addSchema(api.schema("transactions"));
  const [isConversion, areAccounts] = [ajv.compile(api.schema("conversion")), ajv.compile(api.schema("accounts"))];
  const { files: reports, accounts } = api.convertStatements(files({ "week.sta": WEEK, "month.sta": MONTH, "may.sta": MAY, "notes.txt": "hello" }), { origins: true });
  for (const report of reports) assert.ok(isConversion(report), JSON.stringify(isConversion.errors));
  assert.ok(areAccounts({ accounts }), JSON.stringify(areAccounts.errors));
});

test("the entries for statements have the function, also for workbooks", () => {
  const several = files({ "week.sta": WEEK, "month.sta": MONTH });
  const expected = api.convertStatements(several, { origins: true });
  const [book] = files({ "book.xlsx": workbook("Konto", STATEMENT) });
  for (const entry of [statements, exports]) {
    assert.deepEqual(entry.convertStatements(several, { origins: true }), expected);
    assert.deepEqual(amounts(entry.convertStatements([book], { currency: "CHF" }).files[0]), ["1200.00", "5000.10"]);
  }
});

test("an export has each transaction once, and the reports on its files are those of the files together", () => {
  const several = files({ "month.sta": MONTH, "week.sta": WEEK, "may.sta": MAY, "again.sta": MAY });
  for (const [to, entry] of [["csv", /^"CH93/gm], ["camt.053", /<Ntry>/g], ["ofx", /<STMTTRN>/g], ["qif", /^T-?\d/gm], ["ynab", /^20/gm], ["xero", /^20/gm], ["gnucash", /^20/gm], ["hledger", /\bid: /g], ["beancount", /\bid: /g]]) {
    const { content, transactions, files: reports } = api.exportStatements(several, { to });
    const text = new TextDecoder().decode(content);
    assert.equal(text.match(entry)?.length, 3, to);
    if (!["hledger", "beancount"].includes(to)) assert.equal(transactions, 3, to);
    assert.deepEqual(reports, api.convertStatements(several, { onPayload() {} }).files);
  }
  // Between April and May, a statement is missing, so no balances lead from the first to the last transaction.
  assert.deepEqual(api.exportStatements(several, { to: "mt940" }).refused.map(({ reason }) => reason), ["balances-differ"]);
  const { content } = api.exportStatements(several.slice(0, 2), { to: "mt940" });
  assert.equal(new TextDecoder().decode(content).match(/^:61:/gm)?.length, 2);
  assert.throws(() => api.exportStatements(several[0], { to: "csv" }), { code: "invalid-input" });
});

test("the days that statements cover are said for each account", () => {
  const { calendars: [{ days, missing }] } = api.convertStatements(files({ "april.sta": APRIL, "may.sta": MAY }));
  assert.deepEqual(days.map(({ from, until, coverage }) => [from, until, coverage]), [["2026-04-01", "2026-05-31", "proved"]]);
  assert.deepEqual(missing.map(({ closing, opening, difference }) => [closing, opening, difference]), [["127.50", "120.00", "-7.50"]]);
});

test("a certificate is verified until a byte changes", () => {
  const [inputs, accounts] = [[{ name: "/home/anna/month.sta", content: MONTH }], { accounts: [{ written: ["1"], account: "Kasse" }] }];
  for (const to of ["csv", "hledger", "xlsx"]) {
    const { content } = api.exportStatements([{ content: MONTH, file: "month.sta" }], { to, language: "fr" });
    const certified = api.certificate(inputs, [{ name: `out.${to}`, content }], { to, language: "fr", accounts });
    assert.match(certified.html, /Attestation de conversion/);
    assert.ok(!certified.html.includes("anna"));
    const bytesOf = (value) => (typeof value === "string" ? new TextEncoder().encode(value) : value);
    const files = Object.entries({ "month.sta": MONTH, [`out.${to}`]: content, "accounts.json": JSON.stringify(accounts) }).map(([name, each]) => ({ name, content: bytesOf(each) }));
    for (const form of [certified.json, certified.html]) {
      assert.deepEqual(api.verifyCertificate(form, files).differences, []);
      for (const [index, { name, content: whole }] of files.entries()) {
        const changed = [...files];
        changed[index] = { name, content: whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte)) };
        assert.equal(api.verifyCertificate(form, changed).differences[0].name, name);
      }
      assert.equal(api.verifyCertificate(form.replace("proved", "broken"), files).verified, false);
    }
  }
  assert.throws(() => api.verifyCertificate("nothing", []), { message: /this is no certificate/ });
  assert.throws(() => api.certificate([MONTH], []), { code: "invalid-input" });
});
