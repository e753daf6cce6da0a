// The functions of the package, with all kinds of inputs.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import Ajv from "ajv/dist/2020.js";
import { install, root } from "./installed.js";
import { STATEMENT, workbook, zip } from "./zip.js";

let installed;
let api;
before(async () => {
  installed = install();
  api = await import(pathToFileURL(join(installed.package, "index.js")).href);
});
after(() => installed.remove());

const transaction = (more) => ({
  accountIdentifier: "CH9300762011623852957", transactionId: "1", text: "Kaffee", creditDebit: "debit", amount: "12.50", currency: "CHF",
  bookedAt: "2026-03-31", ...more,
});
const payload = (...transactions) => ({ transactions });
const sample = () => readFileSync(join(root, "tests/bank/ubs-account/2022-11-de.csv"));
const invalidInput = { name: "AccountingError", code: "invalid-input" };
const invalidOption = { name: "AccountingError", code: "invalid-option" };
const rules = (report) => report.findings.map((finding) => finding.rule);

test("workbooks are converted, and the files of archives", () => {
  const book = workbook("Konto", STATEMENT);
  const { transactions, sheet, delimiter, totals } = api.convertStatement(book, { currency: "CHF" });
  assert.deepEqual(transactions.map(({ amount }) => amount), ["1200.00", "5000.10"]);
  assert.deepEqual([sheet.name, sheet.text.split("\n")[2], delimiter], ["Konto", "CH9300762011623852957;2026-03-31 00:00:00.0;Lohn;5000.1;5800.1;2026-03-31 00:00:00.0", null]);
  assert.equal(totals[0].closing, "5800.1");
  assert.equal(api.isArchive(book), false);

  const archive = zip([["a/book.xlsx", book], ["../evil.csv", "x"]]);
  assert.equal(api.isArchive(archive), true);
  assert.deepEqual(rules(api.convertStatement(archive)), ["statement-kind"]);
  const { files, valid } = api.unpackArchive(archive, { file: "a.zip" });
  assert.equal(valid, true);
  assert.deepEqual(files.map(({ file, content }) => [file, content && Buffer.from(content).equals(book)]), [["a/book.xlsx", true], ["../evil.csv", null]]);
  assert.deepEqual(rules(files[1]), ["member-refused"]);
  assert.deepEqual(rules(api.unpackArchive(archive.subarray(0, 90))), ["archive-unreadable"]);
  assert.deepEqual(rules(api.unpackArchive(archive, { limits: { bytes: 10 } }).files[0]), ["member-refused"]);
});

test("all kinds of inputs give the same report", () => {
  const object = payload(transaction({ amount: "0" }));
  const text = JSON.stringify(object);
  const bytes = new TextEncoder().encode(text);
  const shifted = new Uint8Array([1, 2, ...bytes]).subarray(2);
  const expected = api.checkTransactions(text);
  assert.deepEqual(rules(expected), ["amount-zero"]);
  for (const input of [bytes, bytes.buffer, shifted, new DataView(bytes.buffer), Buffer.from(bytes), object]) {
    assert.deepEqual(api.checkTransactions(input), expected);
  }
});

test("invalid inputs throw an error with a code", () => {
  for (const input of [undefined, null, 5, true, Symbol("x"), () => 0, new Date(), new Map(), Promise.resolve("")]) {
    assert.throws(() => api.checkTransactions(input), invalidInput);
  }
  assert.throws(() => api.checkTransactions({ transactions: 1n }), invalidInput);
  class Money {}
  for (const [value, found] of [[new Date(0), "an instance of Date"], [new Map([["a", 1]]), "an instance of Map"], [new Money(), "an instance of Money"], [() => 0, "a function"], [Symbol("x"), "a symbol"]]) {
    const message = `the input must be plain data: /transactions/0/bookedAt is ${found}; write it as a string, a number, a list or a plain object`;
    for (const use of [api.checkTransactions, api.checkBaseData]) {
      assert.throws(() => use(payload(transaction({ bookedAt: value }))), { ...invalidInput, message });
    }
  }
  const circle = {};
  assert.throws(() => api.checkTransactions(Object.assign(circle, { circle })), invalidInput);
  assert.throws(() => api.parseIban(5), invalidInput);
  assert.throws(() => api.MemoryStore.restore(new Uint8Array([1, 2, 3])), { ...invalidInput, message: /snapshot/ });
});

test("the class of errors is the same in all entries", async () => {
  const { AccountingError, parseIban } = await import(pathToFileURL(join(installed.package, "values/index.js")).href);
  assert.equal(AccountingError, api.AccountingError);
  assert.throws(() => parseIban(5), (error) => error instanceof api.AccountingError && error instanceof Error);
  assert.throws(() => api.checkTransactions("", { strict: 1 }), invalidOption);
  const store = new api.MemoryStore();
  store.free();
  assert.throws(() => store.size, { name: "AccountingError", code: "freed", message: "this store was freed" });
  assert.throws(() => new api.Delivery("base-data", "{}"), (error) => error.code === "refused" && error.report.valid === false);
});

test("errors name the invalid option", () => {
  const wrong = [
    [{ strct: true }, "this call has no option `strct`"],
    [{ strict: "yes" }, "the option `strict` must be true or false"],
    [{ deny: ["none"] }, "there is no rule `none`"],
    [{ allow: ["amount-zero"] }, "amount-zero is an error of the contract and can't be lowered; only warnings and notes can"],
    [{ limits: { depth: -1 } }, "the option `limits` must be an object of limits, each a whole number"],
    ["strict", "the options must be an object"],
    [[], "the options must be an object"],
    [{ limits: { depth: NaN } }, "the option `depth` has an invalid value"],
    [{ strict() {} }, "the option `strict` has an invalid value"],
    [{ limits: { depth: 1n } }, "the option `depth` has an invalid value"],
    [{ baseData: new Map() }, "the option `baseData` has an invalid value"],
    [{ file: new Date() }, "the option `file` has an invalid value"],
    [new Map(), "the options must be an object"],
  ];
  for (const [options, message] of wrong) {
    assert.throws(() => api.checkTransactions("{}", options), { message });
  }
  const statement = [
    [{ bank: "none" }, "there is no format `none`; banks() lists all formats"],
    [{ bank: "camt.053" }, "files of the format `camt.053` are recognized by themselves, so that it can't be chosen; banks() lists all formats"],
    [{ opening: "1'000.00" }, "the option `opening`: write the balance as digits with at most one point, such as 1234.50 or -20"],
    [{ currency: "FRA" }, /^AccountingError: the option `currency`: /],
    [{ profile: { id: "x" } }, /^AccountingError: the option `profile` can't be used: /],
    [{ batch: 0, onBatch() {} }, /^AccountingError: the option `batch` must be from 1 to 1000/],
    [{ batch: 5 }, /^AccountingError: this call has no option `batch`/],
    [{ onBatch: 5 }, "the option `onBatch` must be a function"],
    [{ onPayload: 5 }, "the option `onPayload` must be a function"],
    [{ onPayloadBytes: "" }, "the option `onPayloadBytes` must be a function"],
    [{ onBatch() {}, onPayload() {} }, "only one of the options `onBatch`, `onPayload` and `onPayloadBytes` can be used"],
    [{ onPayload() {}, onPayloadBytes() {} }, "only one of the options `onBatch`, `onPayload` and `onPayloadBytes` can be used"],
    [{ received: 1 }, "the option `received` must be true or false"],
  ];
  for (const [options, message] of statement) {
    assert.throws(() => api.convertStatement(sample(), options), typeof message === "string" ? { message } : message);
  }
});

test("each option has only its own effect", () => {
  const faulty = payload(transaction({ currency: "chf" }), transaction({ transactionId: undefined, currency: "chf" }));
  const findings = (options) => api.checkTransactions(faulty, options).findings.map(({ rule, severity, fix, item }) => [rule, severity, fix !== undefined, item.id]);
  const defaults = findings();
  assert.deepEqual(defaults, [
    ["currency-spelling", "error", true, "1"],
    ["transaction-id-missing", "warning", false, undefined],
    ["currency-spelling", "error", true, undefined],
  ]);
  const changed = (change) => defaults.map((one) => change([...one])).filter((one) => one);
  const missing = (severity) => changed(([rule, was, fix, id]) => [rule, rule === "transaction-id-missing" ? severity : was, fix, id]);
  assert.deepEqual(findings({ strict: true }), missing("error"));
  assert.deepEqual(findings({ deny: ["transaction-id-missing"] }), missing("error"));
  assert.deepEqual(findings({ strict: true, warn: ["transaction-id-missing"] }), defaults);
  assert.deepEqual(findings({ allow: ["transaction-id-missing"] }), changed((one) => one[0] === "currency-spelling" && one));
  assert.deepEqual(findings({ redact: true }), changed(([rule, severity]) => [rule, severity, false, undefined]));
  assert.deepEqual(findings({ limits: { findings: 1 } }), defaults.slice(0, 1));
  assert.deepEqual(findings({ limits: { findingsPerRule: 1 } }), defaults.slice(0, 2));

  const found = (source, options) => rules(api.checkTransactions(source, options));
  assert.deepEqual(found(faulty, { limits: { bytes: 20 } }), ["too-large"]);
  assert.ok(found(faulty, { limits: { records: 1 } }).includes("too-many-records"));
  assert.deepEqual(found(faulty, { limits: { depth: 2 } }), ["json-syntax"]);
  const absent = payload(transaction({ text: null }));
  assert.deepEqual([found(absent), found(absent, { received: true })], [["null-value"], []]);
  const twice = `${JSON.stringify(payload(transaction()))}\n`.repeat(2);
  assert.deepEqual([found(twice), found(twice, { sequence: true })], [["several-documents"], []]);

  const converted = (limits) => rules(api.convertStatement(sample(), { limits }));
  assert.deepEqual(converted({}), []);
  assert.ok(converted({ cell: 5 }).includes("cell-too-long"));
  assert.ok(converted({ line: 40 }).includes("line-too-long"));

  assert.equal(api.checkTransactions("{}", { file: "march.json" }).file, "march.json");
});

test("UTF-16 ranges are correct after characters outside ASCII", () => {
  const text = `\ufeff${JSON.stringify(payload(transaction({ text: "Zürich 🎉 𝄞", amount: "1'250.50" })), null, 2)}`;
  for (const input of [text, new TextEncoder().encode(text)]) {
    const finding = api.checkTransactions(input).findings.find((finding) => finding.rule === "amount-form");
    const shown = api.decodeText(input);
    assert.equal(shown, text);
    assert.equal(shown.slice(finding.utf16.start, finding.utf16.end), '"1\'250.50"');
    const { start, end } = finding.fix.utf16;
    assert.equal(shown.slice(0, start) + finding.fix.replacement + shown.slice(end), text.replace("1'250.50", "1250.50"));
  }
});

test("UTF-16 ranges are correct in a CSV of any encoding", () => {
  const csv = `Gebühr;€\n${sample().toString("utf8").replace(/-98[.]45/, "x98.45")}`;
  const latin = Buffer.from(csv.replace("€", "E"), "latin1");
  const wide = Buffer.from(`\ufeff${csv}`, "utf16le");
  for (const bytes of [Buffer.from(csv), latin, wide]) {
    const { findings } = api.convertStatement(bytes);
    const shown = api.decodeText(bytes);
    const finding = findings.find((finding) => finding.cell && shown.slice(finding.utf16.start, finding.utf16.end).includes("x98.45"));
    assert.ok(finding, JSON.stringify(findings.map((finding) => [finding.rule, shown.slice(finding.utf16.start, finding.utf16.end)])));
  }
});

test("safe fixes are applied, and remaining findings are reported", () => {
  const { json, changes, valid } = api.normalizeTransactions(payload(transaction({ currency: "chf", amount: 12.5 })));
  const [normalized] = JSON.parse(json).transactions;
  assert.deepEqual([normalized.currency, normalized.amount], ["CHF", "12.5"]);
  assert.deepEqual([changes.map((change) => change.rule), valid], [["amount-number", "currency-spelling"], true]);
  const risky = payload(transaction({ bookedAt: "31.03.2026" }));
  assert.equal(api.normalizeTransactions(risky).valid, false);
  assert.equal(api.normalizeTransactions(risky, { fixes: "all" }).json.match(/"bookedAt":"([^"]*)"/)[1], "2026-03-31");
  assert.equal(api.normalizeBaseData("{").json, null);
  // Numbers keep all digits, which a JavaScript number would lose.
  const exact = '{"signedFileName":"a","fileName":"b","note":12345678901234567890.10,"__proto__":1e400}';
  assert.equal(api.normalizeDocument(exact).json, exact);
});

const journalLine = (number, creditDebit, amount, account) => ({
  lineId: `l-${number}`, lineNumber: number, creditDebit, amount, currency: "CHF", account: { number: account },
});
const journalRecord = (credit = "65.00") => ({
  acmeId: "s-81",
  entries: [{
    entryId: "e-1", entryNumber: 1, type: "invoice", date: "2026-03-31",
    lines: [journalLine(1, "debit", "30", "6500"), journalLine(2, "debit", "35.00", "6510"), journalLine(3, "credit", credit, "2000")],
  }],
  files: [{ acmeFileId: "f-1", contentAsBase64: "JVBERi0xLjQ=" }, { acmeFileId: "f/2" }],
});
const baseData = {
  organization: { companyName: "Muster AG", leadCurrency: "CHF" },
  accounts: [{ externalId: "a", number: "6500", description: "Material", type: "EXPENSE" }, { externalId: "b", number: "2000", description: "Kreditoren", type: "LIABILITY" }],
  currencies: [{ externalId: "c", code: "CHF" }],
  taxes: [{ externalId: "t", code: "UN81", description: "Umsatzsteuer", value: 8.1 }],
  taxPeriods: [{ externalId: "p", isSubjectToTax: true, balanceTaxation: false, accountingMethod: "ACCRUAL", startsAt: "2026-01-01", endsAt: "2026-12-31" }],
};

test("journals are checked, compared, read and normalized", () => {
  assert.equal(api.checkJournal([journalRecord()]).valid, true);
  const [unbalanced] = api.checkJournal([journalRecord("64.95")]).findings;
  assert.deepEqual([unbalanced.rule, unbalanced.path], ["entry-unbalanced", "/0/entries/0/lines"]);
  const compared = api.checkJournal(journalRecord(), { baseData }).findings;
  assert.deepEqual(compared.map(({ rule, path }) => [rule, path]), [["account-not-in-base-data", "/entries/0/lines/1/account/number"]]);
  const { records, errors } = api.readJournal(journalRecord());
  assert.deepEqual([records[0].serviceId, records[0].entries[0].lines.length, errors], ["s-81", 3, 0]);
  const { positions, rejected } = api.readJournal('[{"serviceId": "s-81", "entries": []}, {"entries": []}]');
  assert.deepEqual([positions, rejected], [[{ index: 0, bytes: { start: 1, end: 37 } }], [{ index: 1, bytes: { start: 39, end: 54 } }]]);
  assert.equal(api.normalizeJournal('{"entries":[],"acmeId":"s-81"}').json, '{"acmeId":"s-81","entries":[]}');
  assert.throws(() => api.checkJournal([], { baseData: {} }), /the option `baseData` can't be used/);
});

test("journals are written for other programs, and read back", () => {
  const single = api.exportJournal([journalRecord()], { to: "single-entries" });
  assert.deepEqual([single.entries, single.refused.length, single.text.split("\n").filter(Boolean).length], [1, 0, 3]);
  const again = api.readJournal(single.text);
  assert.equal(again.valid, true);
  assert.deepEqual(again.records[0].entries[0].lines.map(({ creditDebit, amount }) => [creditDebit, amount]), [
    ["debit", "30"], ["credit", "30"], ["debit", "35.00"], ["credit", "35.00"],
  ]);
  const ledger = api.exportJournal([journalRecord()], { to: "hledger", baseData, defaultKind: "expense" });
  assert.match(ledger.text, /Liabilities:2000 Kreditoren {2}-65/);
  assert.deepEqual(ledger.read, ledger.written);
  assert.throws(() => api.exportJournal([], { to: "excel" }), /must be one of/);
  assert.throws(() => api.exportJournal([], { to: "table", collective: true }), /for single entries only/);
});

test("base data is compared with what the service holds", () => {
  const read = (name) => readFileSync(join(root, "tests/messages", name));
  const [held, next] = [read("held.json"), read("new.json")];
  const result = api.diffBaseData(held, next);
  const { diff } = result;
  assert.deepEqual([diff.empty, diff.added, diff.changed, diff.removed], [false, 3, 5, 5]);
  const [accounts] = diff.lists;
  assert.deepEqual(accounts.removed.map(({ externalId, same }) => [externalId, same?.externalId]), [["a-1000", undefined], ["a-2000", "2000"]]);
  assert.deepEqual(accounts.changed[0].fields[0], { name: "description", change: "changed", held: "Material", new: "Materialaufwand" });
  assert.deepEqual(diff.fields[0].new, { language: "fr" });
  const validate = new Ajv.default({ validateFormats: false, strict: false }).compile(api.schema("base-data-diff"));
  const redacted = api.diffBaseData(held, next, { redact: true });
  assert.ok(!JSON.stringify(redacted).includes("Muster"));
  const refused = api.diffBaseData(held, {});
  for (const output of [result, redacted, refused]) assert.ok(validate(output), JSON.stringify(validate.errors));
  assert.deepEqual([refused.diff, refused.held.valid, refused.new.errors > 0], [null, true, true]);
  assert.equal(api.diffBaseData(next, JSON.parse(next)).diff.empty, true);
  assert.equal(api.diffBaseData(held, held).diff, null, "a null is an error in what is sent");
  assert.equal(api.diffBaseData(held, held, { received: true }).diff.empty, true);
  assert.throws(() => api.diffBaseData(held, next, { file: "new.json" }), /file/);
});

test("statements are written for other programs", () => {
  const files = [{ content: sample(), file: "march.csv" }];
  const text = (to, options) => {
    const { content, ...report } = api.exportStatements(files, { to, ...options });
    return { text: content && new TextDecoder().decode(content), ...report };
  };
  const { text: ledger, transactions, files: [report], refused } = text("hledger", { ledgerAccounts: { income: "Income:To sort" } });
  assert.match(ledger, /^decimal-mark \./);
  assert.deepEqual([transactions, report.file, report.rows > 0, refused], [4, "march.csv", true, []]);
  const camt = text("camt.053", { created: "2026-04-01T12:00:00" });
  assert.deepEqual([camt.format, camt.notes.length], ["camt.052", 1]);
  assert.match(camt.text, /<CreDtTm>2026-04-01T12:00:00<\/CreDtTm>/);
  assert.deepEqual(api.convertStatement(camt.text).transactions.map(({ transactionId }) => transactionId), api.convertStatement(sample()).transactions.map(({ transactionId }) => transactionId));
  assert.match(text("csv", { delimiter: ";" }).text, /^"accountIdentifier";"transactionId";/);
  assert.match(text("ofx").text, /<FITID>/);
  assert.equal(text("xlsx").text.slice(0, 2), "PK");
  assert.match(text("csv", { delimiter: ";", byteOrderMark: true, decimalComma: true, signedAmounts: true }).text, /;"-\d+,\d\d";/);
  assert.notEqual(text("xlsx", { language: "de" }).text, text("xlsx").text);
  const { reason } = text("datev").refused[0];
  assert.equal(reason, "no-account-number");
  const datev = { consultant: 29098, client: 55003, yearStart: "2026-01-01", accountLength: 4, currency: "CHF", accounts: [{ account: "CH9300762011623852957", number: "1020" }], income: "1099", expenses: "1099" };
  assert.equal(text("datev", { datev }).text.match(/^\d+,\d\d;"[SH]";"CHF"/gm).length, 4);
  assert.throws(() => text("datev", { datev: { ...datev, client: 0 } }), /the option `datev` can't be used.*`\/client`/);
  assert.match(text("qbo", { bankNumber: 3000 }).text, /<INTU\.BID>3000</);
  assert.throws(() => text("qbo", { bankNumber: "x" }), /the option `bankNumber` must be a whole number/);
  assert.throws(() => text("csv", { decimalComma: true }), /the option `decimalComma`: a comma can't be both/);
  assert.throws(() => text("xlsx", { language: "rm" }), /the option `language`: write en, de, fr or it/);
  assert.throws(() => text("mt9"), /must be one of xlsx, csv/);
  assert.throws(() => text("csv", { delimiter: "x" }), /the option `delimiter`: write one character/);
  assert.throws(() => text("hledger", { ledgerAccounts: { income: "Income" } }), /the option `ledgerAccounts` can't be used.*`\/income`/);
  assert.throws(() => api.exportStatements([{ ...files[0], bank: "none" }], { to: "csv" }), /there is no format `none`/);
});

test("the files of a journal are bytes", () => {
  const { files, valid } = api.journalFiles([journalRecord()]);
  assert.equal(valid, true);
  assert.deepEqual([files[0].name, new TextDecoder().decode(files[0].content)], ["f-1.pdf", "%PDF-1.4"]);
  assert.deepEqual([files[1].content, files[1].downloadPath], [null, "/api/public/v1/documents/files/f%2F2/download"]);
});

test("messages of ISO 20022 and SWIFT are converted like a CSV export", () => {
  const camt = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>
    <Ntry><Amt Ccy="CHF">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AcctSvcrRef>2026BANK0001</AcctSvcrRef></Ntry>
    </Stmt></BkToCstmrStmt></Document>`;
  const mt940 = ":20:A\n:25:CH9300762011623852957\n:60F:C260330CHF100,00\n:61:2603310331D12,50NTRFNONREF//2026BANK0001\n:62F:C260331CHF87,50\n-\n";
  for (const [text, bank, balance] of [[camt, "camt.053", "none"], [mt940, "mt940", "proved"]]) {
    const converted = api.convertStatement(text);
    assert.deepEqual([converted.bank, converted.balance, converted.findings], [bank, balance, []]);
    const [{ transactionId, amount, creditDebit, bookedAt }] = converted.transactions;
    assert.deepEqual([transactionId, amount, creditDebit, bookedAt], ["2026BANK0001-MT4QZN7", "12.50", "debit", "2026-03-31"]);
  }
});

test("responses of the service are compared with the request", () => {
  const answer = { existingTransactions: 1, newTransactions: 1, errorTransactions: 0 };
  assert.equal(api.checkImportResult(answer, { sent: 2 }).valid, true);
  assert.equal(api.checkImportResult(answer, { sent: 3 }).valid, false);
  const request = { signedFileName: "f", fileName: "a.pdf", processImmediately: true };
  assert.equal(api.checkDocumentResult({ serviceFileId: "1" }, { request }).valid, false);
  assert.equal(api.checkDocumentResult({ serviceFileId: "1", serviceId: "2" }, { request }).valid, true);
  assert.equal(api.checkBaseDataResult({ success: true }).valid, true);
});

test("a bank export is converted at once or in batches", () => {
  const whole = api.convertStatement(sample(), { file: "march.csv", origins: true });
  assert.equal(whole.bank, "ubs-account");
  assert.equal(whole.rows, whole.transactions.length + whole.details + whole.skipped.length + whole.rejected.length);
  const batches = [];
  const { transactions, origins, ...summary } = whole;
  const streamed = api.convertStatement(sample(), { file: "march.csv", batch: 3, origins: true, onBatch: (batch) => batches.push(batch) });
  assert.deepEqual(streamed, summary);
  assert.deepEqual(batches.map((batch) => batch.transactions.length), [3, 1]);
  assert.deepEqual(batches.flatMap((batch) => batch.transactions), transactions);
  assert.deepEqual(batches.flatMap((batch) => batch.origins), origins);
  // Origins are only there if they are asked for.
  const slim = [];
  for (const options of [{}, { origins: false }]) assert.deepEqual(api.convertStatement(sample(), { file: "march.csv", ...options }), { ...summary, transactions });
  api.convertStatement(sample(), { batch: 3, onBatch: (batch) => slim.push(batch) });
  assert.deepEqual(slim, batches.map((batch) => ({ transactions: batch.transactions })));
  assert.throws(() => api.convertStatement(sample(), { origins: 1 }), { message: "the option `origins` must be true or false" });
  assert.throws(() => api.convertStatement(sample(), { origins: true, onPayload() {} }), { message: "this call has no option `origins`" });
  const payloads = [];
  assert.deepEqual(api.convertStatement(sample(), { file: "march.csv", batch: 3, onPayload: (json) => payloads.push(json) }), summary);
  assert.deepEqual(payloads, [transactions.slice(0, 3), transactions.slice(3)].map((part) => JSON.stringify({ transactions: part })));
  const bodies = [];
  assert.deepEqual(api.convertStatement(sample(), { file: "march.csv", batch: 3, onPayloadBytes: (json) => bodies.push(json) }), summary);
  assert.deepEqual(bodies.map((body) => new TextDecoder().decode(body)), payloads);
  const thrown = new RangeError("mine");
  for (const name of ["onBatch", "onPayload", "onPayloadBytes"]) {
    let calls = 0;
    assert.throws(() => api.convertStatement(sample(), { batch: 1, [name]() { calls += 1; throw thrown; } }), (error) => error === thrown);
    assert.equal(calls, 1);
  }
  assert.equal(api.detectStatement(sample())[0].chosen, true);
});

test("a file with several batches is complete and in order", () => {
  const [head, row] = [sample().toString().split("\n").slice(0, 10), "2026-03-25;;2026-03-25;2026-03-25;CHF;-1.00;;;;"];
  const ids = Array.from({ length: 2500 }, (_, index) => `2026BANK${String(index).padStart(4, "0")}`);
  const whole = api.convertStatement([...head, ...ids.map((id) => `${row}${id};Text;;;;`)].join("\n"), { origins: true });
  // Each id is the bank's reference and a hash.
  assert.deepEqual(whole.transactions.map((transaction) => transaction.transactionId.slice(0, -8)), ids);
  assert.deepEqual(whole.origins.map((origin) => origin.line), ids.map((_, index) => index + 11));
});

test("a booking that shares a reference is a conflict, or is added with the next number", () => {
  const of = (payment) =>
    api.convertStatement(`:20:A\n:25:CH9300762011623852957\n:28C:1\n:34F:CHF0,00\n:61:260302D3,20NTRFNONREF//2026BANK0001\n:86:166?00Ticket?20EREF+${payment}\n-\n`).transactions;
  const [first, second] = [of("T-1"), of("T-2")];
  const store = new api.MemoryStore();
  const counts = ({ newTransactions, conflicts, suspects }) => [newTransactions, conflicts, suspects];
  assert.deepEqual(counts(store.import({ transactions: first })), [1, 0, 0]);
  const reported = store.import({ transactions: second });
  assert.deepEqual(counts(reported), [0, 1, 0]);
  assert.deepEqual(reported.verdicts[0].references, ["end-to-end id"]);
  const added = store.import({ transactions: second }, { conflicts: "add" });
  assert.deepEqual(counts(added), [1, 0, 0]);
  assert.equal(added.verdicts[0].transactionId, `${first[0].transactionId}-2`);
  assert.deepEqual(counts(store.import({ transactions: [...second, ...first] })), [0, 0, 0]);
  assert.throws(() => store.import({ transactions: second }, { conflicts: "drop" }), /`conflicts` must be `keep` or `add`/);
  store.free();
});

test("profiles and account maps can be objects", () => {
  const profile = {
    id: "muster-bank", institution: "Muster", product: "account", country: "CH", evidence: "real-file",
    columns: [
      { id: "day", role: "booked-at", valueRequired: true, names: { de: ["Tag"] } },
      { id: "amount", names: { de: ["Wert"] } },
    ],
    variants: [{ id: "2026", amount: { signed: { column: "amount", positive: "credit" } } }],
    styles: [{ dates: ["dd.mm.yyyy"], numbers: { decimal: "." } }],
    currency: "CHF", identity: { version: 1, columns: ["day", "amount"] },
  };
  const csv = "Tag;Wert\n31.03.2026;-12.50\n";
  const accounts = { accounts: [{ files: ["m*.csv"], account: "CH9300762011623852957" }] };
  const { transactions, findings } = api.convertStatement(csv, { profile, accounts, file: "m1.csv" });
  assert.equal(transactions[0]?.accountIdentifier, "CH9300762011623852957", JSON.stringify(findings));
});

test("single values are parsed", () => {
  assert.deepEqual(api.parseIban(" ch93 0076 2011 6238 5295 7"), {
    valid: true, value: "CH9300762011623852957", formatted: "CH93 0076 2011 6238 5295 7", country: "CH", qr: false,
  });
  assert.match(api.parseIban("CH9300762011623852958").message, /check digits/);
  assert.deepEqual(api.parseUid("CHE-100.000.006"), { valid: true, value: "CHE-100.000.006", checkDigit: "right" });
  assert.equal(api.parseUid("CHE-100.000.007").checkDigit, "wrong");
  assert.equal(api.parseUid("che100000006").suggestion, "CHE-100.000.006");
  assert.deepEqual(api.parseAmount("0012.50").suggestion, "12.50");
  assert.deepEqual(api.parseAmount("12.50"), { valid: true, value: "12.50", decimals: 2 });
  assert.equal(api.parseAmount("-12.50").suggestion, undefined);
  assert.equal(api.parseDate("31.3.2026").suggestion, "2026-03-31");
  assert.equal(api.parseDate("2026-02-29").valid, false);
  assert.deepEqual(api.parseCurrency("CHF"), { valid: true, value: "CHF", minorUnits: 2, status: "active" });
  assert.deepEqual(api.parseCurrency("DEM"), { valid: true, value: "DEM", status: "withdrawn", successor: "EUR" });
  assert.equal(api.parseCurrency("chf").suggestion, "CHF");
});

test("webhooks are verified", () => {
  // The example that GitHub publishes.
  const [secret, body] = ["It's a Secret to Everybody", "Hello, World!"];
  const header = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const bytes = (text) => new TextEncoder().encode(text);
  for (const key of [secret, bytes(secret), bytes(secret).buffer, Buffer.from(secret)]) {
    for (const received of [body, bytes(body), bytes(body).buffer, Buffer.from(body)]) {
      assert.equal(api.verifyWebhook(key, received, header), true);
    }
  }
  const sign = (key, received) => `sha256=${createHmac("sha256", key).update(received).digest("hex")}`;
  const large = Buffer.alloc(3e6, "ä🎉");
  assert.equal(api.verifyWebhook("schlüssel", large, sign("schlüssel", large)), true);
  assert.equal(api.verifyWebhook(secret, "", sign(secret, "")), true);

  assert.equal(api.verifyWebhook("another", body, header), false);
  assert.equal(api.verifyWebhook(secret, "Hello, world!", header), false);
  const invalid = ["", "sha256=", header.slice(7), header.toUpperCase(), `${header} `, `${header}, ${header}`, header.replace("7", "8"), "\ud800", [header], null, undefined];
  for (const value of invalid) assert.equal(api.verifyWebhook(secret, body, value), false, String(value));

  for (const value of [undefined, null, 5, {}, [104]]) {
    assert.throws(() => api.verifyWebhook(value, body, header), { ...invalidInput, message: "the secret must be a string or bytes" });
    assert.throws(() => api.verifyWebhook(secret, value, header), { ...invalidInput, message: /^the body must be/ });
  }
  assert.throws(() => api.verifyWebhook(secret, body, 5), { ...invalidInput, message: "the header must be a string" });
  for (const value of [sign("", body), header, undefined]) assert.throws(() => api.verifyWebhook("", body, value), /^AccountingError: the secret is empty/);
});

test("a store imports each transaction once, and can be restored from a snapshot", () => {
  const store = new api.MemoryStore();
  const verdicts = (result) => result.verdicts.map((one) => one.verdict);
  assert.deepEqual(verdicts(store.plan(payload(transaction()))), ["new"]);
  assert.equal(store.size, 0);
  assert.deepEqual(verdicts(store.import(payload(transaction(), { amount: "0" }, transaction()))), ["new", "rejected", "existing"]);
  const again = api.MemoryStore.restore(store.snapshot());
  assert.equal(again.size, 1);
  const [conflict, suspect] = again.import(payload(transaction({ amount: "13.50" }), transaction({ transactionId: "2" }))).verdicts;
  assert.deepEqual(conflict.differences, [{ field: "amount", known: "12.50", sent: "13.50" }]);
  assert.deepEqual([suspect.verdict, suspect.likeness, suspect.like.transactionId], ["suspect", "other-id", "1"]);
  assert.equal(again.import("[]").importable, false);
  const damaged = store.snapshot();
  damaged[damaged.length >> 1] ^= 1;
  assert.throws(() => new api.MemoryStore(damaged), /snapshot/);
  store.free();
  assert.throws(() => store.size, /freed/);
  store.free();
  assert.equal(again.size, 2);
  again.free();
});

test("rules, schemas and formats can be listed", () => {
  assert.ok(api.rules().length > 100);
  assert.equal(api.explain("amount-zero").severity, "error");
  assert.equal(api.explain("none"), undefined);
  assert.equal(api.schema("transactions").title, "Transactions");
  assert.equal(api.schema("toString"), undefined);
  assert.ok(api.banks().some((bank) => bank.id === "ubs-account" && bank.country === "CH"));
  assert.ok(api.banks().some((bank) => bank.id === "camt.053" && bank.country === undefined));
  api.rules()[0].id = "changed";
  assert.notEqual(api.rules()[0].id, "changed");
});

test("the texts of rules name no option: the program and the page add what belongs to them", () => {
  const namesOption = (text) => /--[a-z]|uacc/i.test(text);
  for (const rule of api.rules()) for (const text of Object.values(rule)) assert.ok(!namesOption(text), `${rule.id}: ${text}`);
});

test("all outputs match the JSON Schemas, which the types are generated from", () => {
  const ajv = new Ajv.default({ allErrors: true, validateFormats: false, strict: false });
  ajv.addSchema(api.schema("transactions"));
  const assertValid = (name, value) => {
    const validate = ajv.getSchema(api.schema(name).$id) ?? ajv.compile(api.schema(name));
    assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)}`);
    // Without members that the schema does not describe.
    const described = Object.keys(api.schema(name).properties ?? {});
    if (described.length > 0) assert.deepEqual(Object.keys(value).filter((member) => !described.includes(member)), [], name);
  };
  const statements = readdirSync(join(root, "tests/bank"), { recursive: true }).filter((name) => name.endsWith(".csv"));
  assert.ok(statements.length > 150);
  for (const name of statements) {
    const bytes = readFileSync(join(root, "tests/bank", name));
    const conversion = api.convertStatement(bytes, { file: name, origins: true });
    assertValid("conversion", conversion);
    assertValid("candidates", api.detectStatement(bytes));
    const draft = api.learnStatement(bytes);
    if (draft !== null) assertValid("draft", draft);
    const store = new api.MemoryStore();
    for (let round = 0; round < 2; round += 1) assertValid("import", store.import({ transactions: conversion.transactions }));
    store.free();
    api.convertStatement(bytes, { origins: true, onBatch: (batch) => assertValid("converted-batch", batch) });
  }
  const store = new api.MemoryStore();
  store.import(payload(transaction()));
  assertValid("import", store.plan(payload(transaction({ amount: "13", text: "anders" }), transaction({ transactionId: "2" }), {})));
  store.free();
  assertValid("banks", api.banks());
  for (const name of ["base-data.json", "payload.json", "spelling.json"]) {
    const bytes = readFileSync(join(root, "tests/messages", name));
    for (const content of ["BaseData", "Transactions", "Document"]) {
      assertValid("report", api[`check${content}`](bytes));
      const { json, ...report } = api[`normalize${content}`](bytes, { fixes: "all" });
      assertValid("normalized", { ...report, normalized: json && json.split("\n").map((line) => JSON.parse(line)) });
    }
  }
});

test("the next call works after any input", () => {
  let seed = 20261120;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  const pieces = ['{"transactions":[', "{", "}", '"amount":', '"12.50"', "\ufeff", "\0", "\ud800", ";", "\n", '"', "1e999999", "[".repeat(300), "ä", "\\u", "-", "31.03.2026;"];
  const starts = [sample(), Buffer.from(JSON.stringify(payload(transaction()))), Buffer.alloc(0)];
  for (let round = 0; round < 400; round += 1) {
    const bytes = Buffer.concat([starts[random(3)], Buffer.from(Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join(""))]);
    for (let flips = random(6); flips > 0 && bytes.length > 0; flips -= 1) bytes[random(bytes.length)] = random(256);
    api.checkTransactions(bytes);
    api.checkBaseData(bytes);
    api.checkDocument(bytes);
    api.normalizeTransactions(bytes, { fixes: "all" });
    api.convertStatement(bytes);
    api.detectStatement(bytes);
    api.decodeText(bytes);
  }
  assert.deepEqual(rules(api.checkTransactions(payload(transaction({ amount: "0" })))), ["amount-zero"]);
});

test("lone surrogates are reported, and several byte order marks are counted", () => {
  assert.equal(api.checkTransactions('{"transactions": [{"text": "\ud800"}]}').valid, false);
  assert.ok(!rules(api.checkTransactions(payload(transaction({ text: "𝄞" })))).includes("encoding"));
  const text = `\ufeff\ufeff${JSON.stringify(payload(transaction({ amount: "0" })))}`;
  assert.equal(api.decodeText(text), text);
  const { utf16 } = api.checkTransactions(text).findings.find((finding) => finding.rule === "amount-zero");
  assert.equal(text.slice(utf16.start, utf16.end), '"0"');
});

test("onBatch may call the package, but must not be async", () => {
  const store = new api.MemoryStore();
  const { rows } = api.convertStatement(sample(), {
    batch: 1,
    onBatch(batch) {
      store.import({ transactions: batch.transactions });
      api.parseIban("CH93");
    },
  });
  assert.equal(store.size, 4);
  assert.ok(rows > 4);
  store.free();
  assert.throws(() => api.convertStatement(sample(), { onBatch: async () => {} }), invalidOption);
  assert.throws(() => api.convertStatement(sample(), { onPayload: async () => {} }), invalidOption);
});

test("memory of a large input is freed, but not while a store exists", async () => {
  const large = new Uint8Array(300e6).fill(32);
  const core = await import(pathToFileURL(join(installed.package, "core.js")).href);
  const memory = () => core.moduleMemory().buffer.byteLength;
  const store = new api.MemoryStore();
  store.import(payload(transaction()));
  api.checkTransactions(large);
  assert.throws(() => api.checkTransactions(large, { strct: 1 }));
  assert.equal(store.size, 1);
  assert.ok(memory() > 300e6, "the store keeps the instance");
  store.free();
  assert.ok(memory() < 50e6);
  const fresh = new api.MemoryStore();
  fresh.import(payload(transaction()));
  assert.equal(fresh.size, 1);
  fresh.free();
});

test("learns the format of several files together", () => {
  const out = "Tag;Was;Zahl;Stand\n02.03.2026;Miete;1200.00;3800.00\n05.03.2026;Bahn;12.50;3787.50\n09.03.2026;Essen;30.00;3757.50\n";
  const into = "Tag;Was;Zahl;Stand\n02.04.2026;Lohn;-5000.00;8757.50\n25.04.2026;Zins;-10.00;8767.50\n28.04.2026;Lohn;-100.00;8867.50\n";
  assert.notEqual(api.learnStatement(out).amounts, "proved");
  const draft = api.learnStatement([{ content: out, file: "march.csv" }, { content: into }], { answers: { accept: true } });
  assert.deepEqual([draft.amounts, draft.entries], ["proved", 6]);
  const other = { content: "Tag;Was;Betrag\n02.04.2026;Lohn;-5000.00\n" };
  assert.throws(() => api.learnStatement([{ content: out }, other]), { code: "invalid-input", message: "file 2: the columns are not those of the first file; learn it by itself" });
  assert.throws(() => api.learnStatement([{ content: out }, { ...other, file: "x.csv" }]), { message: /^x.csv: / });
  assert.throws(() => api.learnStatement([]), { code: "invalid-input" });
});

test("learns a format by answers to its questions", () => {
  const file = "Tag;Was;Zahl\n03.04.2026;Coop;23.40\n04.04.2026;Migros;17.10\n05.04.2026;Gutschrift;-40.00\n";
  const answers = [];
  let draft = api.learnStatement(file);
  assert.deepEqual(draft.columns.map(({ role, basis }) => `${role} ${basis}`), ["booked-at suggested", "text suggested", "amount suggested"]);
  while (draft.questions.length > 0) {
    answers.push(draft.questions[0].choices[0].answers);
    draft = api.learnStatement(file, { answers });
  }
  assert.deepEqual(answers, [{ positive: "debit" }, { roles: { Tag: "booked-at" } }, { roles: { Zahl: "amount" } }]);
  const converted = api.convertStatement(file, { profile: draft.profile, account: "CH9300762011623852957", currency: "CHF" });
  assert.deepEqual(converted.transactions.map(({ creditDebit, amount }) => `${creditDebit} ${amount}`), ["debit 23.40", "debit 17.10", "credit 40.00"]);
  assert.equal(api.learnStatement("no table"), null);
  assert.throws(() => api.learnStatement(file, { answers: { roles: { Tag: "day" } } }), { code: "invalid-option", message: /there is no role/ });
});
