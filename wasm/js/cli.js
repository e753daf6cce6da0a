#!/usr/bin/env node
// The most important commands of `uacc`, for Node without Rust. Results go to standard output, messages to standard error.
// Exit status: 0 if there are no errors (warnings and notes are allowed), 1 if the input has errors, 2 if the command could not run.
import { existsSync, readFileSync, realpathSync, writeFileSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { HINTS } from "./hints.js";
import * as api from "./node.js";

const USAGE = `usage:
  universal-accounting check base-data|transactions|journal|document FILE...
      [--strict] [--redact] [--allow RULE] [--warn RULE] [--deny RULE] [--received] [--brand NAME]
      [--format human|json]
  universal-accounting normalize base-data|transactions|journal|document FILE [-o OUT] [--unsafe-fixes]
  universal-accounting convert FILE... [--bank ID] [--profile FILE] [--account ID] [--accounts MAP] [--currency CODE]
      [--opening AMOUNT] [--dates ORDER] [--partial] [--batch N] [-o OUT] [--format json]
  universal-accounting banks [FILE] | rules | explain RULE | schema [NAME]

With - as FILE, reads standard input.`;

const KINDS = {
  "base-data": [api.checkBaseData, api.normalizeBaseData],
  transactions: [api.checkTransactions, api.normalizeTransactions],
  journal: [api.checkJournal, api.normalizeJournal],
  document: [api.checkDocument, api.normalizeDocument],
};

/** The functions whose files may have several documents, each on a line. */
const SEQUENCES = [api.checkTransactions, api.normalizeTransactions, api.checkJournal, api.normalizeJournal];

const list = { type: "string", multiple: true };
const text = { type: "string" };
const flag = { type: "boolean" };
const POLICY = { strict: flag, redact: flag, allow: list, warn: list, deny: list };
const CHECK = { ...POLICY, received: flag, brand: text };
const STATEMENT = { bank: text, profile: text, account: text, accounts: text, currency: text, opening: text, dates: text, "split-batches": flag };
const OUTPUT = { output: { type: "string", short: "o" }, format: text };

/** An error that stops the command. */
class Failure extends Error {}

const commands = { check, normalize, convert, banks, rules, explain, schema };

function main([name, ...args]) {
  if (name === "--version" || name === "-V") return writeStdout(`universal-accounting ${version()}\n`);
  const wantsHelp = [name, ...args].some((word) => word === "--help" || word === "-h");
  if (name === undefined || name === "help" || wantsHelp) return writeStdout(`${USAGE}\n`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Failure(`there is no command ${name}\n\n${USAGE}`);
  return command(args);
}

function check(args) {
  const { values, positionals } = parseArguments(args, { ...CHECK, format: text });
  const [checkInput] = functionsOf(positionals);
  const files = fileArguments(positionals.slice(1));
  const { format = "human", ...options } = values;
  if (format !== "human" && format !== "json") throw new Failure("--format is human or json");
  let valid = true;
  // All files are read before the first report is written.
  for (const [file, input] of files.map((file) => [file, readInput(file)])) {
    // `convert` writes several payloads to one output.
    const sequence = SEQUENCES.includes(checkInput);
    const report = checkInput(input, { ...options, file: displayName(file), ...(sequence && { sequence }) });
    valid &&= report.valid;
    writeStdout(format === "json" ? `${JSON.stringify(report)}\n` : formatReport(report));
  }
  return valid ? 0 : 1;
}

function normalize(args) {
  const { values, positionals } = parseArguments(args, { ...CHECK, output: OUTPUT.output, "unsafe-fixes": flag });
  const [, normalizeInput] = functionsOf(positionals);
  const [file, ...others] = fileArguments(positionals.slice(1));
  if (others.length > 0) throw new Failure("normalize takes one file");
  const { output, "unsafe-fixes": all, ...options } = values;
  const input = readInput(file);
  const sequence = SEQUENCES.includes(normalizeInput) && { sequence: true };
  const result = normalizeInput(input, { ...options, ...sequence, file: displayName(file), fixes: all ? "all" : "safe" });
  for (const change of result.changes) {
    printNote(`${result.file}:${change.line}:${change.column}: ${change.safe ? "changed" : "changed (this may change the meaning)"}: ${change.message}`);
  }
  // The remaining findings have positions in the output, not in the file.
  printNote(formatReport({ ...result, file: result.json === null ? result.file : `${result.file}, normalized` }).trimEnd());
  if (result.json !== null) writeOutput(output, `${result.json}\n`);
  return result.valid ? 0 : 1;
}

function convert(args) {
  const { values, positionals } = parseArguments(args, { ...POLICY, ...STATEMENT, ...OUTPUT, partial: flag, batch: text });
  const { partial = false, output, format, batch = "1000", profile, accounts, "split-batches": splitBatches, ...others } = values;
  if (format !== undefined && format !== "json") throw new Failure("--format is json");
  if (!/^\d{1,4}$/.test(batch) || batch < 1 || batch > 1000) throw new Failure("--batch: a payload has 1 to 1000 transactions");
  const options = { ...others, ...(splitBatches && { splitBatches }), ...(profile && { profile: readJson(profile) }), ...(accounts && { accounts: readJson(accounts) }) };
  const files = fileArguments(positionals);
  checkOutputsAreNotInputs(files, [output]);
  const inputs = files.flatMap((file) => filesIn(displayName(file), readInput(file)));
  const contents = inputs.map(({ file, content }) => ({ file, content }));
  const { files: reports, accounts: histories, tookOneAccount } = api.convertStatements(contents, { ...options, origins: format === "json" });
  const conversions = reports.map((report, index) => ({ ...report, ...inputs[index].refusal }));
  if (!tookOneAccount) checkNoAccountsMerge(conversions, options);
  for (const conversion of conversions) printNote(formatReport(conversion).trimEnd());
  const complete = conversions.every(isComplete);
  const repeated = histories.reduce((sum, account) => sum + account.repeated, 0);
  if (repeated > 0) printNote(`${pluralize(repeated, "row")} ${repeated === 1 ? "has" : "have"} the transaction of an earlier statement; each transaction is in the output once`);
  if (format === "json") {
    writeOutput(output, [...conversions, { accounts: histories }].map((line) => `${JSON.stringify(line)}\n`).join(""));
    return complete ? 0 : 1;
  }
  const reasons = reasonsToWriteNothing(conversions, partial);
  if (reasons) printNote(`nothing was written: ${reasons}`);
  else writePayloads(conversions.flatMap(({ transactions }) => transactions), { batch: Number(batch), output, files });
  return complete ? 0 : 1;
}

/** Returns a file, or the files of an archive. */
function filesIn(file, content) {
  if (!api.isArchive(content)) return [{ file, content }];
  const { files, ...report } = api.unpackArchive(content, { file });
  if (!report.valid) return [{ file, content: "", refusal: report }];
  return files.map(({ content, ...report }) => ({
    file: `${file}/${report.file}`, content: content ?? "", refusal: report.valid ? undefined : { ...report, file: `${file}/${report.file}` },
  }));
}

const isComplete = ({ errors, rejected }) => errors === 0 && rejected.length === 0;

/**
 * Checks that no files are merged into one account: several that take it from `--account`, or files of different institutions that take it from the
 * account map, by their names alone.
 */
function checkNoAccountsMerge(conversions, { account }) {
  if (account === undefined) return checkNoInstitutionsMerge(conversions.filter(({ tookAccount }) => tookAccount));
  const names = conversions.filter(({ tookAccount }) => tookAccount).map(({ file }) => file);
  if (names.length < 2) return;
  throw new Failure(`several of these files name no account, and --account would put them all into the same account: ${names.join(", ")}; run the command for each file with its own --account, or map the files to accounts with --accounts`);
}

/** Checks that no account has files of different institutions. Files without an account of their own have one account. */
function checkNoInstitutionsMerge(conversions) {
  const institutions = new Map(api.banks().map(({ id, institution }) => [id, institution]));
  for (const account of new Set(conversions.map(({ totals }) => totals[0]?.account))) {
    const sharing = conversions.filter(({ totals }) => totals[0]?.account === account);
    if (new Set(sharing.map(({ bank }) => institutions.get(bank))).size < 2) continue;
    const list = sharing.map(({ file, bank }) => `${file} (${institutions.get(bank)})`).join(", ");
    throw new Failure(`the account map puts files of different institutions into the same account, because of their names: ${list}; make the patterns in \`files\` narrower, or name the format of each entry in \`bank\``);
  }
}

/** Checks that no output file is one of the files that are read. */
function checkOutputsAreNotInputs(files, outputs) {
  const realPath = (path) => (path && path !== "-" && existsSync(path) ? realpathSync(path) : undefined);
  const inputs = files.map(realPath);
  const overwritten = outputs.find((path) => realPath(path) && inputs.includes(realPath(path)));
  if (overwritten) throw new Failure(`--output: ${overwritten} is one of the files to convert; choose another name`);
}

/** Returns why nothing may be written, or an empty string if the output is written. */
function reasonsToWriteNothing(conversions, partial) {
  const reasons = [];
  for (const conversion of conversions) {
    if (conversion.bank === null) reasons.push(`${conversion.file} was not converted`);
    else if (!isComplete(conversion) && !partial) reasons.push(`${conversion.file} has errors, ${pluralize(conversion.rejected.length, "row")} rejected`);
  }
  const converted = conversions.some(({ transactions }) => transactions.length > 0);
  if (reasons.length === 0) return converted ? "" : "there are no transactions";
  const wouldPartialHelp = converted && !partial && conversions.every(({ bank }) => bank !== null);
  return `${reasons.join("; ")}${wouldPartialHelp ? "; --partial writes the transactions that could be converted" : ""}`;
}

function writePayloads(transactions, { batch, output, files }) {
  const payloads = [];
  for (let start = 0; start < transactions.length; start += batch) {
    payloads.push(`${JSON.stringify({ transactions: transactions.slice(start, start + batch) })}\n`);
  }
  if (!output || payloads.length === 1) return writeOutput(output, payloads.join(""));
  const stem = output.replace(/\.json$/, "");
  const paths = payloads.map((_, index) => `${stem}-${String(index + 1).padStart(4, "0")}.json`);
  checkOutputsAreNotInputs(files, paths);
  paths.forEach((path, index) => writeFile(path, payloads[index]));
  printNote(`${pluralize(paths.length, "file")} written: ${paths[0]} to ${paths.at(-1)}`);
  const next = `${stem}-${String(paths.length + 1).padStart(4, "0")}.json`;
  if (existsSync(next)) printNote(`warning: ${next} is from an earlier run and was not overwritten; don't import it together with the new files`);
}

function banks(args) {
  const { values, positionals } = parseArguments(args, { profile: text });
  if (positionals.length === 0) {
    const all = api.banks().sort((left, right) => (left.country ?? "").localeCompare(right.country ?? "") || left.id.localeCompare(right.id));
    return writeStdout(all.map((bank) => `${bank.id.padEnd(36)}${bank.country ?? "  "}  ${bank.institution}, ${bank.product}\n`).join(""));
  }
  const candidates = api.detectStatement(readInput(positionals[0]), values.profile && { profile: readJson(values.profile) });
  for (const { bank, chosen, variant, found, expected, missing } of candidates.slice(0, 5)) {
    const missingText = missing.length > 0 ? `; missing: ${missing.join(", ")}` : "";
    writeStdout(`${chosen ? "*" : " "} ${bank}${variant ? ` ${variant}` : ""}: ${found} of ${expected}${missingText}\n`);
  }
  return candidates.some((candidate) => candidate.chosen) ? 0 : 1;
}

function rules(args) {
  parseArguments(args, {});
  writeStdout(api.rules().map((rule) => `${rule.id.padEnd(32)}${rule.severity.padEnd(9)}${rule.title}\n`).join(""));
}

function explain(args) {
  const { positionals } = parseArguments(args, {});
  const rule = api.explain(positionals[0] ?? "");
  if (!rule) throw new Failure(`there is no rule ${positionals[0] ?? ""}; \`universal-accounting rules\` lists them`);
  writeStdout(`${rule.id}: ${rule.title} (${rule.severity})\n\n${rule.message}\nTo fix it: ${withHint(rule.id, rule.help)}\n\n${rule.why}\n\nbad:\n${rule.bad}\n\ngood:\n${rule.good}\n`);
}

function schema(args) {
  const { positionals } = parseArguments(args, {});
  if (positionals.length === 0) return writeStdout(`${api.schemas().join("\n")}\n`);
  const schema = api.schema(positionals[0]);
  if (!schema) throw new Failure(`there is no schema ${positionals[0]}; the schemas are ${api.schemas().join(", ")}`);
  return writeStdout(`${JSON.stringify(schema, null, 2)}\n`);
}

/** Appends to the help of a rule what this program adds to it, in parentheses. */
function withHint(rule, help) {
  return Object.hasOwn(HINTS, rule) ? `${help} (${HINTS[rule]})` : help;
}

/** Formats a report for people. */
function formatReport({ file, findings, errors, warnings, notes }) {
  const lines = findings.map((finding) => {
    const fix = finding.fix ? `\n    ${finding.fix.safe ? "safe fix" : "unsafe fix"}: ${finding.fix.replacement}` : "";
    const location = finding.path || (finding.cell ? `row ${finding.cell.row} ${finding.cell.column}`.trimEnd() : "");
    return `${file}:${finding.line}:${finding.column}: ${finding.severity}[${finding.rule}] ${location}\n    ${finding.message}\n    help: ${withHint(finding.rule, finding.help)}${fix}\n`;
  });
  const noted = notes > 0 ? `, ${pluralize(notes, "note")}` : "";
  return sanitize(`${lines.join("")}${file}: ${pluralize(errors, "error")}, ${pluralize(warnings, "warning")}${noted}\n`);
}

/** Replaces characters that control a terminal or change the direction of text. */
function sanitize(text) {
  return text.replace(/(?!\n)[\p{Cc}\u061c\u200b\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

function pluralize(count, noun) {
  return `${count === 0 ? "no" : count} ${noun}${count === 1 ? "" : "s"}`;
}

function parseArguments(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Failure(error.message);
  }
}

function functionsOf([name]) {
  if (!Object.hasOwn(KINDS, name ?? "")) throw new Failure(`the first argument is the kind of the file: ${Object.keys(KINDS).join(", ")}`);
  return KINDS[name];
}

function fileArguments(files) {
  if (files.length === 0) throw new Failure("name a file, or - for standard input");
  if (files.filter((file) => file === "-").length > 1) throw new Failure("standard input can only be read once: give - only once");
  return files;
}

function displayName(file) {
  return file === "-" ? "<stdin>" : file;
}

function readInput(file) {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new Failure(`${displayName(file)}: ${error.code === "EISDIR" ? "is a folder" : error.message}`);
  }
}

function readJson(file) {
  try {
    return JSON.parse(readInput(file).toString("utf8"));
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${file} is not JSON: ${error.message}`);
  }
}

function writeOutput(path, content) {
  if (path) writeFile(path, content);
  else writeStdout(content);
}

function writeFile(path, content) {
  try {
    writeFileSync(path, content);
  } catch (error) {
    throw new Failure(error.message);
  }
}

function writeStdout(content) {
  // Writes synchronously, so that the output is complete before the process exits, even to a slow pipe.
  for (let pending = Buffer.from(content); pending.length > 0; ) {
    try {
      pending = pending.subarray(writeSync(1, pending));
    } catch (error) {
      // A reader that closes the pipe early, such as `head`, is no error.
      if (error.code === "EPIPE") return;
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

/** Ignores a closed standard error, because the exit status and the output do not depend on it. */
process.stderr.on("error", () => {});

function printNote(line) {
  process.stderr.write(`${sanitize(line)}\n`);
}

function version() {
  return JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")).version;
}

try {
  process.exitCode = main(process.argv.slice(2)) ?? 0;
} catch (error) {
  // Includes errors of the package about options.
  printNote(`error: ${error.message}`);
  process.exitCode = 2;
}
