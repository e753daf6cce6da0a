import { toBytes, toJsonBytes, toOptionsJson, toRawBytes } from "./input.js";
import { Handle, call } from "./module.js";
import { RULES } from "./rules.js";
import { SCHEMAS } from "./schemas.js";

export const checkBaseData = (input, options) => check("base-data", input, options);
export const checkTransactions = (input, options) => check("transactions", input, options);
export const checkJournal = (input, options) => check("journal", input, options);
export const checkDocument = (input, options) => check("document", input, options);
export const checkBaseDataResult = (input, options) => check("base-data-result", input, options);
export const checkImportResult = (input, options) => check("import-result", input, options);
export const checkDocumentResult = (input, options) => check("document-result", input, options);

export const normalizeBaseData = (input, options) => normalize("base-data", input, options);
export const normalizeTransactions = (input, options) => normalize("transactions", input, options);
export const normalizeJournal = (input, options) => normalize("journal", input, options);
export const normalizeDocument = (input, options) => normalize("document", input, options);

export function diffBaseData(held, next, options) {
  const [heldBytes, nextBytes, settings] = [toJsonBytes(held), toJsonBytes(next), toOptionsJson(options)];
  return JSON.parse(call((core) => core.diffBaseData(heldBytes, nextBytes, settings)));
}

export const parseIban = (text) => parse("iban", text);
export const parseUid = (text) => parse("uid", text);
export const parseAmount = (text) => parse("amount", text);
export const parseDate = (text) => parse("date", text);
export const parseCurrency = (text) => parse("currency", text);

function check(kind, input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  return JSON.parse(call((core) => core.check(kind, bytes, settings)));
}

function normalize(kind, input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  return call((core) => {
    const normalized = core.normalize(kind, bytes, settings);
    try {
      return { ...JSON.parse(normalized.report), json: normalized.json ?? null };
    } finally {
      normalized.free();
    }
  });
}

function parse(kind, text) {
  if (typeof text !== "string") throw new TypeError("the value must be a string");
  return JSON.parse(call((core) => core.parseValue(kind, text)));
}

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

export function convertCsv(input, options) {
  const bytes = toBytes(input);
  const { onBatch, onPayload, onPayloadBytes, ...others } = options ?? {};
  const callbacks = Object.entries({ onBatch, onPayload, onPayloadBytes }).filter(([, value]) => value !== undefined);
  if (callbacks.length > 1) throw new TypeError("only one of the options `onBatch`, `onPayload` and `onPayloadBytes` can be used");
  const [callback] = callbacks;
  if (callback) {
    const [form, decode] = FORMS[callback[0]];
    const receive = checkedCallback(...callback);
    return convert(bytes, others, form, (json) => receive(decode(json)));
  }
  // Also in batches: the JSON of the whole file could exceed the maximum length of a string, and would need as much memory again.
  const [transactions, origins] = [[], []];
  const summary = convert(bytes, options, "whole", (json) => {
    const batch = JSON.parse(decoder.decode(json));
    transactions.push(...batch.transactions);
    origins.push(...batch.origins);
  });
  const { file, bank, variant, encoding, sheet, delimiter, headerLine, rows, ...rest } = summary;
  return { file, bank, variant, encoding, sheet, delimiter, headerLine, rows, transactions, origins, ...rest };
}

/** Returns a callback that throws if the user's function returns a promise. */
function checkedCallback(name, callback) {
  if (typeof callback !== "function") throw new TypeError(`the option \`${name}\` must be a function`);
  return (batch) => {
    const result = callback(batch);
    if (typeof result?.then === "function") throw new TypeError(`\`${name}\` must not be async: the next batch is sent at once, without waiting for a promise`);
  };
}

/** Converts a file. Passes its transactions to `receive` as the bytes of JSON, and returns the rest of the report. */
function convert(bytes, options, form, receive) {
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
  const converted = call((core) => {
    try {
      return core.convert(bytes, settings, form, sink);
    } catch (error) {
      if (failed) return undefined;
      throw error;
    }
  });
  if (failed) throw failed.error;
  return JSON.parse(converted);
}

export function readJournal(input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  return call((core) => {
    const journal = core.readJournal(bytes, settings);
    try {
      return { ...JSON.parse(journal.report), records: JSON.parse(journal.records), ...JSON.parse(journal.positions) };
    } finally {
      journal.free();
    }
  });
}

export function exportJournal(input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  return JSON.parse(call((core) => core.exportJournal(bytes, settings)));
}

export function exportStatements(files, options) {
  const settings = toOptionsJson(options);
  const inputs = files.map(({ content, ...of }) => [toBytes(content), toOptionsJson(of)]);
  return call((core) => {
    const statements = new core.Statements();
    try {
      const reports = inputs.map(([bytes, of]) => JSON.parse(statements.add(bytes, of)));
      const written = statements.write(settings);
      try {
        const report = JSON.parse(written.report);
        return { content: report.refused.length > 0 ? null : written.content, ...report, files: reports };
      } finally {
        written.free();
      }
    } finally {
      statements.free();
    }
  });
}

export function journalFiles(input, options) {
  const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
  const files = [];
  const orNull = (value) => value ?? null;
  const sink = {
    take(record, recordId, number, id, downloadPath, name, content) {
      // The bytes are in the memory of the module, which the next file overwrites.
      const copy = content === undefined ? null : content.slice();
      files.push({ record, recordId: orNull(recordId), number, id: orNull(id), downloadPath: orNull(downloadPath), name: orNull(name), content: copy });
    },
  };
  const report = JSON.parse(call((core) => core.journalFiles(bytes, settings, sink)));
  return { ...report, files };
}

export function isArchive(input) {
  return call((core) => core.isArchive(toBytes(input)));
}

export function unpackArchive(input, options) {
  const [bytes, settings] = [toBytes(input), toOptionsJson(options)];
  const files = [];
  const sink = {
    take(name, content, report) {
      // The bytes are in the memory of the module, which the next file overwrites.
      files.push({ ...JSON.parse(report), content: content === undefined ? null : content.slice() });
    },
  };
  const report = JSON.parse(call((core) => core.unpackArchive(bytes, settings, sink)));
  return { ...report, files };
}

export function detectBank(input, options) {
  const [bytes, settings] = [toBytes(input), toOptionsJson(options)];
  return JSON.parse(call((core) => core.detectBank(bytes, settings)));
}

export function banks() {
  return JSON.parse(call((core) => core.banks()));
}

export function verifyWebhook(secret, body, header) {
  const [key, bytes] = [toRawBytes(secret), toRawBytes(body)];
  if (key === undefined) throw new TypeError("the secret must be a string or bytes");
  if (bytes === undefined) throw new TypeError("the body must be the bytes or the text that was received, and not be parsed yet");
  // Anyone can send a request without the header or with several, so that is no wrong call.
  const isMissing = header === undefined || header === null || Array.isArray(header);
  if (!isMissing && typeof header !== "string") throw new TypeError("the header must be a string");
  return call((core) => core.verifyWebhook(key, bytes, isMissing ? "" : header));
}

export function decodeText(input) {
  const bytes = toBytes(input);
  return call((core) => core.decodeSource(bytes));
}

export function rules() {
  return structuredClone(RULES);
}

export function explain(id) {
  const rule = RULES.find((rule) => rule.id === id);
  return rule && structuredClone(rule);
}

export function schemas() {
  return Object.keys(SCHEMAS);
}

export function schema(name) {
  const schema = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
  return schema && structuredClone(schema);
}

export class MemoryStore {
  #handle;

  constructor(snapshot) {
    const bytes = snapshot === undefined ? undefined : toBytes(snapshot, "a snapshot");
    this.#handle = call((core) => new Handle(bytes ? core.MemoryStore.restore(bytes) : new core.MemoryStore(), "store"));
  }

  static restore(snapshot) {
    return new MemoryStore(toBytes(snapshot, "a snapshot"));
  }

  get size() {
    return this.#call((store) => store.size);
  }

  plan(input, options) {
    return this.#import(input, options, false);
  }

  import(input, options) {
    return this.#import(input, options, true);
  }

  snapshot() {
    return this.#call((store) => store.snapshot());
  }

  free() {
    this.#handle.free();
  }

  #import(input, options, commit) {
    const [bytes, settings] = [toJsonBytes(input), toOptionsJson(options)];
    return JSON.parse(this.#call((store) => store.import(bytes, settings, commit)));
  }

  #call(operate) {
    const store = this.#handle.value;
    return call(() => operate(store));
  }
}

if (Symbol.dispose) MemoryStore.prototype[Symbol.dispose] = MemoryStore.prototype.free;

/** Returns headers as a list in which each name is followed by its value. */
function toFlatHeaders(headers) {
  const pairs = typeof headers?.[Symbol.iterator] === "function" ? [...headers] : Object.entries(headers ?? {});
  return pairs.flatMap(([name, value]) => [String(name), Array.isArray(value) ? value.join(", ") : String(value)]);
}

export class Delivery {
  #handle;

  constructor(kind, payload, options) {
    const [bytes, settings] = [toJsonBytes(payload), toOptionsJson(options)];
    const started = call((core) => new Handle(new core.Delivery(kind, bytes, settings), "delivery", "deliver the payload again"));
    const refusal = call(() => started.value.refusal());
    if (refusal) {
      started.free();
      const [message, report] = refusal;
      throw Object.assign(new Error(message), { report: JSON.parse(report) });
    }
    this.#handle = started;
  }

  nextRequest() {
    return this.#call((delivery) => {
      const next = delivery.nextRequest();
      if (!next) return null;
      const { wait, method, path, headers: flat, body, attempt, repeatable } = next;
      next.free();
      const headers = {};
      for (let index = 0; index < flat.length; index += 2) headers[flat[index]] = flat[index + 1];
      return { wait, method, path, headers, body, attempt, repeatable };
    });
  }

  onResponse(status, headers, body) {
    const bytes = toRawBytes(body);
    if (bytes === undefined) throw new TypeError("the body must be the bytes or the text that was received, and not be parsed yet");
    const flat = toFlatHeaders(headers);
    return JSON.parse(this.#call((delivery) => delivery.onResponse(status, flat, bytes)));
  }

  onNoAnswer() {
    return JSON.parse(this.#call((delivery) => delivery.onNoAnswer()));
  }

  resume() {
    this.#call((delivery) => delivery.resume());
  }

  skip() {
    this.#call((delivery) => delivery.skip());
  }

  get result() {
    return JSON.parse(this.#call((delivery) => delivery.result()));
  }

  free() {
    this.#handle.free();
  }

  #call(operate) {
    const delivery = this.#handle.value;
    return call(() => operate(delivery));
  }
}

if (Symbol.dispose) Delivery.prototype[Symbol.dispose] = Delivery.prototype.free;

/** The base of URLs without a host. */
const BASE_URL = "http://127.0.0.1";

export class ReferenceService {
  #handle;

  constructor(options) {
    const settings = toOptionsJson(options);
    this.#handle = call((core) => new Handle(new core.ReferenceService(settings), "service"));
    // Bound, so that it can replace the global `fetch`.
    this.fetch = this.fetch.bind(this);
  }

  async fetch(input, init) {
    const request = new Request(input instanceof Request ? input : new URL(input, BASE_URL), init);
    const body = new Uint8Array(await request.arrayBuffer());
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const header = (name) => request.headers.get(name) ?? undefined;
    const service = this.#handle.value;
    return call(() => {
      const response = service.handle(request.method, pathname + search, header("authorization"), header("content-type"), body);
      const { status, headers: flat } = response;
      const headers = new Headers();
      for (let index = 0; index < flat.length; index += 2) headers.set(flat[index], flat[index + 1]);
      const content = request.method === "HEAD" || response.body.length === 0 ? null : response.body;
      response.free();
      return new Response(content, { status, headers });
    });
  }

  free() {
    this.#handle.free();
  }
}

if (Symbol.dispose) ReferenceService.prototype[Symbol.dispose] = ReferenceService.prototype.free;
