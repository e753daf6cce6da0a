// Inputs and options of every kind: what is accepted, what is refused, and positions in any encoding.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { installApi } from "./installed.js";
import { invalidInput, invalidOption, payload, rules, sample, transaction } from "./payloads.js";

const { api, package: folder, remove } = await installApi();
after(remove);

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
  const { AccountingError, parseIban } = await import(pathToFileURL(join(folder, "values/index.js")).href);
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

test("lone surrogates are reported, and several byte order marks are counted", () => {
  assert.equal(api.checkTransactions('{"transactions": [{"text": "\ud800"}]}').valid, false);
  assert.ok(!rules(api.checkTransactions(payload(transaction({ text: "𝄞" })))).includes("encoding"));
  const text = `\ufeff\ufeff${JSON.stringify(payload(transaction({ amount: "0" })))}`;
  assert.equal(api.decodeText(text), text);
  const { utf16 } = api.checkTransactions(text).findings.find((finding) => finding.rule === "amount-zero");
  assert.equal(text.slice(utf16.start, utf16.end), '"0"');
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

test("memory of a large input is freed, but not while a store exists", async () => {
  const large = new Uint8Array(300e6).fill(32);
  const core = await import(pathToFileURL(join(folder, "core.js")).href);
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
