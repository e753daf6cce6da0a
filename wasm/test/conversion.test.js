// Single statements: conversion, other programs, and formats that are learned.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { installApi } from "./installed.js";
import { invalidOption, rules, sample } from "./payloads.js";
import { STATEMENT, workbook, zip } from "./zip.js";

const { api, remove } = await installApi();
after(remove);

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
