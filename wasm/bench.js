// How fast the module judges a payload, beside what else a program in JavaScript would do, in one process: `node bench.js [MB]`.
import { performance } from "node:perf_hooks";
import Ajv from "ajv/dist/2020.js";
import { checkTransactions, schema } from "./dist/index.js";

const size = Number(process.argv[2] ?? 30) * 1e6;

/** Transactions as banks' data has them, of the same shape as in `benches/payloads.rs`: accounts and days in runs, umlauts, one in ten in another currency. */
function payload() {
  let seed = 20261120;
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const percent = (share) => random(100) < share;
  const pick = (from) => from[random(from.length)];
  const digits = (count) => Array.from({ length: count }, () => random(10)).join("");
  const words = ["Einkauf", "Bäckerei", "Grünenfelder", "Zürich", "Dauerauftrag", "Gutschrift", "März", "Zahlung", "Debitkarte", "Genève", "AG", "Rechnung", "Miete", "Söhne"];
  const text = (length) => {
    let said = pick(words);
    while (said.length < length) said += ` ${pick(words)}`;
    return said.slice(0, length).trim();
  };
  const iban = () => {
    const account = digits(17);
    return `CH${String(98n - BigInt(`${account}121700`) % 97n).padStart(2, "0")}${account}`;
  };
  const amount = () => `${1 + random(percent(90) ? 500 : 50_000)}.${String(random(100)).padStart(2, "0")}`;
  const accounts = Array.from({ length: 40 }, iban);
  let passed = 0;
  const day = (before) => new Date(Date.UTC(2020, 0, 1 + passed - before)).toISOString().slice(0, 10);
  const transactions = [];
  for (let length = 0; length < size; ) {
    const account = pick(accounts);
    for (let run = 20 + random(80); run > 0; run -= 1) {
      if (percent(5)) passed += 1;
      transactions.push({
        accountIdentifier: account,
        transactionId: `${String(transactions.length).padStart(10, "0")}TO${digits(4)}`,
        text: text(10 + random(71)),
        creditDebit: percent(25) ? "credit" : "debit",
        amount: amount(),
        currency: "CHF",
        ...(percent(10) && { originalAmount: amount(), originalCurrency: pick(["EUR", "EUR", "EUR", "USD", "GBP"]) }),
        ...(percent(40) && { purchasedAt: day(random(3)) }),
        valutaAt: day(percent(12) ? 1 : 0),
        bookedAt: day(0),
      });
      length += 258;
    }
  }
  return { transactions };
}

/** The best of some runs, in milliseconds. */
function best(operate, runs = 9) {
  let least = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    operate();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const start = performance.now();
checkTransactions('{"transactions": []}');
const first = performance.now() - start;

const text = JSON.stringify(payload());
const bytes = Buffer.from(text);
const ajv = new Ajv.default({ allErrors: true, validateFormats: false, strict: false });
const validate = ajv.compile(schema("transactions"));

// Both must have something to say of the same fault, or one of them looks away.
const broken = text.replace(/"amount":"/, '"amount":"-');
if (!validate(JSON.parse(text)) || validate(JSON.parse(broken))) throw new Error("ajv doesn't judge the payload");
if (!checkTransactions(bytes).valid || checkTransactions(broken).valid) throw new Error("the module doesn't judge the payload");

const ours = best(() => checkTransactions(bytes));
const oursOfText = best(() => checkTransactions(text));
const parse = best(() => JSON.parse(text));
const judged = best(() => validate(JSON.parse(text)));
const ratio = (other) => (other / ours).toFixed(1);
console.log(`${(bytes.length / 1e6).toFixed(0)} MB of transactions, every rule on`);
console.log(`JSON.parse and ajv with allErrors: ${ratio(judged)} times our time`);
console.log(`JSON.parse alone: ${ratio(parse)} times our time`);
console.log(`our time for a text instead of bytes: ${(oursOfText / ours).toFixed(2)} times`);
console.log(`first verdict of a fresh module: ${first.toFixed(0)} ms`);
