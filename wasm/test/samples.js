// The module and the native program give identical outputs for third-party samples and test suites, in the folder UACC_SHARED.
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compareChecks, compareConversions, filesBelow } from "./compare.js";

const shared = process.env.UACC_SHARED;

test("conversions of bank samples are identical", () => compareConversions(filesBelow(join(shared, "bank-formats/samples"))));

test("reports on test suites are identical", () => compareChecks(filesBelow(join(shared, "conformance")).filter((file) => statSync(file).size < 1e6)));
