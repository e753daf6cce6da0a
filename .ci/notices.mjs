// Writes the licences and notices of all crates that a package contains.
//
//     node .ci/notices.mjs PLATFORM CRATE [FEATURE ...]
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
const [platform, root, ...features] = process.argv.slice(2);
const chosen = features.length > 0 ? ["--features", features.join(",")] : [];
const metadata = JSON.parse(
  execFileSync("cargo", ["metadata", "--locked", "--format-version", "1", "--filter-platform", platform, "--no-default-features", ...chosen], {
    cwd: join(dirname(fileURLToPath(import.meta.url)), ".."),
    maxBuffer: 1 << 28,
  }),
);
const packages = new Map(metadata.packages.map((crate) => [crate.id, crate]));
const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
const label = (crate) => `${crate.name} ${crate.version}`;
const isGenerator = (crate) => crate.targets.some((target) => target.kind.includes("proc-macro"));

/** Returns the crates whose code is in the package, without those of this project. */
function contained() {
  const begin = metadata.packages.find((crate) => crate.name === root).id;
  const found = new Set([begin]);
  for (const id of found) {
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) {
      const isNormal = kinds.some(({ kind }) => kind === null);
      if (isNormal && !isGenerator(packages.get(pkg))) found.add(pkg);
    }
  }
  const crates = [...found].map((id) => packages.get(id)).filter((crate) => crate.source !== null);
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
