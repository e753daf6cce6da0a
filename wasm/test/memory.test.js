// Running out of memory. Needs several gigabytes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as api from "../dist/index.js";
import { root } from "./installed.js";

const transaction = { accountIdentifier: "CH9300762011623852957", transactionId: "1", creditDebit: "debit", amount: "12.50", currency: "CHF", bookedAt: "2026-03-31" };
const payload = (more) => ({ transactions: [{ ...transaction, ...more }] });
const rules = (report) => report.findings.map((finding) => finding.rule);
const sample = readFileSync(join(root, "tests/bank/ubs-account/2022-11-de.csv"));

test("after running out of memory, the next call works, and lost stores affect no others", () => {
  const store = new api.MemoryStore();
  // Half of what a module can address, so that a copy has no room beside it.
  const huge = new Uint8Array(2.1e9).fill(0x41);
  assert.throws(() => api.decodeText(huge), /^AccountingError: there is not enough memory for this; the stores in memory are lost/);
  assert.deepEqual(rules(api.checkTransactions(payload({ amount: "0" }))), ["amount-zero"]);
  assert.throws(() => store.size, /lost/);
  const [one, other] = [new api.MemoryStore(), new api.MemoryStore()];
  store.free();
  const third = new api.MemoryStore();
  one.import(payload());
  assert.deepEqual([one.size, other.size, third.size], [1, 0, 0]);
  // If a nested call runs out of memory, the outer call fails too.
  assert.throws(() => api.convertStatement(sample, { onBatch: () => assert.throws(() => api.decodeText(huge), { code: "out-of-memory" }) }), /^AccountingError: there is not enough memory/);
  assert.throws(() => one.size, /lost/);
  assert.equal(api.convertStatement(sample).transactions.length, 4);
});
