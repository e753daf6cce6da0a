// How fast the module judges a payload, beside what else a program in JavaScript would do, in one process: `node bench.js [MB]`.
import { performance } from "node:perf_hooks";
import Ajv from "ajv/dist/2020.js";
import { checkTransactions, schema } from "./dist/index.js";

const size = Number(process.argv[2] ?? 30) * 1e6;

/** Payloads as banks' data makes them: umlauts, IBANs, one in ten in another currency. */
function payload() {
  let seed = 20261120;
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const accounts = ["CH9300762011623852957", "CH5604835012345678009", "DE89370400440532013000"];
  const texts = ["Einkauf Bäckerei Muster, Zürich", "Dauerauftrag Hausverwaltung Beispiel", "Gutschrift Lohn März", "Zahlung Debitkarte 28.03.2026 Genève"];
  const transactions = [];
  for (let length = 0; length < size; length += 270) {
    const day = `2026-${String(1 + random(12)).padStart(2, "0")}-${String(1 + random(28)).padStart(2, "0")}`;
    const abroad = random(10) === 0;
    transactions.push({
      accountIdentifier: accounts[random(3)],
      transactionId: `${99}${String(transactions.length).padStart(9, "0")}TO${random(1000)}`,
      text: `${texts[random(4)]} ${random(100_000)}`,
      creditDebit: random(3) === 0 ? "credit" : "debit",
      amount: `${1 + random(5000)}.${String(random(100)).padStart(2, "0")}`,
      currency: "CHF",
      ...(abroad && { originalAmount: `${1 + random(5000)}.50`, originalCurrency: "EUR" }),
      purchasedAt: day,
      valutaAt: day,
      bookedAt: day,
    });
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
