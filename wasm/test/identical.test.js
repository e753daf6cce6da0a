// The module and the native program give identical outputs for all fixtures.
import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { test } from "node:test";
import { compareChecks, compareConversions, filesBelow } from "./compare.js";
import { root } from "./installed.js";

test("conversions of all bank files are identical", () => {
  const files = filesBelow(join(root, "tests/bank")).filter((file) => file.endsWith(".csv"));
  assert.ok(files.length > 150);
  compareConversions(files);
});

test("reports on all JSON files, and on some bank files, are identical", () => {
  const files = filesBelow(join(root, "tests")).filter((file) => file.endsWith(".json"));
  assert.ok(files.length > 150);
  compareChecks([...files.filter((file) => !relative(root, file).startsWith("tests/bank/")), ...files.slice(0, 20)]);
  compareChecks(filesBelow(join(root, "tests/messages")));
});
