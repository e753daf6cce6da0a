// Builds the package into `dist`. `npm run build` builds it as it is published. `npm run build -- --quick` takes a third of the time, for tests only: the
// modules are larger and slower.
//
// Rust is compiled twice: for speed, for the package as a whole, and for size, for the entries by use, which pages load. The linker then makes a module for each
// entry from the result: it gets the exports of the entry, and leaves out what these don't reach. That takes a second for all modules; a build of each would
// take minutes. A quick build compiles once.
//
// Needs Rust, with either rustup's target wasm32-unknown-unknown or a compiler that can build the standard library for it.
import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { deflateRawSync, gzipSync } from "node:zlib";
import { writeMessages } from "./build-messages.js";
import { ENTRIES, SHARED, folderOf, packageExports, specifierOf } from "./entries.js";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const dist = join(here, "dist");

const TARGET = "wasm32-unknown-unknown";
const QUICK = process.argv.includes("--quick");
const PROFILES = QUICK ? { core: "wasm-quick", others: "wasm-quick" } : { core: "wasm", values: "wasm", others: "wasm-small" };
// WebAssembly features that all supported hosts have, including Node 20 and Safari 16.4. By default, wasm-opt would use more features.
const FEATURES = ["simd", "bulk-memory", "sign-ext", "mutable-globals", "nontrapping-float-to-int", "multivalue", "reference-types"];

function run(program, args) {
  execFileSync(program, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}

function output(program, args) {
  try {
    return execFileSync(program, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** Compiles Rust with rustup's target, or with a compiler that includes the sources of the standard library. Returns the path of the static library. */
async function compile(profile) {
  const { target_directory: folder } = JSON.parse(output("cargo", ["metadata", "--format-version", "1", "--no-deps"]));
  const build = ["build", "--quiet", "--locked", "--profile", profile, "--package", "universal-accounting-wasm", "--lib", "--target", TARGET];
  // The module has the paths of sources for messages about panics. Those of the machine would make it another one on every machine.
  const flags = ["-C", "target-feature=+simd128", `--remap-path-prefix=${process.env.CARGO_HOME ?? join(homedir(), ".cargo")}=cargo`];
  const environment = { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
  const sysroot = output("rustc", ["--print", "sysroot"]);
  if (existsSync(join(sysroot, "lib/rustlib", TARGET, "lib"))) {
    await promisify(execFile)("cargo", build, { cwd: root, env: environment });
  } else if (existsSync("/usr/lib/rustlib/src/rust/library/Cargo.lock")) {
    const own = { RUSTC: "/usr/bin/rustc", RUSTC_BOOTSTRAP: "1" };
    await promisify(execFile)("/usr/bin/cargo", [...build, "-Z", "build-std=std,panic_abort"], { cwd: root, env: { ...environment, ...own } });
  } else {
    throw new Error(`there is no compiler for ${TARGET}: run rustup target add ${TARGET}`);
  }
  return join(folder, TARGET, profile, "libuniversal_accounting_wasm.a");
}

/** Returns a program and its first arguments: the linker that comes with the compiler, or another one that is installed. */
function findLinker() {
  const host = /^host: (.*)$/m.exec(output("rustc", ["-vV"]))?.[1];
  const own = join(output("rustc", ["--print", "sysroot"]), "lib/rustlib", host, "bin/rust-lld");
  const installed = process.env.PATH.split(delimiter).flatMap((folder) => {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^(rust-lld|wasm-ld(-\d+)?)(\.exe)?$/.test(name)) : [];
    return names.sort().map((name) => join(folder, name));
  });
  const [path] = [own, `${own}.exe`, ...installed].filter(existsSync);
  if (!path) throw new Error("there is no linker: install lld");
  return path.includes("rust-lld") ? [path, "-flavor", "wasm"] : [path];
}

/** Returns the symbols of the library that a module with these functions and classes exports; without names, all of them. */
function symbolsOf(library, names) {
  // `wasm-bindgen` appends a hash to the name of each function, and describes its types in a second function. The description of a function that it imports stays,
  // whether the module uses it or not.
  const wanted = names && new Set(names.map((name) => name.toLowerCase()));
  const isWanted = (name) => !wanted || wanted.has(name.toLowerCase());
  const symbols = new Set();
  for (const [symbol] of library.matchAll(/__wbindgen_describe_\w+|__wbg_[a-z]+_free_[0-9a-f]{16}/g)) {
    const described = /^__wbindgen_describe_(.*_[0-9a-f]{16})$/.exec(symbol)?.[1];
    const of = described ?? symbol;
    const isImport = described?.startsWith("__wbg_") && !described.startsWith("__wbg_get_");
    const [name] = of.replace(/^__wbg_(get_)?/, "").split("_");
    if (isImport) symbols.add(symbol);
    else if (/_[0-9a-f]{16}$/.test(of) && isWanted(name)) symbols.add(symbol).add(of);
  }
  return [...symbols];
}

/** Links the module of an entry. */
function link(linker, path, library, entry, target) {
  const runtime = ["malloc", "realloc", "free", "exn_store"].map((name) => `__wbindgen_${name}`);
  const table = ["table_alloc", "table_dealloc", "drop_slice"].map((name) => `__externref_${name}`);
  const names = ENTRIES[entry] && [...ENTRIES[entry], ...SHARED];
  const exports = [...symbolsOf(library, names), ...runtime, ...table].map((symbol) => `--export-if-defined=${symbol}`);
  const roots = runtime.slice(0, 3).map((symbol) => `--undefined=${symbol}`);
  // As the compiler calls the linker for a module: a stack of 1 MiB below all data, so that an overflow traps.
  const options = ["--no-entry", "-z", "stack-size=1048576", "--stack-first", "--allow-undefined", "--no-demangle", "--gc-sections", "-O3"];
  const [program, ...first] = linker;
  run(program, [...first, ...options, "--export=__heap_base", "--export=__data_end", ...exports, ...roots, path, "-o", target]);
}

function writeDist(name, content) {
  writeFileSync(join(dist, name), content);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);

// Both at the same time: most of it runs on one processor.
const profiles = [...new Set(Object.values(PROFILES))];
const paths = new Map(await Promise.all(profiles.map(async (profile) => [profile, await compile(profile)])));
const linker = findLinker();
const modules = Object.keys(ENTRIES).map((entry) => [entry, join(dist, folderOf(entry))]);
for (const profile of profiles) {
  const path = paths.get(profile);
  const library = readFileSync(path, "latin1");
  for (const [entry, folder] of modules.filter(([entry]) => (PROFILES[entry] ?? PROFILES.others) === profile)) {
    mkdirSync(folder, { recursive: true });
    link(linker, path, library, entry, join(folder, "linked.wasm"));
  }
}
const bindgen = ["run", "--quiet", "--locked", "--package", "universal-accounting-bindgen"];
run("cargo", [...bindgen, "--", ...modules.flatMap(([, folder]) => [join(folder, "linked.wasm"), folder])]);

/** Makes the module of an entry smaller. All passes take three times as long: the module is 1 % smaller then, but gzipped 2 % larger, and no faster. */
async function optimize([, folder]) {
  const strip = ["--strip-debug", "--strip-producers", "--strip-target-features"];
  const features = FEATURES.map((feature) => `--enable-${feature}`);
  const opt = join(here, "node_modules/.bin/wasm-opt");
  await promisify(execFile)(opt, [...features, "-O1", "--shrink-level=1", "--dae-optimizing", ...strip, join(folder, "core_bg.wasm"), "-o", join(folder, "core.wasm")]);
  rmSync(join(folder, "core_bg.wasm"));
}

if (QUICK) {
  for (const [, folder] of modules) renameSync(join(folder, "core_bg.wasm"), join(folder, "core.wasm"));
} else {
  // On all processors.
  const waiting = [...modules];
  const worker = async () => {
    for (let module; (module = waiting.shift()); ) await optimize(module);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

for (const [entry, folder] of modules) {
  rmSync(join(folder, "linked.wasm"));
  const module = readFileSync(join(folder, "core.wasm"));
  const packed = deflateRawSync(module, { level: 9 }).toString("base64");
  writeFileSync(join(folder, "core.base64.js"), `export const LENGTH = ${module.length};\nexport const MODULE = "${packed}";\n`);
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
  console.log(`${entry}.wasm: ${kilobytes(module.length)}, gzipped ${kilobytes(gzipSync(module, { level: 9 }).length)}`);
}

// Schemas and rules are not part of the module, so that bundlers can leave them out.
const [, union] = /export type SchemaName =([^;]*);/.exec(readFileSync(join(here, "js/records.d.ts"), "utf8"));
const documents = union.match(/[a-z-]+/g).map((name) => {
  const schema = JSON.parse(readFileSync(join(root, `schema/${name}.schema.json`), "utf8"));
  return `  "${name}": ${JSON.stringify(schema)},\n`;
});
writeDist("schemas.js", `export const SCHEMAS = {\n${documents.join("")}};\n`);
const rules = JSON.parse(readFileSync(join(root, "schema/rules.json"), "utf8"));
writeDist("rules.js", `export const RULES = [\n${rules.map((rule) => `  ${JSON.stringify(rule)},\n`).join("")}];\n`);

/** Copies a file from `js` into a folder of the package, with all files that it imports and that are not there yet. */
function copyWithImports(name, folder) {
  const [from, to] = [join(here, "js", name), join(folder, name)];
  if (existsSync(to) || !existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  for (const [, imported] of readFileSync(from, "utf8").matchAll(/(?:from|import)[ (]"(\.{1,2}\/[^"]*)"/g)) copyWithImports(join(dirname(name), imported), folder);
}

/** The files that load a module in different hosts. */
const LOADERS = ["index.js", "node.js", "slim.js", "stream.js", "workerd.js"];

/** The types of options and results, which every entry has. */
const types = [...readFileSync(join(here, "js/index.d.ts"), "utf8").matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);

for (const [entry, folder] of modules) {
  if (entry !== "core") {
    const api = `./api/${entry}.js`;
    writeFileSync(join(folder, "api.js"), `export * from "${api}";\nexport { AccountingError } from "./error.js";\n`);
    copyWithImports(api, folder);
    // The class of errors is the same in all entries.
    writeFileSync(join(folder, "error.js"), 'export * from "../error.js";\n');
    const names = Object.keys(await import(pathToFileURL(join(folder, "api.js"))));
    const lines = ['export type * from "../records.js";', `export type { ${types.join(", ")} } from "../index.js";`, `export { ${names.join(", ")} } from "../index.js";`];
    writeFileSync(join(folder, "index.d.ts"), lines.map((line) => `${line}\n`).join(""));
    copyFileSync(join(here, "js/slim.d.ts"), join(folder, "slim.d.ts"));
  }
  for (const name of LOADERS) copyWithImports(name, folder);
  // Its functions in a worker.
  const worker = `import { serve } from "${entry === "core" ? "./" : "../"}serve.js";\n\nserve(() => import("${specifierOf(entry)}"));\n`;
  if (entry !== "values") writeFileSync(join(folder, "worker.js"), worker);
}
writeMessages(dist);
for (const name of ["async.js", "cli.js", "messages.js", "serve.js", ...readdirSync(join(here, "js")).filter((name) => name.endsWith(".d.ts"))]) {
  if (name.endsWith(".js")) copyWithImports(name, dist);
  else copyFileSync(join(here, "js", name), join(dist, name));
}
copyFileSync(join(here, "README.md"), join(dist, "README.md"));
writeDist("NOTICES", execFileSync(process.execPath, [join(root, ".ci/notices.mjs"), "wasm32-unknown-unknown", "universal-accounting-wasm"], { maxBuffer: 1 << 24 }));
for (const name of ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"]) copyFileSync(join(root, name), join(dist, name));
const { scripts, devDependencies, ...described } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const published = { ...described, exports: packageExports() };
// A quick build is private, so that npm does not publish it.
writeDist("package.json", `${JSON.stringify(QUICK ? { ...published, private: true } : published, null, 2)}\n`);
