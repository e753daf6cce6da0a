// Writes the licences and notices of all crates that a package contains.
//
//     node .ci/notices.mjs PLATFORM CRATE
//
// PLATFORM is the target, such as x86_64-unknown-linux-musl. Crates that only build, test or generate code are left out: the package has no code of theirs. Each text is
// written once, with the crates that have it; of several licences to choose from, MIT is taken. A crate whose archive has no licence text is listed with that of another
// crate under the same licence, and with its authors.
//
// Exit status 1 if no text can be found for a crate.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAME = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;
const [platform, root] = process.argv.slice(2);
const folder = join(dirname(fileURLToPath(import.meta.url)), "..");
const cargo = (...options) => execFileSync("cargo", options, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
const metadata = JSON.parse(cargo("metadata", "--locked", "--format-version", "1", "--filter-platform", platform));
const label = (crate) => `${crate.name} ${crate.version}`;

/** Returns the crates whose code is in the package, without those of this project. */
function contained() {
  const tree = cargo("tree", "--locked", "--package", root, "--target", platform, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}");
  const found = new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  const crates = metadata.packages.filter((crate) => crate.source !== null && found.has(`${crate.name} v${crate.version}`));
  return crates.sort((one, other) => (label(one) < label(other) ? -1 : 1));
}

function textsOf(crate) {
  const folder = dirname(crate.manifest_path);
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && NAME.test(entry.name));
  const names = files.map((entry) => entry.name).sort();
  const isMit = (name) => /mit/i.test(name);
  const hasChoice = crate.license.includes(" OR ") && names.some(isMit);
  const taken = hasChoice ? names.filter((name) => isMit(name) || /^notice/i.test(name)) : names;
  return taken.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
}

const crates = contained();
const [owners, byLicence, first, without] = [new Map(), new Map(), new Map(), []];
for (const crate of crates) {
  const texts = textsOf(crate);
  if (texts.length === 0) without.push(crate);
  for (const text of texts) {
    // Of texts that differ only in how their lines break, the first.
    const words = text.replace(/\s+/g, " ");
    if (!first.has(words)) first.set(words, text);
    const same = first.get(words);
    owners.set(same, [...(owners.get(same) ?? []), crate]);
    if (!byLicence.has(crate.license)) byLicence.set(crate.license, same);
  }
}
for (const crate of without) {
  const choices = [crate.license, ...crate.license.split(/ OR | AND |\//)];
  const licence = choices.find((choice) => byLicence.has(choice));
  if (licence === undefined) {
    console.error(`${label(crate)}: no text for ${crate.license}`);
    process.exitCode = 1;
  } else {
    owners.get(byLicence.get(licence)).push(crate);
  }
}

const lines = [
  `This package contains code of ${crates.length} other projects, and of Rust's standard library (MIT OR Apache-2.0, https://github.com/rust-lang/rust).`,
  "Their licences follow, each text once.",
  "",
];
for (const crate of crates) {
  const authors = without.includes(crate) ? `, by ${crate.authors.join(", ") || "its authors"}` : "";
  lines.push(`${label(crate)}: ${crate.license}${authors}${crate.repository === null ? "" : `, ${crate.repository}`}`);
}
for (const [text, having] of owners) {
  lines.push("", "=".repeat(100), [...new Set(having.map(label))].join(", "), "-".repeat(100), "", text);
}
process.stdout.write(`${lines.join("\n")}\n`);
