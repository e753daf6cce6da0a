// Packs the package, and installs the tarball into a temporary project.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const wasm = dirname(dirname(fileURLToPath(import.meta.url)));
export const root = dirname(wasm);

/** Runs a program and returns its output. */
export function run(program, args, options = {}) {
  try {
    return execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "pipe"], ...options });
  } catch (error) {
    // Shortens long lines, such as the module in base64.
    error.message = [program, ...args, error.stdout, error.stderr].join(" ").replace(/[^\n]{500,}/g, "…").slice(0, 4000);
    throw error;
  }
}

/** Returns the path of a development tool. */
export const tool = (name) => join(wasm, "node_modules/.bin", name);

/** Returns the path of a version of the TypeScript compiler: `typescript` or `typescript-5.2`, the oldest one that is supported. */
export const compiler = (version) => join(wasm, "node_modules", version, "bin/tsc");

/** Packs `dist` and installs the tarball. */
export function install() {
  const project = mkdtempSync(join(tmpdir(), "universal-accounting-"));
  run("npm", ["pack", join(wasm, "dist"), "--pack-destination", project]);
  const tarball = join(project, readdirSync(project).find((name) => name.endsWith(".tgz")));
  writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true, "type": "module" }\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--offline", tarball], { cwd: project });
  return {
    project,
    tarball,
    package: join(project, "node_modules/universal-accounting"),
    /** Writes a file into the project and returns its path. */
    file(name, content) {
      const path = join(project, name);
      writeFileSync(path, content);
      return path;
    },
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}

/** Installs the package and imports its main entry as `api`. */
export async function installApi() {
  const installed = install();
  return { ...installed, api: await import(pathToFileURL(join(installed.package, "index.js")).href) };
}

/** Returns the path of the native program: the environment variable UACC, or a debug build. */
export function native() {
  if (process.env.UACC) return process.env.UACC;
  run("cargo", ["build", "--quiet", "--locked", "--package", "uacc"], { cwd: root });
  const { target_directory: target } = JSON.parse(run("cargo", ["metadata", "--format-version", "1", "--no-deps"], { cwd: root }));
  return join(target, "debug/uacc");
}

/** A payload with one error, and code that finds it. */
export const PAYLOAD = '{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1", "creditDebit": "debit", "amount": "-12.50", "currency": "CHF", "bookedAt": "2026-03-31"}]}';
export const USE = `const found = checkTransactions(${JSON.stringify(PAYLOAD)}).findings.map((finding) => finding.rule).join();`;

const STATEMENT = ":20:X\\n:25:CH9300762011623852957\\n:28C:1/1\\n:60F:C260330CHF0,00\\n:61:2603310331C12,50NMSCNONREF\\n:62F:C260331CHF12,50\\n-";

/** For each entry, a function of it, code that uses the function, and what it finds. */
export const ENTRY_USES = {
  values: { name: "parseIban", use: 'const iban = parseIban("CH9300762011623852957");\n  const found = iban.valid ? iban.formatted : "";', found: "CH93 0076 2011 6238 5295 7" },
  check: { name: "checkTransactions", use: USE, found: "amount-negative" },
  statements: { name: "convertStatement", use: `const found = convertStatement("${STATEMENT}").transactions[0].amount;`, found: "12.50" },
  export: { name: "exportStatements", use: `const found = exportStatements([{ content: "${STATEMENT}" }], { to: "csv" }).transactions;`, found: "1" },
};
