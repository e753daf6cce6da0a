// Schemas of Standard Schema (version 1), which forms, routers and validators of other packages take.
import { checkBaseData, checkTransactions } from "./payloads.js";

export const transactionsSchema = (options) => schema(checkTransactions, options);
export const baseDataSchema = (options) => schema(checkBaseData, options);

/** A schema of one transaction, such as the values of a form. */
export const transactionSchema = (options) =>
  schema((value, settings) => checkTransactions({ transactions: [value] }, settings), options, 2);

/** Returns a schema for a check. The paths of its issues are without the first `depth` steps. */
function schema(check, { translate = (finding) => finding, ...options } = {}, depth = 0) {
  const issue = (finding) => {
    // A form shows that a field is missing at the field, and a report at the record that lacks it.
    const missing = finding.rule === "missing-field" ? [finding.params.field] : [];
    const { message, help } = translate(finding);
    return { message: `${message}; ${help}`, path: [...toPath(finding.path), ...missing].slice(depth) };
  };
  function validate(value) {
    let report;
    try {
      report = check(value, options);
    } catch (error) {
      // Here the value is data, so a wrong one is no wrong call.
      if (error?.code !== "invalid-input") throw error;
      return { issues: [{ message: error.message, path: [] }] };
    }
    return report.errors > 0 ? { issues: report.findings.filter(({ severity }) => severity === "error").map(issue) } : { value };
  }
  return { "~standard": { version: 1, vendor: "universal-accounting", validate } };
}

/** Returns the steps of a JSON pointer, an index as a number. */
function toPath(pointer) {
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.map((step) => (/^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : step));
}
