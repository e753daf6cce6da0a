// The other functions of the package: fixes, responses, values, webhooks, stores and lists.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { installApi, root } from "./installed.js";
import { invalidInput, payload, rules, transaction } from "./payloads.js";

const { api, remove } = await installApi();
after(remove);

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

test("responses of the service are compared with the request", () => {
  const answer = { existingTransactions: 1, newTransactions: 1, errorTransactions: 0 };
  assert.equal(api.checkImportResult(answer, { sent: 2 }).valid, true);
  assert.equal(api.checkImportResult(answer, { sent: 3 }).valid, false);
  const request = { signedFileName: "f", fileName: "a.pdf", processImmediately: true };
  assert.equal(api.checkDocumentResult({ serviceFileId: "1" }, { request }).valid, false);
  assert.equal(api.checkDocumentResult({ serviceFileId: "1", serviceId: "2" }, { request }).valid, true);
  assert.equal(api.checkBaseDataResult({ success: true }).valid, true);
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
