// Builds the package into `dist`. `npm run build` builds it as it is published. `npm run build -- --quick` takes a third of the time, for tests only: the
// module is larger and slower.
//
// Needs Rust, with either rustup's target wasm32-unknown-unknown or a compiler that can build the standard library for it.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { writeMessages } from "./build-messages.js";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const dist = join(here, "dist");

const TARGET = "wasm32-unknown-unknown";
const QUICK = process.argv.includes("--quick");
const PROFILE = QUICK ? "wasm-quick" : "wasm";
// WebAssembly features that all supported hosts have, including Node 20 and Safari 16.4. By default, wasm-opt would use more features.
const FEATURES = ["simd", "bulk-memory", "sign-ext", "mutable-globals", "nontrapping-float-to-int", "multivalue", "reference-types"];

function run(program, args, environment = {}) {
  execFileSync(program, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...environment } });
}

function output(program, args) {
  try {
    return execFileSync(program, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** Compiles the module with rustup's target, or with a compiler that includes the sources of the standard library. Returns the path of the module. */
function compile() {
  const build = ["build", "--quiet", "--locked", "--profile", PROFILE, "--package", "universal-accounting-wasm", "--lib", "--target", TARGET];
  const flags = "-C target-feature=+simd128";
  const sysroot = output("rustc", ["--print", "sysroot"]);
  if (existsSync(join(sysroot, "lib/rustlib", TARGET, "lib"))) {
    run("cargo", build, { RUSTFLAGS: flags });
  } else if (existsSync("/usr/lib/rustlib/src/rust/library/Cargo.lock")) {
    run("/usr/bin/cargo", [...build, "-Z", "build-std=std,panic_abort"], {
      RUSTC: "/usr/bin/rustc",
      RUSTC_BOOTSTRAP: "1",
      RUSTFLAGS: flags,
    });
  } else {
    throw new Error(`there is no compiler for ${TARGET}: run rustup target add ${TARGET}`);
  }
  const { target_directory: folder } = JSON.parse(output("cargo", ["metadata", "--format-version", "1", "--no-deps"]));
  return join(folder, TARGET, PROFILE, "universal_accounting_wasm.wasm");
}

function writeDist(name, content) {
  writeFileSync(join(dist, name), content);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);

const compiled = compile();
const bindgen = ["run", "--quiet", "--locked", "--package", "universal-accounting-wasm", "--features", "bindgen", "--bin", "bindgen"];
run("cargo", [...bindgen, "--", compiled, dist]);

const core = join(dist, "core.wasm");
if (QUICK) {
  renameSync(join(dist, "core_bg.wasm"), core);
} else {
  const strip = ["--strip-debug", "--strip-producers", "--strip-target-features"];
  const opt = join(here, "node_modules/.bin/wasm-opt");
  run(opt, [...FEATURES.map((feature) => `--enable-${feature}`), "-O3", ...strip, join(dist, "core_bg.wasm"), "-o", core]);
  rmSync(join(dist, "core_bg.wasm"));
}

const module = readFileSync(core);
writeDist("core.base64.js", `export const MODULE = "${module.toString("base64")}";\n`);

// Schemas and rules are not part of the module, so that bundlers can leave them out.
const [, union] = /export type SchemaName =([^;]*);/.exec(readFileSync(join(here, "js/records.d.ts"), "utf8"));
const documents = union.match(/[a-z-]+/g).map((name) => {
  const schema = JSON.parse(readFileSync(join(root, `schema/${name}.schema.json`), "utf8"));
  return `  "${name}": ${JSON.stringify(schema)},\n`;
});
writeDist("schemas.js", `export const SCHEMAS = {\n${documents.join("")}};\n`);
const rules = JSON.parse(readFileSync(join(root, "schema/rules.json"), "utf8"));
writeDist("rules.js", `export const RULES = [\n${rules.map((rule) => `  ${JSON.stringify(rule)},\n`).join("")}];\n`);

writeMessages(dist);

for (const name of readdirSync(join(here, "js"))) copyFileSync(join(here, "js", name), join(dist, name));
copyFileSync(join(here, "README.md"), join(dist, "README.md"));
for (const name of ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"]) copyFileSync(join(root, name), join(dist, name));
const { scripts, devDependencies, ...published } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
// A quick build is private, so that npm does not publish it.
writeDist("package.json", `${JSON.stringify(QUICK ? { ...published, private: true } : published, null, 2)}\n`);

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
console.log(`core.wasm: ${kilobytes(module.length)}, gzipped ${kilobytes(gzipSync(module, { level: 9 }).length)}`);
