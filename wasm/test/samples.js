// The module says what the native program says, byte for byte, on the samples and suites of others in the folder that UACC_SHARED names.
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compareChecks, compareConversions, filesBelow } from "./compare.js";

const shared = process.env.UACC_SHARED;

test("the samples of banks", () => compareConversions(filesBelow(join(shared, "bank-formats/samples"))));

test("the suites", () => compareChecks(filesBelow(join(shared, "conformance")).filter((file) => statSync(file).size < 1e6)));
