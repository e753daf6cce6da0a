/// <reference lib="esnext.disposable" />
import type {
  AccountHistory, AccountMap, BankId, Bank, BankProfile, BaseDataDiff, BaseData, Calendar, Candidate, Conversion, ConvertedBatch, Credentials, DocumentRequest, Finding, Import, JournalConversion, JournalRecord, Normalized as NormalizedReport, Origin, Report, RuleAlias, RuleId, SchemaName, StatementFormat, Transaction, Transactions,
} from "./records.js";

export type * from "./records.js";

/** The result of normalizing an input. */
export interface Normalized extends Omit<NormalizedReport, "normalized"> {
  /**
   * The canonical JSON: usually one document, on one line. Null if the input is not JSON. Send this text as it is: parsing it could lose digits of
   * numbers in unknown fields.
   */
  json: string | null;
}

/**
 * An input: the bytes of a file, its text, or a plain object.
 *
 * Positions in a report refer to the text. For an object they refer to the output of `JSON.stringify`, so `path` is more useful.
 */
export type Input = ArrayBufferLike | ArrayBufferView | string | Plain;

/** Bytes in a buffer of their own. TypeScript from 5.7 names them `Uint8Array<ArrayBuffer>`, and earlier versions `Uint8Array`. */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

/** An object, but not a function, a promise, a File or an object that JSON writes as something else, such as a Date or a Map. */
type Plain = object & { then?: never; arrayBuffer?: never; apply?: never; toJSON?: never; has?: never };

/** Why a call failed. */
export type ErrorCode =
  /** An input has the wrong type, or holds what JSON can't express. */
  | "invalid-input"
  /** An option does not exist, or its value is invalid. */
  | "invalid-option"
  /** A delivery was refused, because its payload has errors: `report` names them. */
  | "refused"
  /** A delivery was given a response while no request was waiting for one. */
  | "no-request"
  /** There was not enough memory. The next call gets new memory. */
  | "out-of-memory"
  /** The store, the service or the delivery was lost when the memory was not enough. */
  | "lost"
  /** The store, the service or the delivery was freed. */
  | "freed"
  /** There is no module, or it can't be loaded. */
  | "not-loaded"
  /** The content of a stream exceeds the limit of bytes. */
  | "too-large"
  /** A response has a status other than 2xx. */
  | "failed-response"
  /** The worker was closed. */
  | "closed"
  /** The worker can't be loaded, or it ended. */
  | "worker-failed";

/** The error of a call that is wrong in itself, or that can't be carried out. Faults of the data are in reports. The class is the same in all entries. */
export class AccountingError extends Error {
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown });
  readonly name: "AccountingError";
  /** Why the call failed. */
  readonly code: ErrorCode;
  /** The report on the payload of a delivery that was refused. */
  readonly report?: Report;
}

/** A schema of Standard Schema, version 1, which other packages take. */
export interface Schema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "universal-accounting";
    readonly validate: (value: unknown) => SchemaResult<T>;
    readonly types?: { readonly input: T; readonly output: T };
  };
}

/** The value, or the issues of a value with errors. */
type SchemaResult<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/** An error of a value, with the names and indices that lead to it. */
interface SchemaIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** Options of a schema. */
export interface SchemaOptions extends CheckOptions {
  /** Returns a finding in another language, such as the `translate` of `universal-accounting/messages/de`. */
  translate?: (finding: Finding) => { message: string; help: string };
}

/**
 * An input without members that JSON can't express. Functions of this package take `T & Data<T>`, so that a Date, a Map, a function or an instance of a class with methods
 * is a type error wherever it is in an object.
 */
export type Data<T> = T extends string | ArrayBufferLike | ArrayBufferView ? T : PlainData<T>;
type PlainData<T> = T extends (...parameters: never[]) => unknown ? never : T extends object ? { [K in keyof T]: PlainData<T[K]> } : T;

/** What a function returns that is not async. */
type NotAsync = void | string | number | boolean | bigint | null | undefined | (object & { then?: never });

/** Options of a check: levels of rules, and limits. */
export interface CheckOptions {
  /** The name of the input in the report. */
  file?: string;
  /** Treats every warning as an error. Notes stay notes. */
  strict?: boolean;
  /** Turns off these warnings and notes. */
  allow?: (RuleId | RuleAlias)[];
  /** Reports these rules as warnings, even with `strict`. Overrides `allow`. */
  warn?: (RuleId | RuleAlias)[];
  /** Reports these warnings and notes as errors. Overrides `allow` and `warn`. */
  deny?: (RuleId | RuleAlias)[];
  /** Leaves all values of the input out of the report: no fixes, no ids of records. Names of members and columns stay in the report. */
  redact?: boolean;
  /** Accepts null as an absent optional field, for documents that the service sent. */
  received?: boolean;
  /** What the service writes in the place of `service` in the names of members, such as `acme` for `acmeFileId`. Default: what the input has. */
  brand?: string;
  /** Accepts several documents in the input, each starting on a new line. */
  sequence?: boolean;
  /**
   * Replaces the default limits: 1 GiB of input, a depth of 128 brackets, 10 million records of a list or rows of a file, 1 MiB for a cell and 4 MiB for
   * a line of a bank file, 1000 findings, 100 findings of a rule.
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

/** Options of a comparison of base data. `redact` leaves all values out of the changes too, and `received` is for the new payload. */
export type DiffOptions = Omit<CheckOptions, "file" | "brand" | "sequence">;

/** Options of a check that may compare the input with base data. */
export interface CompareOptions extends CheckOptions {
  /** The base data to compare with: accounts, taxes, contacts, dimensions, currencies and days. Each difference is a warning. */
  baseData?: object;
}

/** Options for writing a journal for another program. */
export interface JournalExportOptions extends CheckOptions {
  /** The program or format. `single-entries` is the CSV of the service itself, and `table` is for any program that imports tables. */
  to: "single-entries" | "table" | "hledger" | "beancount" | "banana";
  /** Base data, for the names and types of accounts. */
  baseData?: object;
  /** Writes an entry with several lines on both sides as rows with one side each, instead of refusing it. For single entries only. */
  collective?: boolean;
  /** The kind of the accounts whose type is not in base data. For hledger and beancount only. */
  defaultKind?: "asset" | "liability" | "equity" | "income" | "expense";
}

/** A file for `convertStatements` and `exportStatements`, with the options of `convertStatement`. */
export interface StatementFile extends BankOptions {
  /** The content of the file. */
  content: Input;
}

/** Options for writing bank statements for another program. */
export interface StatementExportOptions {
  /** The format. For `camt.053`, an account report (camt.052) is written if a balance is not proved. */
  to: StatementFormat;
  /** The character between the cells of a CSV table, or `tab`. A comma by default. */
  delimiter?: string;
  /** Begins a CSV table with a byte order mark, by which Excel recognizes UTF-8. */
  byteOrderMark?: boolean;
  /** Writes the amounts of a CSV table with a comma before the decimals, as spreadsheets in many countries expect it. */
  decimalComma?: boolean;
  /** Writes the amounts of debits in a CSV table as negative numbers. */
  signedAmounts?: boolean;
  /** The language of the headings in a workbook. English by default. */
  language?: "en" | "de" | "fr" | "it";
  /** The number that Intuit gave the bank (INTU.BID), without which QuickBooks and Quicken refuse a file of the format `qbo`. */
  bankNumber?: number;
  /** Writes the texts of MT940 in the numbered fields of German banks. */
  numberedFields?: boolean;
  /** The numbers of client and accounts for the format `datev`, which needs them; the schema `datev-settings` describes the object. */
  datev?: object;
  /** When the file is said to be created, such as `2026-03-31T12:00:00`, in camt.053, OFX, QBO and DATEV. By default midnight of the last day with a transaction. */
  created?: string;
  /** The names of the accounts in a ledger; the schema `ledger-accounts` describes the object. */
  ledgerAccounts?: object;
  /** Base data. In a ledger, its accounts with the IBANs of the statements give these their names. */
  baseData?: object;
}

/** Bank statements, written for another program. */
export interface StatementExport {
  /** The content of the file, or null if a transaction was refused. */
  content: Uint8Array | null;
  /** The format; `camt.052` in the place of `camt.053` if a balance is not proved. */
  format: string;
  /** The number of transactions that were written. */
  transactions: number;
  /** What was lost, altered or assumed. `template` is the sentence with `{count}` and `{field}` in the place of their values, for `translateSentence`. */
  notes: { count: number; message: string; template: string; field: string | null }[];
  /**
   * The transactions and accounts because of which nothing was written: the index of the file, the line, the reason as a word, and a message. `sentence` is the reason
   * without the line, for `translateSentence`.
   */
  refused: { file: number; line: number; reason: string; message: string; sentence: string }[];
  /** The report on each file, without its transactions. */
  files: Omit<Conversion, "transactions" | "origins">[];
}

/** A file with its name, for certificates. */
export interface NamedFile {
  /** The name. Of a path from the root, the certificate has the name of the file alone. */
  name: string;
  /** The content of the file. */
  content: Input;
}

/** How a conversion was done that is certified: the options of `convertStatements` and `exportStatements`. */
export interface CertificateOptions extends Omit<BankOptions, "file">, Omit<StatementExportOptions, "to"> {
  /** What was written: payloads, all of them in one file with those of each input on lines of their own, or a format. Payloads by default. */
  to?: StatementFormat | "payload" | "payload-lines";
  /** The maximum number of transactions in a payload. */
  batch?: number;
  /** States that transactions were written although rows were rejected. */
  partial?: boolean;
  /** Bank profiles that are searched before the built-in ones, for files of several banks. They are in the certificate as `profile-1.json` and so on. */
  profiles?: BankProfile[];
}

/** A certificate in both forms. Either can be verified. */
export interface CertificateForms {
  /** JSON; the schema `certificate` describes it. */
  json: string;
  /** A page to print in the language of the options, which contains the JSON too. */
  html: string;
}

/** What became of the check of a certificate. */
export interface Verification {
  /** Whether nothing differs. */
  verified: boolean;
  /** The version of the program that wrote the certificate. */
  program: string;
  /** What differs: a file by its `kind` and `name`, a value by its `pointer`, or the certificate itself. The other members are what the message says. */
  differences: {
    what: "certificate-content" | "certificate-text" | "missing" | "file" | "value" | "recomputed" | "output-count" | "setting";
    message: string;
    kind?: "input" | "document" | "output";
    name?: string;
    line?: number;
    pointer?: string;
    certified?: string;
    computed?: string;
    fault?: string;
  }[];
}

/** Files that were converted together. */
export interface ConvertedStatements<File> {
  /** The report on each file. A transaction that an earlier statement has is skipped with the reason `repeated`. */
  files: File[];
  /** What the statements of all files say about each other: an item for each account and currency, with a joint verdict. */
  accounts: AccountHistory[];
  /** Which days of each account and currency the statements cover, and which statements are missing. Statements without an account or a currency are left out. */
  calendars: Calendar[];
  /**
   * Whether the statements show that all files with `tookAccount` are of one account: each is linked to another one by balances or by transactions. If not, the option
   * `account` may have merged several accounts into one.
   */
  tookOneAccount: boolean;
  /** The values of the option `account` that several files took although nothing links these files: they may be several accounts. */
  mergedAccounts: string[];
}

/** The options of `convertStatement` for several files. Each holds for every file that has no such option of its own. What receives transactions also gets the index of their file. */
export type ForFiles<O> = { [K in keyof O as Exclude<K, "file">]: O[K] extends (batch: infer B) => NotAsync ? (batch: B, file: number) => NotAsync : O[K] };

/** A journal export that was read. */
export interface Journal extends Report {
  /** The records without an error, in the order of the export. */
  records: JournalRecord[];
  /** The position of each of these records. */
  positions: RecordPosition[];
  /** The position of each record with an error. It is not among the records. */
  rejected: RecordPosition[];
}

/** The position of a record in its file. */
export interface RecordPosition {
  /** The index of the record, counted from 0. */
  index: number;
  /** The range of its bytes, without the byte at `end`. */
  bytes: { start: number; end: number };
}

/** A file of a journal export. */
export interface ExportedFile {
  /** The index of the record, counted from 0. */
  record: number;
  /** The id of the record. */
  recordId: string | null;
  /** The number of the file in its record, counted from 1. */
  number: number;
  /** The id of the file. */
  id: string | null;
  /** The path below the base URL of the service to download the file from, if its id is known. */
  downloadPath: string | null;
  /** A name for the file that is safe on every system and different from those of the other files. Null without content. */
  name: string | null;
  /** The content, or null if the export has none. */
  content: Bytes | null;
}

/** The files of a journal export, and the report on them. */
export interface JournalFiles extends Report {
  /** The files, in the order of the export. */
  files: ExportedFile[];
}

/** A file of an archive, with the report why it was not unpacked. `file` is its name with its folders. */
export interface ArchiveFile extends Report {
  /** The content; null if the file was refused. */
  content: Uint8Array | null;
}

/** The files of an archive, and the report on the archive as a whole. */
export interface Archive extends Report {
  /** The files, in the order of the archive. */
  files: ArchiveFile[];
}

export interface NormalizeOptions extends CheckOptions {
  /** `safe` applies only fixes that never change the meaning. `all` also applies fixes that may change it: review each change. Default: `safe`. */
  fixes?: "safe" | "all";
}

/** Options for reading a statement. */
export interface BankOptions extends CheckOptions {
  /** The bank format, instead of detecting it. */
  bank?: BankId;
  /** Reads the file with this bank profile. */
  profile?: BankProfile;
  /** The account, if the file does not name one. */
  account?: string;
  /** Maps account numbers of the bank, masked card numbers or file names to accounts. */
  accounts?: AccountMap;
  /** The currency, if the file does not name one. */
  currency?: string;
  /** The balance before the oldest row, such as `"1234.50"`, if the file does not state it. It confirms the oldest transactions. */
  opening?: string;
  /** Makes a transaction of each payment of a batch booking, where the payments add up to it. They have other ids than the booking. */
  splitBatches?: boolean;
  /** The order of day, month and year in the dates of a QIF file. */
  dates?: "dmy" | "mdy" | "ymd";
}

/** What a column of a statement means. */
export type ColumnRole =
  | "booked-at" | "valuta-at" | "purchased-at" | "amount" | "debit" | "credit" | "direction" | "fee" | "balance" | "currency" | "iban" | "account"
  | "transaction-id" | "text" | "other";

/** What the caller knows about a table that is learned. Columns are named as in the header, or by their number from 1. */
export interface LearnAnswers {
  /** The roles of columns. */
  roles?: Record<string, ColumnRole>;
  /** Words of columns whose rows are not booked. */
  unbooked?: Record<string, string[]>;
  /** Words of columns whose rows are balances or totals, and no bookings. */
  balances?: Record<string, string[]>;
  /** Takes what names and values suggest. */
  accept?: boolean;
  /** The order of day, month and year, where the dates admit several. */
  dates?: "dmy" | "mdy" | "ymd";
  /** What a number without a minus sign is. */
  positive?: "credit" | "debit";
  /** The decimal mark, where the numbers admit both. */
  decimal?: "." | ",";
  /** The currency, if the file names none. */
  currency?: string;
  /** The institution, for the profile. */
  institution?: string;
  /** What the file is an export of, for the profile, such as `account`. */
  product?: string;
  /** The country of the institution, for the profile. */
  country?: string;
}

export interface LearnOptions {
  /** The answers so far. Where several answer the same, the last counts. */
  answers?: LearnAnswers | LearnAnswers[];
  /** The name of the file. Nothing depends on it. */
  file?: string;
}

/** A file of several that are learned together. */
export interface LearnFile {
  /** The content of the file. */
  content: Input;
  /** The name of the file, for questions about its lines. */
  file?: string;
}

/** A sentence in English. `template` and `params` are what a translation needs. */
export interface Sentence {
  text: string;
  template: string;
  params: Record<string, string | number>;
}

/** A question about a format. */
export interface LearnQuestion extends Sentence {
  kind: "date" | "day-or-month" | "amounts" | "direction" | "rivals" | "fee" | "status" | "balance" | "suggested" | "unwritten";
  /** The column, if the question is about one. */
  column: string | null;
  /** The possible answers; none if only another file or a profile written by hand helps. */
  choices: (Sentence & { answers: LearnAnswers })[];
}

/** What was learned of a format, and what is open. */
export interface FormatDraft {
  delimiter: string;
  /** The line of the header, or null if there is none. */
  headerLine: number | null;
  /** The number of rows with a date. */
  entries: number;
  decimal: string | null;
  order: "newest-first" | "oldest-first" | null;
  /** What the amounts rest on: `proved` only if the balances of all rows and the dates admit a single reading. */
  amounts: LearnBasis;
  columns: { name: string; role: ColumnRole; basis: LearnBasis; examples: string[] }[];
  questions: LearnQuestion[];
  /** What the balances say of the file, converted with the profile. */
  balance: "proved" | "partly" | "broken" | "none" | null;
  /** The lines of rows that could not be read. */
  rejected: number[] | null;
  /** The first transactions, at most twenty. */
  transactions: { day: string; creditDebit: "credit" | "debit"; amount: string; description: string | null }[] | null;
  /** The profile, once nothing is open: the option `profile` of a conversion. */
  profile: BankProfile | null;
}

/** What the role of a column rests on. */
export type LearnBasis = "proved" | "suggested" | "given" | "open";

/** Options for converting a statement to objects. */
export interface ConvertOptions extends BankOptions {
  /** Returns the origin of each transaction too: its line, its cells, and whether its id is the bank's. Takes three times as long. */
  origins?: boolean;
}

export interface BatchOptions extends ConvertOptions {
  /** The maximum number of transactions in a batch, from 1 to 1000. Default: 1000, the maximum of a request. */
  batch?: number;
  /**
   * Receives the transactions in batches, so that large files need little memory. The function may call this package, but must not be async. Later rows
   * may still be rejected, so keep the batches until the call returns. If the function throws, the call stops reading and throws the same error.
   */
  onBatch: (batch: Pick<ConvertedBatch, "transactions">) => NotAsync;
}

/** Options for receiving the transactions in batches, with their origins. */
export interface OriginBatchOptions extends Omit<BatchOptions, "onBatch"> {
  origins: true;
  /** Receives the transactions and their origins in batches. The notes on `onBatch` without origins apply. */
  onBatch: (batch: ConvertedBatch) => NotAsync;
}

export interface PayloadOptions extends BankOptions {
  /** The maximum number of transactions in a payload, from 1 to 1000. Default: 1000, the maximum of a request. */
  batch?: number;
  /** Receives each payload as JSON text, ready to be sent. The notes on `onBatch` apply. */
  onPayload: (json: string) => NotAsync;
}

export interface PayloadBytesOptions extends BankOptions {
  /** The maximum number of transactions in a payload, from 1 to 1000. Default: 1000, the maximum of a request. */
  batch?: number;
  /** Receives each payload as the body of a request: JSON in UTF-8. Faster than `onPayload`, because no string is created. The notes on `onBatch` apply. */
  onPayloadBytes: (json: Bytes) => NotAsync;
}

/** Checks a base data payload, and reports every error with its position. */
export function checkBaseData<T extends Input>(input: T & Data<T>, options?: CheckOptions): Report;
/**
 * Checks a payload of transactions, and reports every error with its position.
 *
 * @example
 * const report = checkTransactions('{"transactions": [{"amount": "-12.50"}]}');
 * for (const { rule, path, line, column, message, help } of report.findings) console.log(line, column, path, rule, message, help);
 */
export function checkTransactions<T extends Input>(input: T & Data<T>, options?: CompareOptions): Report;
/**
 * Checks a journal export: an array of records, one record, with the option `sequence` one record a line, or the CSV of single entries. Reports every error with
 * its position; an entry whose debits and credits differ is an error.
 */
export function checkJournal<T extends Input>(input: T & Data<T>, options?: CompareOptions): Report;
/** Reads a journal export, and returns the records without an error beside the report. Fields that are not known here are not in the records. */
export function readJournal<T extends Input>(input: T & Data<T>, options?: CheckOptions): Journal;
/**
 * Writes a journal export for another program. What the format can't express is refused or noted, and the totals of each account before and after show that nothing
 * else is lost.
 *
 * @example
 * const { text, refused, notes } = exportJournal(bytes, { to: "hledger", baseData });
 */
export function exportJournal<T extends Input>(input: T & Data<T>, options: JournalExportOptions): JournalConversion;
/** Returns the files of a journal export. A file without content has the path to download it from, if its id is known. */
export function journalFiles<T extends Input>(input: T & Data<T>, options?: CheckOptions): JournalFiles;
/** Checks a request to create a document. */
export function checkDocument<T extends Input>(input: T & Data<T>, options?: CheckOptions): Report;
/** Checks the response to an update of base data. */
export function checkBaseDataResult<T extends Input>(input: T & Data<T>, options?: CheckOptions): Report;
/** Checks the response to an import of transactions. `sent` is the number of transactions that were sent. */
export function checkImportResult<T extends Input>(input: T & Data<T>, options?: CheckOptions & { sent?: number }): Report;
/** Checks the response to a request to create a document, and compares it with that `request`. */
export function checkDocumentResult<T extends Input>(input: T & Data<T>, options?: CheckOptions & { request?: DocumentRequest }): Report;

/** Returns a schema of a payload of transactions. Each error of the check is an issue; warnings and notes are none. A valid value is returned as it is. */
export function transactionsSchema(options?: SchemaOptions): Schema<Transactions>;
/** Returns a schema of one transaction, such as the values of a form. */
export function transactionSchema(options?: SchemaOptions): Schema<Transaction>;
/** Returns a schema of a payload of base data. */
export function baseDataSchema(options?: SchemaOptions): Schema<BaseData>;

/**
 * Compares what the service holds with the payload of an update, which would replace all of it: what would be added, changed and removed, by `externalId`.
 * `diff` is null if one of the two has an error. A field of what the service holds may be null instead of absent.
 *
 * @example
 * const { diff } = diffBaseData(await response.text(), payload);
 * if (diff === null || diff.removed > 10) throw new Error("look at the changes before they are sent");
 */
export function diffBaseData<Held extends Input, Next extends Input>(held: Held & Data<Held>, next: Next & Data<Next>, options?: DiffOptions): BaseDataDiff;

/** Applies fixes to a base data payload. Returns its canonical form, the changes and the remaining findings. */
export function normalizeBaseData<T extends Input>(input: T & Data<T>, options?: NormalizeOptions): Normalized;
/** Applies fixes to a payload of transactions. */
export function normalizeTransactions<T extends Input>(input: T & Data<T>, options?: NormalizeOptions): Normalized;
/** Applies fixes to a journal export. Fields that are not known here are kept. */
export function normalizeJournal<T extends Input>(input: T & Data<T>, options?: NormalizeOptions): Normalized;
/** Applies fixes to a request to create a document. */
export function normalizeDocument<T extends Input>(input: T & Data<T>, options?: NormalizeOptions): Normalized;

/**
 * Converts a bank's statement (CSV, XLSX, camt.052 to 054, MT940 or MT942) to transactions, and reports what happened to every row. Nothing is guessed and no row is lost: if something can't be
 * read, `errors` is not 0 and a finding explains it.
 *
 * A transaction that several statements of the file have comes once, and `totals` has a joint verdict for each account. For the statements themselves, and how each is linked to the one before, call
 * `convertStatements` with this file.
 *
 * @example
 * const { complete, transactions, findings, balance } = convertStatement(await file.arrayBuffer(), { file: file.name });
 */
export function convertStatement(input: Input, options: ConvertOptions & { origins: true; onBatch?: undefined }): Conversion;
export function convertStatement(input: Input, options?: ConvertOptions & { onBatch?: undefined }): Omit<Conversion, "origins"> & { origins?: Origin[] };
/** Converts a large file: passes the transactions to `onBatch`, and returns the rest of the report. */
export function convertStatement(input: Input, options: OriginBatchOptions): Omit<Conversion, "transactions" | "origins">;
export function convertStatement(input: Input, options: BatchOptions): Omit<Conversion, "transactions" | "origins">;
/** Converts a large file to payloads. Takes half the time of `onBatch`, because no objects are created. */
export function convertStatement(input: Input, options: PayloadOptions | PayloadBytesOptions): Omit<Conversion, "transactions" | "origins">;

/**
 * Converts the statements of several files like `convertStatement`, and compares those of each account: copies, parts, overlaps, gaps, missing pages. Each transaction comes once, in the earliest statement that
 * has it. The order of the files says nothing. What is found is in the report of the file that it is about, and in `accounts`. Reads each file twice.
 *
 * @example
 * const { files, accounts } = convertStatements([{ content: january, file: "january.xml" }, { content: february, file: "february.xml" }]);
 * for (const { account, currency, balance, findings } of accounts) console.log(account, currency, balance, findings.length);
 */
export function convertStatements(files: StatementFile[], options: ForFiles<ConvertOptions> & { origins: true; onBatch?: undefined }): ConvertedStatements<Conversion>;
export function convertStatements(files: StatementFile[], options?: ForFiles<ConvertOptions> & { onBatch?: undefined }): ConvertedStatements<Omit<Conversion, "origins"> & { origins?: Origin[] }>;
/** Passes the transactions of large files on, each batch with the index of its file, and returns the rest of the reports. */
export function convertStatements(files: StatementFile[], options: ForFiles<OriginBatchOptions>): ConvertedStatements<Omit<Conversion, "transactions" | "origins">>;
export function convertStatements(files: StatementFile[], options: ForFiles<BatchOptions>): ConvertedStatements<Omit<Conversion, "transactions" | "origins">>;
export function convertStatements(files: StatementFile[], options: ForFiles<PayloadOptions> | ForFiles<PayloadBytesOptions>): ConvertedStatements<Omit<Conversion, "transactions" | "origins">>;

/** Returns whether a file is a ZIP archive of other files. A workbook is one file. */
export function isArchive(input: Input): boolean;
/**
 * Converts bank statements and writes them for another program: all transactions, each once, or nothing.
 *
 * ```js
 * const { content, notes, refused } = exportStatements([{ content: bytes, file: "march.csv" }], { to: "camt.053" });
 * ```
 */
export function exportStatements(files: StatementFile[], options: StatementExportOptions): StatementExport;

/**
 * Returns a certificate of what was read and written: hashes, accounts, balances, and what they prove. Documents such as an account map are in it as
 * `accounts.json`, `profile.json`, `base-data.json`, `ledger-accounts.json` and `datev.json`.
 *
 * ```js
 * const { content } = exportStatements([{ content: bytes, file: "march.csv" }], { to: "ofx" });
 * const { html } = certificate([{ name: "march.csv", content: bytes }], [{ name: "march.ofx", content }], { to: "ofx", language: "de" });
 * ```
 */
export function certificate(inputs: NamedFile[], outputs: NamedFile[], options?: CertificateOptions): CertificateForms;
/** Computes everything in a certificate anew from the files, and returns what differs. A file is found by its name, or by its content if it was saved under another name. Throws if the file is no certificate, or was changed so that it can't be read. */
export function verifyCertificate(certificate: Input, files: NamedFile[]): Verification;

/** Unpacks a ZIP archive within limits. Pass the content of each file on, such as to `convertStatement`. */
export function unpackArchive(input: Input, options?: CheckOptions): Archive;
/** Returns the bank formats that a file matches or comes close to, the best match first. */
export function detectStatement(input: Input, options?: BankOptions): Candidate[];
/**
 * Learns the format of a CSV file that no bank format matches: running balances prove which columns are money, names suggest the rest, and what is left is asked.
 * Returns null if the file has no table with dates and amounts. Several files of one format are learned together: what one of them leaves open another one may
 * show. Throws if one of several has no such table, or other columns than the first one.
 *
 * ```js
 * const answers = [];
 * let draft = learnStatement(bytes);
 * // Show draft.questions[0] with its choices, and add the answers of the one that was chosen.
 * answers.push(draft.questions[0].choices[0].answers);
 * draft = learnStatement(bytes, { answers });
 * if (draft.profile) convertStatement(bytes, { profile: draft.profile });
 * ```
 */
export function learnStatement(input: Input | LearnFile[], options?: LearnOptions): FormatDraft | null;
/** Returns the supported bank formats. */
export function banks(): Bank[];
/** Decodes a file in any encoding that banks use. Every `utf16` range is a range of this text. A byte order mark is its first character. */
export function decodeText(input: Input): string;

/**
 * Returns whether the body of a webhook has the signature in the header `X-Hub-Signature-256`. The comparison takes equally long for every signature.
 *
 * `body` is the body as it was received, before it is parsed. A header that is absent or repeated is no signature. Throws if the secret is empty.
 *
 * @example
 * const isGenuine = verifyWebhook(secret, await request.bytes(), request.headers.get("x-hub-signature-256"));
 */
export function verifyWebhook(
  secret: string | ArrayBufferLike | ArrayBufferView,
  body: string | ArrayBufferLike | ArrayBufferView,
  header: string | readonly string[] | null | undefined,
): boolean;

/** A rule with its explanation. In `message` and `help`, the names of parameters are in braces. */
export interface Rule {
  id: RuleId;
  /** The ids of rules that were merged into this one, if there are any. */
  aliases?: RuleAlias[];
  severity: "error" | "warning" | "note";
  title: string;
  /** The message of a finding. */
  message: string;
  /** What to do. */
  help: string;
  /** Why the rule exists. */
  why: string;
  /** The version that introduced the rule. */
  since: string;
  /** An example that breaks the rule. */
  bad: string;
  /** An example that does not break the rule. */
  good: string;
}

/** Returns all rules. */
export function rules(): Rule[];
/** Returns the rule with this id, or the one that it was merged into. */
export function explain(id: RuleId | RuleAlias): Rule;
export function explain(id: string): Rule | undefined;
/** Returns the names of the JSON Schemas. */
export function schemas(): SchemaName[];
/** Returns the JSON Schema (draft 2020-12) with this name. */
export function schema(name: SchemaName): Record<string, unknown>;
export function schema(name: string): Record<string, unknown> | undefined;

/** The result for an invalid value. */
export interface InvalidValue {
  valid: false;
  /** What is wrong. Does not contain the value. */
  message: string;
  /** The correct value, if only one value can be meant. */
  suggestion?: string;
}

/** Parses an IBAN in any spelling. `value` has no blanks and is in upper case. */
export function parseIban(
  text: string,
): { valid: true; value: string; formatted: string; country: string; qr: boolean } | InvalidValue;
/** Parses a Swiss business identification number (UID), `CHE-ddd.ddd.ddd`. A number with a wrong check digit was never assigned. */
export function parseUid(text: string): { valid: true; value: string; checkDigit: "right" | "wrong" | "impossible" } | InvalidValue;
/** Parses a positive decimal number. */
export function parseAmount(text: string): { valid: true; value: string; decimals: number } | InvalidValue;
/** Parses a date, `YYYY-MM-DD`. */
export function parseDate(text: string): { valid: true; value: string } | InvalidValue;
/** Parses a currency code of ISO 4217. Withdrawn codes are valid, because old transactions have them. */
export function parseCurrency(text: string): {
  valid: true;
  value: string;
  minorUnits?: number;
  status: "active" | "withdrawn" | "not-for-accounts";
  successor?: string;
} | InvalidValue;

/** Options of an import. */
export interface ImportOptions extends CheckOptions {
  /**
   * What to do with a transaction whose id another booking has: one with the same reference of the bank, amount and day, but with another reference of the payment. It is reported
   * (`keep`, the default), or imported with the next number in its id (`add`).
   */
  conflicts?: "keep" | "add";
}

/** A store of transactions in memory. A transaction is stored only once, identified by its account and id. */
export class MemoryStore {
  /** Creates an empty store, or restores one from a snapshot. */
  constructor(snapshot?: Uint8Array | ArrayBufferLike);
  /** Restores a store from a snapshot. Throws if the bytes are not a snapshot or are damaged. */
  static restore(snapshot: Uint8Array | ArrayBufferLike): MemoryStore;
  /** The number of transactions. */
  readonly size: number;
  /** Returns what an import of a payload would do, without importing it. */
  plan<T extends Input>(input: T & Data<T>, options?: ImportOptions): Import;
  /** Imports a payload of transactions: adds new transactions and leaves known ones unchanged. */
  import<T extends Input>(input: T & Data<T>, options?: ImportOptions): Import;
  /** Returns the contents of the store as bytes. */
  snapshot(): Uint8Array;
  /** Frees the memory of the store, which can't be used afterwards. */
  free(): void;
  /** Calls `free`. For `using` declarations. */
  [Symbol.dispose](): void;
}

/** Options of a delivery. */
export interface DeliveryOptions extends CheckOptions {
  /** How often a request is sent at most. Default: 8. */
  maxAttempts?: number;
  /** The longest wait that the service may ask for, in milliseconds, up to a week. Default: an hour. */
  maxWait?: number;
  /** The number that the random part of waits depends on. With a random number, clients that failed at the same time come back at different times. Default: 0. */
  seed?: number;
}

/** Options of a delivery of transactions. */
export interface TransactionDeliveryOptions extends DeliveryOptions {
  /** The maximum number of transactions in a request, from 1 to 1000. Default: 1000. */
  batch?: number;
  /**
   * Finds out which transactions the service counts as errors: sends parts of the batch again, where every transaction has an id. Takes about 20 requests for
   * an error in a batch of 1000. Default: false.
   */
  locateErrors?: boolean;
}

/** A request to send, without the address of the service and without credentials. */
export interface DeliveryRequest {
  /** How long to wait before the request is sent, in whole milliseconds. */
  wait: number;
  method: "POST" | "PATCH";
  /** The path below the base URL. */
  path: string;
  /** The headers. Add `authorization`. */
  headers: Record<string, string>;
  body: Bytes;
  /** The number of this attempt, counted from 1. */
  attempt: number;
  /** Whether the service can get the request twice without doing its work twice. */
  repeatable: boolean;
}

/** Why a request failed, and whether its work may have been done all the same. */
export interface DeliveryFailure {
  reason:
    | "no-answer" | "unavailable" | "long-wait" | "not-an-answer" | "counts-differ" | "not-imported" | "redirect" | "unauthorized" | "forbidden"
    | "not-found" | "too-large" | "invalid" | "refused";
  /** The status of the response, if the reason has one. */
  status: number | null;
  /** The reason, and what it means for the payload. Contains no values of the payload. */
  message: string;
  /** Whether the service may have done the work of the request, in this attempt or an earlier one. */
  mayBeDone: boolean;
  /** Whether the request can be sent again without doing its work twice. */
  repeatable: boolean;
  /** How often the request was sent. */
  attempts: number;
}

/** A record that can't be imported as it is. Correct it and deliver it again. */
export interface RejectedRecord {
  /** The JSON pointer to the record in the payload. */
  path: string;
  /** The index of the record in its list, counted from 0. Null for a record that is in no list. */
  index: number | null;
  /** The `transactionId` or `externalId`, card numbers masked. */
  id: string | null;
  /** The faults, as far as they are known. */
  faults: { path: string; rule: string | null }[];
  /** Who rejects the record: the check before the delivery, so that it was not sent, or the service. */
  rejectedBy: "check" | "service";
}

/** What to do after a response, or after none. */
export type DeliveryNext =
  | { next: "send" | "done" }
  /** The same request has to be sent again after `delay` milliseconds. */
  | { next: "wait"; delay: number; failure: DeliveryFailure }
  /** These records have to be corrected. The requests that follow leave them out. */
  | { next: "correct"; rejected: RejectedRecord[] }
  /** `resume()` goes on once the reason is removed. */
  | { next: "give-up"; failure: DeliveryFailure };

/** What became of a payload. */
export interface DeliveryResult {
  /**
   * What became of the transactions: `existing + new + errors + rejected + unclear + unsent = records`, at any time. `existingAfterRepetition` is how many of the
   * existing this delivery may have created itself, in a request that got no usable answer.
   */
  counts: {
    records: number;
    existing: number;
    existingAfterRepetition: number;
    new: number;
    errors: number;
    rejected: number;
    unclear: number;
    unsent: number;
  };
  /** The records to correct, also those that were not sent because they have the account and id of an earlier one and other content (`duplicate-transaction`). */
  rejected: RejectedRecord[];
  /** The errors of which the service says only how many there are among the transactions with these indexes. */
  unlocatedErrors: { count: number; among: number[] }[];
  /** The indexes of the transactions that were sent without a usable answer, even if the service refused them later: it may have them. */
  unclear: number[];
  /** The indexes of the transactions that were not sent, or in a request that the service refused. */
  unsent: number[];
  /** The answer to a request that created a document. */
  document: { serviceId: string | null; serviceFileId: string } | null;
  /** Why the delivery gave up. */
  failure: DeliveryFailure | null;
}

/**
 * The delivery of a payload to the service, without a network: which requests to send, and what each response means. It repeats a request only where that can't double
 * anything: base data, and transactions with an id.
 *
 * @example
 * for (let request; (request = delivery.nextRequest()); ) {
 *   await new Promise((resolve) => setTimeout(resolve, request.wait));
 *   const { method, body, headers } = request;
 *   try {
 *     const response = await fetch(server + request.path, { method, body, headers: { ...headers, authorization }, redirect: "manual" });
 *     delivery.onResponse(response.status, response.headers, new Uint8Array(await response.arrayBuffer()));
 *   } catch {
 *     delivery.onNoAnswer();
 *   }
 * }
 */
export class Delivery {
  /** Starts a delivery. Throws an error with a `report` if the service would refuse the payload as a whole. A transaction with an error is not sent. */
  constructor(kind: "transactions", payload: Input, options?: TransactionDeliveryOptions);
  constructor(kind: "base-data" | "document", payload: Input, options?: DeliveryOptions);
  /** Returns the next request, or null if the delivery is done or gave up. Without an outcome of the last request, that one counts as not answered. */
  nextRequest(): DeliveryRequest | null;
  /** Takes a complete response to the last request, its body as it was received. Throws an error if no request is waiting for a response. */
  onResponse(status: number, headers: Iterable<readonly [string, string]> | Record<string, string | string[] | undefined>, body: string | ArrayBufferLike | ArrayBufferView): DeliveryNext;
  /** Takes that the last request got no response, or not a complete one. Throws an error if no request is waiting for a response. */
  onNoAnswer(): DeliveryNext;
  /**
   * Goes on with the same request after the delivery gave up. If it is not repeatable and may be done, look into the service first. If it was refused for its content,
   * it is sent without the records that the service named, or in smaller parts.
   */
  resume(): void;
  /** Goes on with the next request after the delivery gave up. */
  skip(): void;
  /** What became of the payload so far. */
  readonly result: DeliveryResult;
  /** Frees the memory of the delivery, which can't be used afterwards. */
  free(): void;
  /** Calls `free`. For `using` declarations. */
  [Symbol.dispose](): void;
}

/** Options of a reference service. */
export interface ReferenceServiceOptions {
  /** The seed that identifiers are generated from. Default: 0. */
  seed?: number;
  /** The valid tokens. Default: the token `sandbox`, with all rights in the organization `sandbox`. */
  credentials?: Credentials;
  /** The maximum number of bytes of a request body. Default: 32 MiB. */
  bodyLimit?: number;
  /** Accepts more than 1000 transactions in a request, which the contract refuses. Default: false. */
  longImports?: boolean;
}

/** The answer to `POST /sandbox/journal/deliveries`: a delivery that the caller sends, since the service has no network. */
export interface JournalDelivery {
  /** The receiver. */
  url: string;
  /** The headers of the POST, with the signature. */
  headers: Record<string, string>;
  /** The body: a journal export. */
  body: string;
  /** How often the body is sent. */
  times: number;
  /** How long to wait before the body is sent, each time. */
  delayMilliseconds: number;
}

/** The type of the global `fetch` in the user's program. */
export type Fetch = typeof globalThis extends { fetch: infer F } ? F : (input: string, init?: object) => Promise<unknown>;

/**
 * A reference service in memory, for tests of clients: pass its `fetch` to the client. Not for production.
 *
 * It validates requests by the rules of the checks. The same requests get the same responses, including identifiers. Additional routes for tests start
 * with `/sandbox`, such as `POST /sandbox/responses` with a `ForcedResponse`; the README of the package lists them.
 *
 * @example
 * const { fetch } = new ReferenceService({ seed: 7 });
 * const headers = { authorization: "Bearer sandbox", "content-type": "application/json" };
 * const response = await fetch("/api/public/v1/transactions", { method: "POST", headers, body });
 */
export class ReferenceService {
  constructor(options?: ReferenceServiceOptions);
  /** Responds to a request like the service. The host of the URL is ignored. */
  readonly fetch: Fetch;
  /** Frees the memory of the service, which can't be used afterwards. */
  free(): void;
  /** Calls `free`. For `using` declarations. */
  [Symbol.dispose](): void;
}
