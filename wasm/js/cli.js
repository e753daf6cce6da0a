#!/usr/bin/env node
// The main jobs of the program `uacc` for those who have Node and no Rust. Results go to standard output, all else to standard error.
// Exit status: 0 clean (warnings allowed), 1 the content has errors, 2 it could not run.
import { existsSync, readFileSync, realpathSync, writeFileSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import * as api from "./index.js";

const USAGE = `usage:
  universal-accounting check base-data|transactions|document FILE...
      [--strict] [--redact] [--allow RULE] [--warn RULE] [--deny RULE] [--received] [--format human|json]
  universal-accounting normalize base-data|transactions|document FILE [-o OUT] [--unsafe-fixes]
  universal-accounting convert FILE... [--bank ID] [--profile FILE] [--account ID] [--accounts MAP] [--currency CODE]
      [--partial] [--batch N] [-o OUT] [--format json]
  universal-accounting banks [FILE] | rules | explain RULE | schema [NAME]

FILE may be - for standard input.`;

const CONTENT = {
  "base-data": [api.checkBaseData, api.normalizeBaseData],
  transactions: [api.checkTransactions, api.normalizeTransactions],
  document: [api.checkDocument, api.normalizeDocument],
};

const list = { type: "string", multiple: true };
const text = { type: "string" };
const flag = { type: "boolean" };
const GRADING = { strict: flag, redact: flag, allow: list, warn: list, deny: list };
const CHECK = { ...GRADING, received: flag };
const STATEMENT = { bank: text, profile: text, account: text, accounts: text, currency: text };
const OUTPUT = { output: { type: "string", short: "o" }, format: text };

/** A call that can't be carried out. */
class Failure extends Error {}

const commands = { check, normalize, convert, banks, rules, explain, schema };

function main([name, ...args]) {
  if (name === "--version" || name === "-V") return put(`universal-accounting ${version()}\n`);
  const asksForHelp = [name, ...args].some((word) => word === "--help" || word === "-h");
  if (name === undefined || name === "help" || asksForHelp) return put(`${USAGE}\n`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Failure(`there is no command ${name}\n\n${USAGE}`);
  return command(args);
}

function check(args) {
  const { values, positionals } = parsed(args, { ...CHECK, format: text });
  const [judge] = contentOf(positionals);
  const files = named(positionals.slice(1));
  const { format = "human", ...options } = values;
  if (format !== "human" && format !== "json") throw new Failure("--format is human or json");
  let valid = true;
  // All are read before anything is said of the first.
  for (const [file, input] of files.map((file) => [file, read(file)])) {
    // Several payloads in one file are what `convert` writes where it splits.
    const sequence = judge === api.checkTransactions;
    const report = judge(input, { ...options, file: shown(file), ...(sequence && { sequence }) });
    valid &&= report.valid;
    put(format === "json" ? `${JSON.stringify(report)}\n` : told(report));
  }
  return valid ? 0 : 1;
}

function normalize(args) {
  const { values, positionals } = parsed(args, { ...CHECK, output: OUTPUT.output, "unsafe-fixes": flag });
  const [, mend] = contentOf(positionals);
  const [file, ...others] = named(positionals.slice(1));
  if (others.length > 0) throw new Failure("one file at a time is normalized");
  const { output, "unsafe-fixes": all, ...options } = values;
  const input = read(file);
  const sequence = mend === api.normalizeTransactions && { sequence: true };
  const result = mend(input, { ...options, ...sequence, file: shown(file), fixes: all ? "all" : "safe" });
  for (const change of result.changes) {
    say(`${result.file}:${change.line}:${change.column}: ${change.safe ? "changed" : "changed, look at it"}: ${change.message}`);
  }
  // What is left stands in what is written, not in the file.
  say(told({ ...result, file: result.json === null ? result.file : `${result.file}, normalized` }).trimEnd());
  if (result.json !== null) out(output, `${result.json}\n`);
  return result.valid ? 0 : 1;
}

function convert(args) {
  const { values, positionals } = parsed(args, { ...GRADING, ...STATEMENT, ...OUTPUT, partial: flag, batch: text });
  const { partial = false, output, format, batch = "1000", profile, accounts, ...others } = values;
  if (format !== undefined && format !== "json") throw new Failure("--format is json");
  if (!/^\d{1,4}$/.test(batch) || batch < 1 || batch > 1000) throw new Failure("--batch: a payload has 1 to 1000 transactions");
  const options = { ...others, ...(profile && { profile: readJson(profile) }), ...(accounts && { accounts: readJson(accounts) }) };
  const files = named(positionals);
  refuseToOverwrite(files, [output]);
  const inputs = files.map((file) => [file, read(file)]);
  const conversions = inputs.map(([file, input]) => api.convertCsv(input, { ...options, file: shown(file) }));
  refuseToMerge(conversions, options);
  for (const conversion of conversions) say(told(conversion).trimEnd());
  const whole = conversions.every(isWhole);
  if (format === "json") {
    out(output, conversions.map((conversion) => `${JSON.stringify(conversion)}\n`).join(""));
    return whole ? 0 : 1;
  }
  const heldBack = reasonsToHoldBack(conversions, partial);
  if (heldBack) say(`nothing was written: ${heldBack}`);
  else writePayloads(conversions.flatMap(({ transactions }) => transactions), { batch: Number(batch), output, files });
  return whole ? 0 : 1;
}

const isWhole = ({ errors, rejected }) => errors === 0 && rejected.length === 0;

/** Several files without an account would merge under the one that was given. */
function refuseToMerge(conversions, { account }) {
  if (account === undefined) return;
  const names = conversions.filter(({ tookAccount }) => tookAccount).map(({ file }) => file);
  if (names.length < 2) return;
  throw new Failure(`several of these files name no account and would all go to the one given: ${names.join(", ")}; take them one by one, each with its own --account, or say with --accounts which file is about which`);
}

/** A result never takes the place of what it was made from. */
function refuseToOverwrite(files, outputs) {
  const whole = (path) => (path && path !== "-" && existsSync(path) ? realpathSync(path) : undefined);
  const inputs = files.map(whole);
  const taken = outputs.find((path) => whole(path) && inputs.includes(whole(path)));
  if (taken) throw new Failure(`--output: ${taken} is one of the files to convert; choose another name`);
}

/** Why no payload is written; nothing where one is. */
function reasonsToHoldBack(conversions, partial) {
  const reasons = [];
  for (const conversion of conversions) {
    if (conversion.bank === null) reasons.push(`${conversion.file} could not be read`);
    else if (!isWhole(conversion) && !partial) reasons.push(`${conversion.file} has errors, ${counted(conversion.rejected.length, "row")} rejected`);
  }
  const converted = conversions.some(({ transactions }) => transactions.length > 0);
  if (reasons.length === 0) return converted ? "" : "there are no transactions";
  const partly = converted && !partial && conversions.every(({ bank }) => bank !== null);
  return `${reasons.join("; ")}${partly ? "; --partial writes the rows that convert" : ""}`;
}

function writePayloads(transactions, { batch, output, files }) {
  const payloads = [];
  for (let start = 0; start < transactions.length; start += batch) {
    payloads.push(`${JSON.stringify({ transactions: transactions.slice(start, start + batch) })}\n`);
  }
  if (!output || payloads.length === 1) return out(output, payloads.join(""));
  const stem = output.replace(/\.json$/, "");
  const paths = payloads.map((_, index) => `${stem}-${String(index + 1).padStart(4, "0")}.json`);
  refuseToOverwrite(files, paths);
  paths.forEach((path, index) => write(path, payloads[index]));
  say(`${counted(paths.length, "file")} written, ${paths[0]} to ${paths.at(-1)}`);
  const next = `${stem}-${String(paths.length + 1).padStart(4, "0")}.json`;
  if (existsSync(next)) say(`files of an earlier run not overwritten, from ${next} on`);
}

function banks(args) {
  const { values, positionals } = parsed(args, { profile: text });
  if (positionals.length === 0) {
    const all = api.banks().sort((one, other) => one.country.localeCompare(other.country) || one.id.localeCompare(other.id));
    return put(all.map((bank) => `${bank.id.padEnd(36)}${bank.country}  ${bank.institution}, ${bank.product}\n`).join(""));
  }
  const candidates = api.detectBank(read(positionals[0]), values.profile && { profile: readJson(values.profile) });
  for (const { bank, chosen, variant, found, expected, missing } of candidates.slice(0, 5)) {
    const lacks = missing.length > 0 ? `; missing: ${missing.join(", ")}` : "";
    put(`${chosen ? "*" : " "} ${bank}${variant ? ` ${variant}` : ""}: ${found} of ${expected}${lacks}\n`);
  }
  return candidates.some((candidate) => candidate.chosen) ? 0 : 1;
}

function rules(args) {
  parsed(args, {});
  put(api.rules().map((rule) => `${rule.id.padEnd(32)}${rule.severity.padEnd(9)}${rule.title}\n`).join(""));
}

function explain(args) {
  const { positionals } = parsed(args, {});
  const rule = api.explain(positionals[0] ?? "");
  if (!rule) throw new Failure(`there is no rule ${positionals[0] ?? ""}; \`universal-accounting rules\` lists them`);
  put(`${rule.id}: ${rule.title} (${rule.severity})\n\n${rule.message}\nTo mend it: ${rule.help}\n\n${rule.why}\n\nbad:\n${rule.bad}\n\ngood:\n${rule.good}\n`);
}

function schema(args) {
  const { positionals } = parsed(args, {});
  if (positionals.length === 0) return put(`${api.schemas().join("\n")}\n`);
  const schema = api.schema(positionals[0]);
  if (!schema) throw new Failure(`there is no schema ${positionals[0]}; there are ${api.schemas().join(", ")}`);
  return put(`${JSON.stringify(schema, null, 2)}\n`);
}

/** A report for people. */
function told({ file, findings, errors, warnings }) {
  const lines = findings.map((finding) => {
    const fix = finding.fix ? `\n    ${finding.fix.safe ? "safe fix" : "possible fix"}: ${finding.fix.replacement}` : "";
    const place = finding.path || (finding.cell ? `row ${finding.cell.row} ${finding.cell.column}`.trimEnd() : "");
    return `${file}:${finding.line}:${finding.column}: ${finding.severity}[${finding.rule}] ${place}\n    ${finding.message}\n    help: ${finding.help}${fix}\n`;
  });
  return clean(`${lines.join("")}${file}: ${counted(errors, "error")}, ${counted(warnings, "warning")}\n`);
}

/** A text that a terminal shows as it is: what would control it, or turn its direction, becomes a sign. */
function clean(text) {
  return text.replace(/(?!\n)[\p{Cc}\u061c\u200b\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

function counted(count, noun) {
  return `${count === 0 ? "no" : count} ${noun}${count === 1 ? "" : "s"}`;
}

function parsed(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Failure(error.message);
  }
}

function contentOf([name]) {
  if (!Object.hasOwn(CONTENT, name ?? "")) throw new Failure(`what the file is comes first: ${Object.keys(CONTENT).join(", ")}`);
  return CONTENT[name];
}

function named(files) {
  if (files.length === 0) throw new Failure("no file was named; - is standard input");
  if (files.filter((file) => file === "-").length > 1) throw new Failure("standard input can be read once: give - one time only");
  return files;
}

function shown(file) {
  return file === "-" ? "<stdin>" : file;
}

function read(file) {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new Failure(`${shown(file)}: ${error.code === "EISDIR" ? "is a folder" : error.message}`);
  }
}

function readJson(file) {
  try {
    return JSON.parse(read(file).toString("utf8"));
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${file} is no JSON: ${error.message}`);
  }
}

function out(path, content) {
  if (path) write(path, content);
  else put(content);
}

function write(path, content) {
  try {
    writeFileSync(path, content);
  } catch (error) {
    throw new Failure(error.message);
  }
}

function put(content) {
  // Written at once and whole, also into a pipe that is read slowly.
  for (let rest = Buffer.from(content); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      // A reader who has enough ends the writing, not the run.
      if (error.code === "EPIPE") return;
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

/** Where nobody listens any more, nothing is lost: the result is what counts. */
process.stderr.on("error", () => {});

function say(line) {
  process.stderr.write(`${clean(line)}\n`);
}

function version() {
  return JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")).version;
}

try {
  process.exitCode = main(process.argv.slice(2)) ?? 0;
} catch (error) {
  // What the library says of an option is a wrong call too.
  say(`error: ${error.message}`);
  process.exitCode = 2;
}
