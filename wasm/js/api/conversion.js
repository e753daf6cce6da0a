import { checkedCallback } from "../callback.js";
import { invalidOption } from "../error.js";
import { toBytes, toOptionsJson } from "../input.js";
import { call } from "../module.js";

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

/** Converts a file with a function of the module: `convert` reads workbooks, and `convertText` does not. */
export function convertWith(convertFile, input, options) {
  const bytes = toBytes(input);
  const { onBatch, onPayload, onPayloadBytes, ...others } = options ?? {};
  const callbacks = Object.entries({ onBatch, onPayload, onPayloadBytes }).filter(([, value]) => value !== undefined);
  if (callbacks.length > 1) throw invalidOption("only one of the options `onBatch`, `onPayload` and `onPayloadBytes` can be used");
  const [callback] = callbacks;
  if (callback) {
    const [form, decode] = FORMS[callback[0]];
    const receive = checkedCallback(...callback);
    return convert(convertFile, bytes, others, form, (json) => receive(decode(json)));
  }
  // Also in batches: the JSON of the whole file could exceed the maximum length of a string, and would need as much memory again.
  const [transactions, origins] = [[], []];
  const summary = convert(convertFile, bytes, options, "whole", (json) => {
    const batch = JSON.parse(decoder.decode(json));
    transactions.push(...batch.transactions);
    if (batch.origins) origins.push(...batch.origins);
  });
  const { file, bank, variant, encoding, sheet, delimiter, headerLine, rows, ...rest } = summary;
  return { file, bank, variant, encoding, sheet, delimiter, headerLine, rows, transactions, ...(options?.origins && { origins }), ...rest };
}

/** Converts a file. Passes its transactions to `receive` as the bytes of JSON, and returns the rest of the report. */
function convert(convertFile, bytes, options, form, receive) {
  const settings = toOptionsJson(options);
  // An error of the user's function is stored separately, so that it is not treated as an error of the module.
  let failed;
  const sink = {
    take(batch) {
      try {
        receive(batch);
      } catch (error) {
        failed = { error };
        throw undefined;
      }
    },
  };
  const converted = call(() => {
    try {
      return convertFile(bytes, settings, form, sink);
    } catch (error) {
      if (failed) return undefined;
      throw error;
    }
  });
  if (failed) throw failed.error;
  return JSON.parse(converted);
}
