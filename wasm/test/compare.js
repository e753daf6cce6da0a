// Compares the outputs of the module and of the native program, byte for byte.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { cleanReport } from "../js/api/reports.js";
import { install, native } from "./installed.js";

let installed;
let core;
let uacc;
before(async () => {
  uacc = native();
  installed = install();
  core = await import(pathToFileURL(join(installed.package, "core.js")).href);
  core.initSync({ module: readFileSync(join(installed.package, "core.wasm")) });
});
after(() => installed.remove());

/** Returns the name of a kind of payload in the module, such as `BaseData`. */
const pascalCase = (name) => name.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());

export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Returns the output of the program. Exit status 1 is no failure: it means that there are findings. */
function programOutput(...args) {
  try {
    return execFileSync(uacc, args, { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (error.status !== 1) throw error;
    return error.stdout;
  }
}

/** Joins the report on a file and the batches of its transactions to the JSON that the program writes. `convert` gets what receives the batches. */
function withTransactions(convert) {
  const batches = [];
  const summary = convert({ take: (batch) => batches.push(new TextDecoder().decode(batch)) });
  // A JSON string can't contain unescaped quotes, so the separator never occurs in a value.
  const parts = batches.map((batch) => batch.slice('{"transactions":['.length, -"]}".length).split('],"origins":['));
  const [transactions, origins] = [0, 1].map((index) => parts.map((part) => part[index]).join(","));
  return summary.replace(',"details":', () => `,"transactions":[${transactions}],"origins":[${origins}],"details":`);
}

/** Converts a file with the module. */
const conversionJson = (file, known) => withTransactions((sink) => core.convert(readFileSync(file), JSON.stringify({ file, ...known, origins: true }), "whole", sink));

/** Converts files together with the module: a line for each file, and one for the accounts. */
function historyJson(files, known) {
  const statements = new core.StatementFiles(true);
  for (const file of files) statements.add(readFileSync(file), JSON.stringify({ file, ...known }));
  const accounts = statements.join("");
  const convert = (index) => (sink) => {
    statements.send(index, '{"origins":true}', "whole", sink);
    return statements.report(index);
  };
  const lines = files.map((_, index) => withTransactions(convert(index)));
  statements.free();
  return [...lines, accounts].map((line) => `${line}\n`).join("");
}

export function compareConversions(files) {
  for (const file of files) {
    for (const known of [{}, { account: "a", currency: "EUR" }]) {
      const written = compareHistory([file], known);
      assert.equal(conversionJson(file, known), written.split("\n")[0], file);
    }
  }
}

/** Compares what is said about files that are converted together, and returns it. */
export function compareHistory(files, known) {
  const options = Object.entries(known).flatMap(([name, value]) => [`--${name}`, value]);
  const written = programOutput("convert", "--format", "json", ...options, ...files);
  assert.equal(historyJson(files, known), written, files.join(" "));
  return written;
}

export function compareChecks(files) {
  for (const file of files) {
    const source = readFileSync(file);
    for (const content of ["base-data", "transactions", "document"]) {
      const options = JSON.stringify({ file, sequence: content === "transactions" });
      const report = core.check(core.PayloadKind[pascalCase(content)], source, options) ?? JSON.stringify(cleanReport(file));
      assert.equal(`${report}\n`, programOutput("check", content, "--format", "json", file), `${content} ${file}`);
      const { report: changes, json } = core.normalize(core.PayloadKind[pascalCase(content)], source, options);
      const documents = json === undefined ? "null" : `[${json.split("\n").join(",")}]`;
      assert.equal(`${changes.slice(0, -1)},"normalized":${documents}}\n`, programOutput("normalize", content, "--format", "json", file), `${content} ${file}`);
    }
  }
}
