// The module says what the native program says, byte for byte, on all fixtures.
import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { test } from "node:test";
import { compareChecks, compareConversions, filesBelow } from "./compare.js";
import { root } from "./installed.js";

test("the conversions of all fixtures", () => {
  const files = filesBelow(join(root, "tests/bank")).filter((file) => file.endsWith(".csv"));
  assert.ok(files.length > 150);
  compareConversions(files);
});

test("the reports on all JSON fixtures, and on bank files, which are none", () => {
  const files = filesBelow(join(root, "tests")).filter((file) => file.endsWith(".json"));
  assert.ok(files.length > 150);
  compareChecks([...files.filter((file) => !relative(root, file).startsWith("tests/bank/")), ...files.slice(0, 20)]);
  compareChecks(filesBelow(join(root, "tests/messages")));
});
