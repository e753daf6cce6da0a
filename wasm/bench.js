// Measures how fast the module is, and compares it with other JavaScript libraries in the same process: `node bench.js [MB]`.
import { performance } from "node:perf_hooks";
import Ajv from "ajv/dist/2020.js";
import Papa from "papaparse";
import { z } from "zod";
import { payload, statement } from "./bench-inputs.js";
import { checkTransactions, convertStatement, schema } from "./dist/index.js";
import packages from "./package.json" with { type: "json" };

const size = Number(process.argv[2] ?? 30) * 1e6;

/** Returns the shortest time of each operation in milliseconds. Runs them in turns, so that other work of the machine affects all. */
function shortestTimes(operations, rounds = 7) {
  const shortest = operations.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    operations.forEach((operate, index) => {
      const start = performance.now();
      operate();
      shortest[index] = Math.min(shortest[index], performance.now() - start);
    });
  }
  return shortest;
}

function compare(title, bytes, operations) {
  const [ours, ...others] = shortestTimes(Object.values(operations));
  console.log(`\n${title}, ${(bytes.length / 1e6).toFixed(1)} MB; their time / our time`);
  Object.keys(operations).slice(1).forEach((name, index) => console.log(`${(others[index] / ours).toFixed(2).padStart(7)}  ${name}`));
}

/** Returns a zod schema of the payload, with the shape and the rules of single values. */
function zodSchema() {
  const nonEmpty = z.string().regex(/\S/);
  const amount = z.string().regex(/^(?:0\.\d*[1-9]\d*|[1-9]\d*(?:\.\d+)?)$/);
  const currency = z.string().regex(/^[A-Z]{3}$/);
  const day = z.iso.date();
  const transaction = z.object({
    accountIdentifier: nonEmpty, transactionId: z.string().optional(), text: z.string().optional(), creditDebit: z.enum(["credit", "debit", ""]).optional(),
    amount, currency, originalAmount: amount.optional(), originalCurrency: currency.optional(),
    purchasedAt: day.optional(), valutaAt: day.optional(), bookedAt: day.optional(),
  });
  return z.object({ transactions: z.array(transaction).min(1) });
}

/** Converts a statement with papaparse. Knows the format, and takes each cell without checks. */
function convertWithPapaparse(bytes) {
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

/** Reads a statement with papaparse to one object a row, with the cells as they are, by the names of their columns. */
function rowsOfPapaparse(bytes) {
  const text = new TextDecoder().decode(bytes);
  return Papa.parse(text.slice(text.indexOf("Abschlussdatum")), { delimiter: ";", header: true, skipEmptyLines: true }).data;
}

/** Converts a statement to payloads of a thousand transactions each, as strings or as bytes. */
function convertToPayloads(bytes, option = "onPayload") {
  const payloads = [];
  convertStatement(bytes, { [option]: (payload) => payloads.push(payload) });
  return payloads;
}

const start = performance.now();
checkTransactions('{"transactions": []}');
console.log(`Node ${process.versions.node}, ${["ajv", "zod", "papaparse"].map((name) => `${name} ${packages.devDependencies[name]}`).join(", ")}`);
console.log(`first check, including loading the module: ${(performance.now() - start).toFixed(0)} ms`);

const text = JSON.stringify(payload(size));
const bytes = Buffer.from(text);
const validate = new Ajv.default({ allErrors: true, validateFormats: false, strict: false }).compile(schema("transactions"));
const zod = zodSchema();

// All libraries must reject the same error.
const broken = text.replace(/"amount":"/, '"amount":"-');
for (const isValid of [(json) => validate(JSON.parse(json)), (json) => zod.safeParse(JSON.parse(json)).success, (json) => checkTransactions(json).valid]) {
  if (!isValid(text) || isValid(broken)) throw new Error("a library accepts the invalid payload or rejects the valid one");
}
compare("every rule on transactions", bytes, {
  ours: () => checkTransactions(bytes),
  "ours, with a string as input": () => checkTransactions(text),
  "JSON.parse": () => JSON.parse(text),
  "JSON.parse and ajv with allErrors": () => validate(JSON.parse(text)),
  "JSON.parse and zod": () => zod.safeParse(JSON.parse(text)),
});

const object = JSON.parse(text);
compare("every rule on an object", bytes, {
  ours: () => checkTransactions(object),
  "ajv with allErrors": () => validate(object),
  "JSON.stringify": () => JSON.stringify(object),
});

const one = JSON.stringify({ transactions: object.transactions.slice(0, 1) });
const often = (operate) => () => {
  for (let time = 0; time < 20_000; time += 1) operate();
};
compare("every rule on one transaction, 20,000 times", Buffer.from(one), {
  ours: often(() => checkTransactions(one)),
  "JSON.parse and ajv with allErrors": often(() => validate(JSON.parse(one))),
});

const csv = Buffer.from(statement(size));
const ends = (transactions) => [transactions.length, transactions[0].amount, transactions.at(-1).amount, transactions.at(-1).text].join();
const all = convertToPayloads(csv).flatMap((payload) => JSON.parse(payload).transactions);
if (ends(all) !== ends(JSON.parse(convertWithPapaparse(csv)).transactions)) throw new Error("the conversions differ");
compare("a bank's CSV to objects", csv, {
  ours: () => convertStatement(csv),
  "ours, with the origin of each row": () => convertStatement(csv, { origins: true }),
  "papaparse, rows to objects": () => rowsOfPapaparse(csv),
});
compare("a bank's CSV to payloads as strings", csv, {
  ours: () => convertToPayloads(csv),
  "papaparse, converting and JSON.stringify": () => convertWithPapaparse(csv),
});
compare("a bank's CSV to payloads as bytes", csv, {
  ours: () => convertToPayloads(csv, "onPayloadBytes"),
  "papaparse, converting, JSON.stringify and Buffer.from": () => Buffer.from(convertWithPapaparse(csv)),
});
