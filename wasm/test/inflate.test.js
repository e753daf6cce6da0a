// What zlib compresses, the package decompresses.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { constants, deflateRawSync } from "node:zlib";
import { inflate } from "../js/inflate.js";

const text = readFileSync(new URL("../README.md", import.meta.url));
const INPUTS = {
  empty: Buffer.alloc(0),
  "one byte": Buffer.from("a"),
  "a long match": Buffer.alloc(100_000, "ab"),
  text,
  "bytes without a pattern": randomBytes(100_000),
  both: Buffer.concat([text, randomBytes(100_000), text]),
};

for (const [name, input] of Object.entries(INPUTS)) {
  test(`blocks of every kind: ${name}`, () => {
    for (const level of [0, 1, 6, 9]) {
      for (const strategy of [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE]) {
        const compressed = new Uint8Array(deflateRawSync(input, { level, strategy }));
        assert.deepEqual(Buffer.from(inflate(compressed, input.length)), input, `level ${level}, strategy ${strategy}`);
      }
    }
  });
}
