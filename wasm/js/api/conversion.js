import { checkedCallback } from "../callback.js";
import * as core from "../core.js";
import { invalidInput, invalidOption } from "../error.js";
import { refuseOther, toBytes, toOptionsJson } from "../input.js";
import { call, using } from "../module.js";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/**
 * For each option that takes a function: the form in which the module sends batches, and how the bytes are converted for the function. The bytes are
 * in the memory of the module and only valid during the call.
 */
const FORMS = {
  onBatch: ["batches", (json) => JSON.parse(decoder.decode(json))],
  onPayload: ["payloads", (json) => decoder.decode(json)],
  onPayloadBytes: ["payloads", (json) => json.slice()],
};

/** Returns what receives the transactions of conversions, as the options say, and the other options. */
function receiverOf(options) {
  refuseOther(options ?? {});
  const { onBatch, onPayload, onPayloadBytes, ...others } = options ?? {};
  const callbacks = Object.entries({ onBatch, onPayload, onPayloadBytes }).filter(([, value]) => value !== undefined);
  if (callbacks.length > 1) throw invalidOption("only one of the options `onBatch`, `onPayload` and `onPayloadBytes` can be used");
  const [callback] = callbacks;
  if (!callback) return { others };
  const [form, decode] = FORMS[callback[0]];
  const receive = checkedCallback(...callback);
  return { form, receive: (json, file) => receive(decode(json), file), others };
}

/**
 * Converts a file. `convert` gets what receives batches and their form, and returns the report without transactions. Without `receive` the transactions are in
 * the report.
 */
function collect(convert, { form, receive }, withOrigins) {
  if (form) return convert(form, receive);
  // Also in batches: the JSON of the whole file could exceed the maximum length of a string, and would need as much memory again.
  const [transactions, origins] = [[], []];
  const summary = convert("whole", (json) => {
    const batch = JSON.parse(decoder.decode(json));
    transactions.push(...batch.transactions);
    if (batch.origins) origins.push(...batch.origins);
  });
  const { file, complete, bank, variant, encoding, sheet, delimiter, headerLine, rows, ...rest } = summary;
  return { file, complete, bank, variant, encoding, sheet, delimiter, headerLine, rows, transactions, ...(withOrigins && { origins }), ...rest };
}

/** Calls the module. `operate` gets a function that makes what the module sends batches to. If a receiver throws, the call ends with its error. */
function callWithSinks(operate) {
  // An error of the user's function is stored separately, so that it is not treated as an error of the module.
  let failed;
  const toSink = (receive) => ({
    take(batch) {
      try {
        receive(batch);
      } catch (error) {
        failed = { error };
        throw undefined;
      }
    },
  });
  const result = call(() => {
    try {
      return operate(toSink);
    } catch (error) {
      if (failed) return undefined;
      throw error;
    }
  });
  if (failed) throw failed.error;
  return result;
}

/** Converts a file. */
export function convertStatement(input, options) {
  const bytes = toBytes(input);
  const { others, ...receiver } = receiverOf(options);
  const settings = toOptionsJson(others);
  const convert = (form, receive) => JSON.parse(callWithSinks((toSink) => core.convert(bytes, settings, form, toSink(receive))));
  return collect(convert, receiver, options?.origins);
}

/** Converts files that belong together. */
export function convertStatements(files, options) {
  const { others: { origins, batch, ...shared }, ...receiver } = receiverOf(options);
  const [settings, form] = [toOptionsJson(shared), toOptionsJson({ origins, batch })];
  const inputs = toFiles(files, shared);
  return callWithSinks((toSink) =>
    using(new core.StatementFiles(origins === true), (statements) => {
      for (const [bytes, of] of inputs) statements.add(bytes, of);
      const { accounts } = JSON.parse(statements.join(settings));
      const calendars = JSON.parse(statements.calendars());
      const reports = inputs.map((_, index) => {
        const convert = (kind, receive) => {
          statements.send(index, form, kind, toSink((json) => receive(json, index)));
          return JSON.parse(statements.report(index));
        };
        return collect(convert, receiver, origins);
      });
      return { files: reports, accounts, calendars, tookOneAccount: statements.tookOneAccount(), mergedAccounts: JSON.parse(statements.mergedAccounts()) };
    }),
  );
}

/** Returns the bytes of files that belong together, with the options of each. */
export function toFiles(files, shared) {
  if (!Array.isArray(files)) throw invalidInput("the files must be a list of objects, each with a `content`");
  return files.map((file) => {
    const { content, ...of } = file ?? {};
    return [toBytes(content), toOptionsJson({ ...shared, ...of })];
  });
}
