// How fast the module is beside what else a program in JavaScript would do, all in one process: `node bench.js [MB]`.
import { performance } from "node:perf_hooks";
import Ajv from "ajv/dist/2020.js";
import Papa from "papaparse";
import { z } from "zod";
import { payload, statement } from "./bench-inputs.js";
import { checkTransactions, convertCsv, schema } from "./dist/index.js";
import packages from "./package.json" with { type: "json" };

const size = Number(process.argv[2] ?? 30) * 1e6;

/** The least time of each in milliseconds, taken in turns, so that what slows the machine slows all. */
function times(operations, rounds = 7) {
  const least = operations.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    operations.forEach((operate, index) => {
      const start = performance.now();
      operate();
      least[index] = Math.min(least[index], performance.now() - start);
    });
  }
  return least;
}

function tell(what, bytes, operations) {
  const [ours, ...others] = times(Object.values(operations));
  console.log(`\n${what}, ${(bytes.length / 1e6).toFixed(1)} MB; their time / our time`);
  Object.keys(operations).slice(1).forEach((name, index) => console.log(`${(others[index] / ours).toFixed(2).padStart(7)}  ${name}`));
}

/** The contract's payload as zod says it: the shape, and the rules of single values. */
function zodSchema() {
  const given = z.string().regex(/\S/);
  const amount = z.string().regex(/^(?:0\.\d*[1-9]\d*|[1-9]\d*(?:\.\d+)?)$/);
  const currency = z.string().regex(/^[A-Z]{3}$/);
  const day = z.iso.date();
  const transaction = z.object({
    accountIdentifier: given, transactionId: z.string().optional(), text: z.string().optional(), creditDebit: z.enum(["credit", "debit", ""]).optional(),
    amount, currency, originalAmount: amount.optional(), originalCurrency: currency.optional(),
    purchasedAt: day.optional(), valutaAt: day.optional(), bookedAt: day.optional(),
  });
  return z.object({ transactions: z.array(transaction).min(1) });
}

/** What a program does without us: the format is known, each cell is taken as it is. */
function converted(bytes) {
  const { data } = Papa.parse(new TextDecoder().decode(bytes), { delimiter: ";", skipEmptyLines: true });
  const account = data[1][1].replaceAll(" ", "");
  const [purchased, , booked, valuta, currency, debit, credit, , , id, ...texts] = data[3].keys();
  const transactions = data.slice(4).map((row) => ({
    accountIdentifier: account,
    transactionId: row[id],
    text: texts.map((column) => row[column]).filter((text) => text).join("; "),
    creditDebit: row[credit] ? "credit" : "debit",
    amount: row[credit] || row[debit].replace("-", ""),
    currency: row[currency],
    purchasedAt: row[purchased],
    valutaAt: row[valuta],
    bookedAt: row[booked],
  }));
  return JSON.stringify({ transactions });
}

/** Our payloads, as they are sent: of a thousand transactions each, as texts or as bytes. */
function payloadsOf(bytes, taker = "onPayload") {
  const payloads = [];
  convertCsv(bytes, { [taker]: (payload) => payloads.push(payload) });
  return payloads;
}

const start = performance.now();
checkTransactions('{"transactions": []}');
console.log(`Node ${process.versions.node}, ${["ajv", "zod", "papaparse"].map((name) => `${name} ${packages.devDependencies[name]}`).join(", ")}`);
console.log(`first verdict of a fresh module: ${(performance.now() - start).toFixed(0)} ms`);

const text = JSON.stringify(payload(size));
const bytes = Buffer.from(text);
const validate = new Ajv.default({ allErrors: true, validateFormats: false, strict: false }).compile(schema("transactions"));
const zod = zodSchema();

// All must have something to say of the same fault, or one of them looks away.
const broken = text.replace(/"amount":"/, '"amount":"-');
for (const judge of [(json) => validate(JSON.parse(json)), (json) => zod.safeParse(JSON.parse(json)).success, (json) => checkTransactions(json).valid]) {
  if (!judge(text) || judge(broken)) throw new Error("one of them doesn't judge the payload");
}
tell("every rule on transactions", bytes, {
  ours: () => checkTransactions(bytes),
  "ours, of a text instead of bytes": () => checkTransactions(text),
  "JSON.parse": () => JSON.parse(text),
  "JSON.parse and ajv with allErrors": () => validate(JSON.parse(text)),
  "JSON.parse and zod": () => zod.safeParse(JSON.parse(text)),
});

const csv = Buffer.from(statement(size));
const ends = (transactions) => [transactions.length, transactions[0].amount, transactions.at(-1).amount, transactions.at(-1).text].join();
const all = payloadsOf(csv).flatMap((payload) => JSON.parse(payload).transactions);
if (ends(all) !== ends(JSON.parse(converted(csv)).transactions)) throw new Error("both don't read the statement alike");
tell("a bank's CSV to payloads as texts", csv, {
  ours: () => payloadsOf(csv),
  "ours, to objects with all that is known of each row": () => convertCsv(csv),
  "papaparse, converting and JSON.stringify": () => converted(csv),
});
tell("a bank's CSV to payloads as bytes", csv, {
  ours: () => payloadsOf(csv, "onPayloadBytes"),
  "papaparse, converting, JSON.stringify and Buffer.from": () => Buffer.from(converted(csv)),
});
