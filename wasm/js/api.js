import { bytesOf, jsonOf, optionsOf } from "./input.js";
import { Kept, call } from "./module.js";
import { RULES } from "./rules.js";
import { SCHEMAS } from "./schemas.js";

export const checkBaseData = (input, options) => check("base-data", input, options);
export const checkTransactions = (input, options) => check("transactions", input, options);
export const checkDocument = (input, options) => check("document", input, options);
export const checkBaseDataResult = (input, options) => check("base-data-result", input, options);
export const checkImportResult = (input, options) => check("import-result", input, options);
export const checkDocumentResult = (input, options) => check("document-result", input, options);

export const normalizeBaseData = (input, options) => normalize("base-data", input, options);
export const normalizeTransactions = (input, options) => normalize("transactions", input, options);
export const normalizeDocument = (input, options) => normalize("document", input, options);

export const parseIban = (text) => parse("iban", text);
export const parseUid = (text) => parse("uid", text);
export const parseAmount = (text) => parse("amount", text);
export const parseDate = (text) => parse("date", text);
export const parseCurrency = (text) => parse("currency", text);

function check(content, input, options) {
  const [bytes, settings] = [jsonOf(input), optionsOf(options)];
  return JSON.parse(call((core) => core.check(content, bytes, settings)));
}

function normalize(content, input, options) {
  const [bytes, settings] = [jsonOf(input), optionsOf(options)];
  return call((core) => {
    const normalized = core.normalize(content, bytes, settings);
    try {
      return { ...JSON.parse(normalized.report), json: normalized.json ?? null };
    } finally {
      normalized.free();
    }
  });
}

function parse(kind, text) {
  if (typeof text !== "string") throw new TypeError("a value is read from a text");
  return JSON.parse(call((core) => core.parseValue(kind, text)));
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** As what the module gives transactions to each of the options, and what is made of its bytes, which are its own. */
const HANDED = {
  onBatch: ["batches", (json) => JSON.parse(decoder.decode(json))],
  onPayload: ["payloads", (json) => decoder.decode(json)],
  onPayloadBytes: ["payloads", (json) => json.slice()],
};

export function convertCsv(input, options) {
  const bytes = bytesOf(input);
  const { onBatch, onPayload, onPayloadBytes, ...others } = options ?? {};
  const takers = Object.entries({ onBatch, onPayload, onPayloadBytes }).filter(([, given]) => given !== undefined);
  if (takers.length > 1) throw new TypeError("of the options `onBatch`, `onPayload` and `onPayloadBytes` there is one");
  const [taker] = takers;
  if (taker) {
    const [form, made] = HANDED[taker[0]];
    const take = callback(...taker);
    return convert(bytes, others, form, (json) => take(made(json)));
  }
  // In batches too, since a text of all of it may be longer than texts can be, and needs as much memory again.
  const [transactions, origins] = [[], []];
  const summary = convert(bytes, options, "whole", (json) => {
    const batch = JSON.parse(decoder.decode(json));
    transactions.push(...batch.transactions);
    origins.push(...batch.origins);
  });
  const { file, bank, variant, encoding, delimiter, headerLine, rows, ...rest } = summary;
  return { file, bank, variant, encoding, delimiter, headerLine, rows, transactions, origins, ...rest };
}

/** A function of the caller's that takes what there is as it comes. */
function callback(name, given) {
  if (typeof given !== "function") throw new TypeError(`the option \`${name}\` is a function`);
  return (part) => {
    const done = given(part);
    if (typeof done?.then === "function") throw new TypeError(`\`${name}\` gives nothing back: the next batch comes at once, and no promise is waited for`);
  };
}

/** Converts a file, gives its transactions to `take` as the bytes of JSON, and the rest back. */
function convert(bytes, options, form, take) {
  const settings = optionsOf(options);
  // What the caller's own function throws is the caller's, and nothing that happened to the module.
  let failed;
  const sink = {
    take(batch) {
      try {
        take(batch);
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

export function detectBank(input, options) {
  const [bytes, settings] = [bytesOf(input), optionsOf(options)];
  return JSON.parse(call((core) => core.detectBank(bytes, settings)));
}

export function banks() {
  return JSON.parse(call((core) => core.banks()));
}

export function textOf(input) {
  const bytes = bytesOf(input);
  return call((core) => core.textOf(bytes));
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
  #kept;

  constructor(snapshot) {
    const bytes = snapshot === undefined ? undefined : bytesOf(snapshot, "a snapshot");
    this.#kept = call((core) => new Kept(bytes ? core.MemoryStore.restore(bytes) : new core.MemoryStore(), "store"));
  }

  static restore(snapshot) {
    return new MemoryStore(bytesOf(snapshot, "a snapshot"));
  }

  get size() {
    return this.#call((store) => store.size);
  }

  plan(input, options) {
    return this.#take(input, options, false);
  }

  import(input, options) {
    return this.#take(input, options, true);
  }

  snapshot() {
    return this.#call((store) => store.snapshot());
  }

  free() {
    this.#kept.free();
  }

  #take(input, options, commit) {
    const [bytes, settings] = [jsonOf(input), optionsOf(options)];
    return JSON.parse(this.#call((store) => store.take(bytes, settings, commit)));
  }

  #call(operate) {
    const store = this.#kept.value;
    return call(() => operate(store));
  }
}

if (Symbol.dispose) MemoryStore.prototype[Symbol.dispose] = MemoryStore.prototype.free;

/** Where a request without a host goes. */
const HERE = "http://127.0.0.1";

export class ReferenceService {
  #kept;

  constructor(options) {
    const settings = optionsOf(options);
    this.#kept = call((core) => new Kept(new core.ReferenceService(settings), "service"));
    // So that it can take the place of the global one.
    this.fetch = this.fetch.bind(this);
  }

  async fetch(input, init) {
    const request = new Request(input instanceof Request ? input : new URL(input, HERE), init);
    const body = new Uint8Array(await request.arrayBuffer());
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const sent = (name) => request.headers.get(name) ?? undefined;
    const service = this.#kept.value;
    return call(() => {
      const answer = service.handle(request.method, pathname + search, sent("authorization"), sent("content-type"), body);
      const { status, headers: flat } = answer;
      const headers = new Headers();
      for (let at = 0; at < flat.length; at += 2) headers.set(flat[at], flat[at + 1]);
      const content = request.method === "HEAD" || answer.body.length === 0 ? null : answer.body;
      answer.free();
      return new Response(content, { status, headers });
    });
  }

  free() {
    this.#kept.free();
  }
}

if (Symbol.dispose) ReferenceService.prototype[Symbol.dispose] = ReferenceService.prototype.free;
