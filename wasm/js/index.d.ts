/// <reference lib="esnext.disposable" />
import type {
  AccountMap, BankId, Bank, BankProfile, Candidate, Conversion, ConvertedBatch, Credentials, DocumentRequest, Import, Normalized as NormalizedReport, Report, RuleId, SchemaName,
} from "./records.js";

export type * from "./records.js";

/** What normalizing an input came to. */
export interface Normalized extends Omit<NormalizedReport, "normalized"> {
  /**
   * The canonical JSON, mostly one document on one line; null where the input breaks the grammar of JSON beyond mending. It is text, to be sent as it
   * stands: a number of an unknown field may have more digits than a number of JavaScript.
   */
  json: string | null;
}

/**
 * What a call reads: the bytes of a file, its text, or a plain object.
 *
 * Positions in a report are in that text. Of an object they are in what `JSON.stringify` makes of it, so that `path` says more.
 */
export type Input = ArrayBufferLike | ArrayBufferView | string | Plain;

/** An object that is no function, no promise and no File. */
type Plain = object & { then?: never; arrayBuffer?: never; apply?: never };

/** How findings are graded, and how much is read. */
export interface CheckOptions {
  /** What the input is called in the report. */
  file?: string;
  /** Count every warning as an error. */
  strict?: boolean;
  /** Say nothing of these warnings. */
  allow?: RuleId[];
  /** Say these as warnings, also where `strict` is on. */
  warn?: RuleId[];
  /** Count these as errors. */
  deny?: RuleId[];
  /** Keep every value of the input out of what is said: no fix, no id of a record. Names of members and columns stay. */
  redact?: boolean;
  /** The document came from the service: null stands for an optional field that is absent. */
  received?: boolean;
  /** The input holds several documents, each beginning on a line of its own. */
  sequence?: boolean;
  /**
   * Other limits than the usual ones: 1 GiB, 128 brackets deep, 10 million records of a list or rows of a file, 1 MiB for a cell and 4 MiB for a line of
   * a bank file, 1000 findings, 100 of one rule.
   */
  limits?: {
    bytes?: number;
    depth?: number;
    records?: number;
    cell?: number;
    line?: number;
    findings?: number;
    findingsPerRule?: number;
  };
}

export interface NormalizeOptions extends CheckOptions {
  /** `safe` fixes keep the meaning for certain; `all` applies also those that may change it: look at each change. */
  fixes?: "safe" | "all";
}

/** What is known of a bank export beside the file. */
export interface BankOptions extends CheckOptions {
  /** The format, where the header should not decide. */
  bank?: BankId;
  /** A profile of your own to read the file by. */
  profile?: BankProfile;
  /** The account, where the file names none. */
  account?: string;
  /** Which accounts the bank's numbers, masks of cards and names of files stand for. */
  accounts?: AccountMap;
  /** The currency, where the file names none. */
  currency?: string;
}

export interface BatchOptions extends BankOptions {
  /** How many transactions a batch holds, 1 to 1000. Default: 1000, as many as go in one request. */
  batch?: number;
  /**
   * Takes the transactions as they come, so that no file is too large. It may call this library, but not wait for anything: no promise. Rows that are rejected further down are not known yet: hold the batches
   * back until the call returns. What it throws comes out of the call, when the file has been read to its end.
   */
  onBatch: (batch: ConvertedBatch) => void;
}

export interface PayloadOptions extends BankOptions {
  /** How many transactions a payload holds, 1 to 1000. Default: 1000, as many as go in one request. */
  batch?: number;
  /** Takes the payloads as they come, each as JSON to be sent as it stands. What is said of `onBatch` holds for it too. */
  onPayload: (json: string) => void;
}

export interface PayloadBytesOptions extends BankOptions {
  /** How many transactions a payload holds, 1 to 1000. Default: 1000, as many as go in one request. */
  batch?: number;
  /** Takes the payloads as they come, each as the body of a request: UTF-8, which no text is made of. What is said of `onBatch` holds for it too. */
  onPayloadBytes: (json: Uint8Array<ArrayBuffer>) => void;
}

/** Finds every fault of a base data payload, each at its place. */
export function checkBaseData(input: Input, options?: CheckOptions): Report;
/**
 * Finds every fault of a payload of transactions, each at its place.
 *
 * @example
 * const report = checkTransactions('{"transactions": [{"amount": "-12.50"}]}');
 * for (const { rule, path, line, column, message, help } of report.findings) console.log(line, column, path, rule, message, help);
 */
export function checkTransactions(input: Input, options?: CheckOptions): Report;
/** Finds every fault of a request to create a document. */
export function checkDocument(input: Input, options?: CheckOptions): Report;
/** Judges the answer to an update of base data. */
export function checkBaseDataResult(input: Input, options?: CheckOptions): Report;
/** Judges the answer to an import of transactions; `sent` is how many were sent. */
export function checkImportResult(input: Input, options?: CheckOptions & { sent?: number }): Report;
/** Judges the answer to a request that created a document, held against that request. */
export function checkDocumentResult(input: Input, options?: CheckOptions & { request?: DocumentRequest }): Report;

/** Applies the fixes to a base data payload and gives its canonical form, the changes, and what is left to mend. */
export function normalizeBaseData(input: Input, options?: NormalizeOptions): Normalized;
/** The same for a payload of transactions. */
export function normalizeTransactions(input: Input, options?: NormalizeOptions): Normalized;
/** The same for a request to create a document. */
export function normalizeDocument(input: Input, options?: NormalizeOptions): Normalized;

/**
 * Converts a bank's CSV export into transactions, with an account of every row. Nothing is guessed and no row is lost; where `errors` is not 0,
 * something of it can't be read, and a finding says what.
 *
 * @example
 * const { transactions, rejected, findings, balance } = convertCsv(await file.arrayBuffer(), { file: file.name });
 */
export function convertCsv(input: Input, options?: BankOptions): Conversion;
/** The same for large files: transactions go to `onBatch` as they come, and the rest is returned. */
export function convertCsv(input: Input, options: BatchOptions): Omit<Conversion, "transactions" | "origins">;
/** The same in half the time, for those who send the transactions on and don't look at them. */
export function convertCsv(input: Input, options: PayloadOptions | PayloadBytesOptions): Omit<Conversion, "transactions" | "origins">;

/** Tells how near a file comes to each format of bank exports, the nearest first. */
export function detectBank(input: Input, options?: BankOptions): Candidate[];
/** The formats of bank exports that are known. */
export function banks(): Bank[];
/** The text of a file in any encoding that banks use; every `utf16` range is a range of it. Byte order marks are its first characters. */
export function textOf(input: Input): string;

/** A rule: why it exists and how to mend what breaks it. Parameters stand in braces in `message` and `help`. */
export interface Rule {
  id: RuleId;
  severity: "error" | "warning";
  title: string;
  /** What a finding says. */
  message: string;
  /** What to do. */
  help: string;
  /** Why the rule exists. */
  why: string;
  /** The version that it came with. */
  since: string;
  /** An example that breaks it. */
  bad: string;
  /** One that doesn't. */
  good: string;
}

/** All rules. */
export function rules(): Rule[];
/** The rule of that id. */
export function explain(id: RuleId): Rule;
export function explain(id: string): Rule | undefined;
/** The names of the JSON Schemas. */
export function schemas(): SchemaName[];
/** The JSON Schema (2020-12) of that name. */
export function schema(name: SchemaName): Record<string, unknown>;
export function schema(name: string): Record<string, unknown> | undefined;

/** A value that can't be read. */
export interface Wrong {
  valid: false;
  /** What is wrong, without the value. */
  message: string;
  /** The right value, where only one can be meant. */
  suggestion?: string;
}

/** An IBAN in any spelling; `value` has no blanks and is in upper case. */
export function parseIban(
  text: string,
): { valid: true; value: string; formatted: string; country: string; qr: boolean } | Wrong;
/** A Swiss business identification number, `CHE-ddd.ddd.ddd`. With a wrong check digit it was given to nobody. */
export function parseUid(text: string): { valid: true; value: string; checkDigit: "right" | "wrong" | "impossible" } | Wrong;
/** A positive decimal. */
export function parseAmount(text: string): { valid: true; value: string; decimals: number } | Wrong;
/** A day, `YYYY-MM-DD`. */
export function parseDate(text: string): { valid: true; value: string } | Wrong;
/** A code of ISO 4217. Old bookings may have one that is withdrawn. */
export function parseCurrency(text: string): {
  valid: true;
  value: string;
  minorUnits?: number;
  status: "active" | "withdrawn" | "not-for-accounts";
  successor?: string;
} | Wrong;

/** A store of transactions in memory, each once by its account and id. */
export class MemoryStore {
  /** An empty store, or the one that a snapshot was made of. */
  constructor(snapshot?: Uint8Array | ArrayBufferLike);
  /** The store that a snapshot was made of; throws where the bytes are none, or damaged. */
  static restore(snapshot: Uint8Array | ArrayBufferLike): MemoryStore;
  /** How many transactions there are. */
  readonly size: number;
  /** Tells what an import of a payload would do, and does nothing. */
  plan(input: Input, options?: CheckOptions): Import;
  /** Imports a payload of transactions: new ones are created, known ones stay as they are. */
  import(input: Input, options?: CheckOptions): Import;
  /** All that is in the store as bytes. */
  snapshot(): Uint8Array;
  /** Gives the memory of the store back; it can't be used any more. */
  free(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** What a service to test against starts with. */
export interface ReferenceServiceOptions {
  /** The number that its identifiers are made from; 0 where nothing is said. */
  seed?: number;
  /** Whose tokens are good. Where nothing is said, `sandbox` is good for everything in the organization `sandbox`. */
  credentials?: Credentials;
  /** How many bytes a body may have; 32 MiB where nothing is said. */
  bodyLimit?: number;
}

/** The global `fetch` as this program's types have it. */
export type Fetch = typeof globalThis extends { fetch: infer F } ? F : (input: string, init?: object) => Promise<unknown>;

/**
 * The service of the contract in memory, with the rules of the checks, for tests: hand its `fetch` to what is tested. It is no production service.
 *
 * The same requests give the same responses, identifiers included. Beside the contract it takes requests below `/sandbox`, such as
 * `POST /sandbox/responses` with a `ForcedResponse`; the README of the package has them all.
 *
 * @example
 * const { fetch } = new ReferenceService({ seed: 7 });
 * const headers = { authorization: "Bearer sandbox", "content-type": "application/json" };
 * const response = await fetch("/api/public/v1/transactions", { method: "POST", headers, body });
 */
export class ReferenceService {
  constructor(options?: ReferenceServiceOptions);
  /** Answers a request as the service does, whatever host it names. */
  readonly fetch: Fetch;
  /** Gives the memory of the service back; it can't be used any more. */
  free(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}
