#!/usr/bin/env node
// The main jobs of the program `uacc` for those who have Node and no Rust. Results go to standard output, all else to standard error.
// Exit status: 0 clean (warnings allowed), 1 the content has errors, 2 it could not run.
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import * as api from "./index.js";

const USAGE = `usage:
  universal-accounting check base-data|transactions|document FILE...
      [--strict] [--allow RULE] [--warn RULE] [--deny RULE] [--received] [--format human|json]
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
const GRADING = { strict: flag, allow: list, warn: list, deny: list };
const CHECK = { ...GRADING, received: flag };
const STATEMENT = { bank: text, profile: text, account: text, accounts: text, currency: text };
const OUTPUT = { output: { type: "string", short: "o" }, format: text };

/** A call that can't be carried out. */
class Failure extends Error {}

const commands = { check, normalize, convert, banks, rules, explain, schema };

function main([name, ...args]) {
  if (name === "--version") return put(`universal-accounting ${version()}\n`);
  if (name === undefined || name === "--help" || name === "-h") return put(`${USAGE}\n`);
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
  let clean = true;
  for (const file of files) {
    const input = read(file);
    // Several payloads in one file are what `convert` writes where it splits.
    const sequence = judge === api.checkTransactions;
    const report = judge(input, { ...options, file: shown(file), ...(sequence && { sequence }) });
    clean &&= report.valid;
    put(format === "json" ? `${JSON.stringify(report)}\n` : told(report));
  }
  return clean ? 0 : 1;
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
  say(told(result).trimEnd());
  if (result.json !== null) out(output, `${result.json}\n`);
  return result.valid ? 0 : 1;
}

function convert(args) {
  const { values, positionals } = parsed(args, { ...GRADING, ...STATEMENT, ...OUTPUT, partial: flag, batch: text });
  const { partial = false, output, format, batch: size = "1000", profile, accounts, ...others } = values;
  if (format !== undefined && format !== "json") throw new Failure("--format is json");
  const batch = Number(size);
  if (!Number.isInteger(batch) || batch < 1 || batch > 1000) throw new Failure("--batch: a payload has 1 to 1000 transactions");
  const options = { ...others, ...(profile && { profile: readJson(profile) }), ...(accounts && { accounts: readJson(accounts) }) };
  let clean = true;
  const reports = [];
  const transactions = [];
  for (const file of named(positionals)) {
    const input = read(file);
    const conversion = api.convertCsv(input, { ...options, file: shown(file) });
    const whole = conversion.errors === 0 && conversion.rejected.length === 0;
    clean &&= whole;
    say(told(conversion).trimEnd());
    reports.push(`${JSON.stringify(conversion)}\n`);
    if (whole || partial) {
      // Spread into push, a large file would be more arguments than a call takes.
      for (const one of conversion.transactions) transactions.push(one);
    } else if (conversion.transactions.length > 0) {
      say(`${conversion.file}: nothing of it is written; --partial writes the rows that convert`);
    }
  }
  if (format === "json") {
    out(output, reports.join(""));
    return clean ? 0 : 1;
  }
  const payloads = [];
  for (let start = 0; start < transactions.length; start += batch) {
    payloads.push(`${JSON.stringify({ transactions: transactions.slice(start, start + batch) })}\n`);
  }
  if (output && payloads.length > 1) {
    const [, stem, extension] = /^(.*?)(\.[^./\\]*)?$/s.exec(output);
    payloads.forEach((payload, index) => write(`${stem}-${String(index + 1).padStart(4, "0")}${extension ?? ""}`, payload));
  } else if (payloads.length > 0) {
    out(output, payloads.join(""));
  }
  return clean ? 0 : 1;
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
  const schema = api.schema(positionals[0] ?? "");
  if (!schema) throw new Failure(`there is no schema ${positionals[0] ?? ""}; base-data, transactions and document-request are some`);
  put(`${JSON.stringify(schema, null, 2)}\n`);
}

/** A report for people. */
function told({ file, findings, errors, warnings }) {
  const lines = findings.map((finding) => {
    const fix = finding.fix ? `\n    ${finding.fix.safe ? "safe fix" : "possible fix"}: ${finding.fix.replacement}` : "";
    const place = finding.path || (finding.cell ? `row ${finding.cell.row} ${finding.cell.column}`.trimEnd() : "");
    return `${file}:${finding.line}:${finding.column}: ${finding.severity}[${finding.rule}] ${place}\n    ${finding.message}\n    help: ${finding.help}${fix}\n`;
  });
  return `${lines.join("")}${file}: ${counted(errors, "error")}, ${counted(warnings, "warning")}\n`;
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
      if (error.code === "EPIPE") process.exit(0);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
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
