import type {
  Archive, BankOptions, BatchOptions, CheckOptions, CompareOptions, ConvertOptions, ConvertedStatements, Data, DiffOptions, ForFiles, FormatDraft, Input, Journal, JournalExportOptions, JournalFiles, LearnFile, LearnOptions, NormalizeOptions, Normalized, OriginBatchOptions,
  PayloadBytesOptions, PayloadOptions, StatementExport, StatementExportOptions, StatementFile,
} from "./index.js";
import type { BaseDataDiff, Candidate, Conversion, DocumentRequest, JournalConversion, Origin, Report } from "./records.js";

export { AccountingError } from "./index.js";

/** A stream of bytes or of text: of a browser, or of Node. */
type Stream = ReadableStream<Uint8Array> | ReadableStream<string> | AsyncIterable<Uint8Array | string>;

/** An input that has to be waited for, such as a File of a form or a Response. */
export type Source = Input | Blob | Response | Stream;

/** An input whose members JSON can express, or a promise of one. */
type Given<T> = T extends Promise<unknown> | Blob | Response | Stream ? T : Data<T>;

/** A file with its options, whose content may have to be waited for. */
export type FileSource = Omit<StatementFile, "content"> & { content: Source | Promise<Source> };

/** A file of several that are learned together. */
export type LearnFileSource = Omit<LearnFile, "content"> & { content: Source | Promise<Source> };

/** How far an input was read. */
export interface Progress {
  /** The number of bytes that were read. */
  read: number;
  /** The number of all bytes, or undefined if it is not known. */
  size: number | undefined;
}

/** Options of a call that waits. */
export interface AsyncOptions {
  /** Ends the call, which rejects with the reason of the signal: while the input is read, and in a worker at any time. */
  signal?: AbortSignal | undefined;
  /** Is called while the input is read. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * The functions of the package for inputs that have to be waited for. A promise of an input, such as `fetch(url)`, is awaited. The name of a File is the option `file` unless
 * there is another one. A faulty call rejects with an `AccountingError`.
 */
export interface AsyncFunctions {
  checkTransactions<T extends Source | Promise<Source>>(input: T & Given<T>, options?: CompareOptions & AsyncOptions): Promise<Report>;
  checkBaseData<T extends Source | Promise<Source>>(input: T & Given<T>, options?: CheckOptions & AsyncOptions): Promise<Report>;
  checkDocument<T extends Source | Promise<Source>>(input: T & Given<T>, options?: CheckOptions & AsyncOptions): Promise<Report>;
  checkBaseDataResult<T extends Source | Promise<Source>>(input: T & Given<T>, options?: CheckOptions & AsyncOptions): Promise<Report>;
  checkImportResult<T extends Source | Promise<Source>>(input: T & Given<T>, options?: CheckOptions & { sent?: number } & AsyncOptions): Promise<Report>;
  checkDocumentResult<T extends Source | Promise<Source>>(input: T & Given<T>, options?: CheckOptions & { request?: DocumentRequest } & AsyncOptions): Promise<Report>;
  checkJournal<T extends Source | Promise<Source>>(input: T & Given<T>, options?: CompareOptions & AsyncOptions): Promise<Report>;
  normalizeTransactions<T extends Source | Promise<Source>>(input: T & Given<T>, options?: NormalizeOptions & AsyncOptions): Promise<Normalized>;
  normalizeBaseData<T extends Source | Promise<Source>>(input: T & Given<T>, options?: NormalizeOptions & AsyncOptions): Promise<Normalized>;
  normalizeDocument<T extends Source | Promise<Source>>(input: T & Given<T>, options?: NormalizeOptions & AsyncOptions): Promise<Normalized>;
  normalizeJournal<T extends Source | Promise<Source>>(input: T & Given<T>, options?: NormalizeOptions & AsyncOptions): Promise<Normalized>;
  readJournal<T extends Source | Promise<Source>>(input: T & Given<T>, options?: CheckOptions & AsyncOptions): Promise<Journal>;
  exportJournal<T extends Source | Promise<Source>>(input: T & Given<T>, options: JournalExportOptions & AsyncOptions): Promise<JournalConversion>;
  journalFiles<T extends Source | Promise<Source>>(input: T & Given<T>, options?: CheckOptions & AsyncOptions): Promise<JournalFiles>;
  diffBaseData<Held extends Source | Promise<Source>, Next extends Source | Promise<Source>>(held: Held & Given<Held>, next: Next & Given<Next>, options?: DiffOptions & AsyncOptions): Promise<BaseDataDiff>;
  convertStatement(input: Source | Promise<Source>, options: ConvertOptions & { origins: true; onBatch?: undefined } & AsyncOptions): Promise<Conversion>;
  convertStatement(input: Source | Promise<Source>, options?: ConvertOptions & { onBatch?: undefined } & AsyncOptions): Promise<Omit<Conversion, "origins"> & { origins?: Origin[] }>;
  convertStatement(input: Source | Promise<Source>, options: (OriginBatchOptions | BatchOptions | PayloadOptions | PayloadBytesOptions) & AsyncOptions): Promise<Omit<Conversion, "transactions" | "origins">>;
  convertStatements(files: FileSource[], options: ForFiles<ConvertOptions> & { origins: true; onBatch?: undefined } & AsyncOptions): Promise<ConvertedStatements<Conversion>>;
  convertStatements(files: FileSource[], options?: ForFiles<ConvertOptions> & { onBatch?: undefined } & AsyncOptions): Promise<ConvertedStatements<Omit<Conversion, "origins"> & { origins?: Origin[] }>>;
  convertStatements(files: FileSource[], options: ForFiles<OriginBatchOptions> & AsyncOptions): Promise<ConvertedStatements<Omit<Conversion, "transactions" | "origins">>>;
  convertStatements(files: FileSource[], options: (ForFiles<BatchOptions> | ForFiles<PayloadOptions> | ForFiles<PayloadBytesOptions>) & AsyncOptions): Promise<ConvertedStatements<Omit<Conversion, "transactions" | "origins">>>;
  learnStatement(input: Source | Promise<Source> | LearnFileSource[], options?: LearnOptions & AsyncOptions): Promise<FormatDraft | null>;
  detectStatement(input: Source | Promise<Source>, options?: BankOptions & AsyncOptions): Promise<Candidate[]>;
  isArchive(input: Source | Promise<Source>, options?: AsyncOptions): Promise<boolean>;
  unpackArchive(input: Source | Promise<Source>, options?: CheckOptions & AsyncOptions): Promise<Archive>;
  exportStatements(files: FileSource[], options: StatementExportOptions & AsyncOptions): Promise<StatementExport>;
  decodeText(input: Source | Promise<Source>, options?: AsyncOptions): Promise<string>;
}

/** The functions, run in workers. */
export interface InWorker extends AsyncFunctions {
  /** Ends the workers. Calls that are not done reject with the code `closed`. */
  close(): void;
  [Symbol.dispose](): void;
}

/**
 * Returns the same functions, which run in workers, so that a page stays responsive. Each entry of the package has its worker, which starts at the first call of one of its functions, loads only the module of
 * this entry, and runs calls one after the other. Functions such as `onBatch` are called here: the worker does not wait for them, and if one throws, the call ends at once. In Node, the program may end while a
 * worker waits. Where a bundler does not find the files of the workers itself, `start` receives which one to start, such as `statements/worker.js`. `universal-accounting/worker.js` has all functions.
 *
 * ```js
 * const accounting = inWorker();
 * const { transactions } = await accounting.convertStatement(file, { signal });
 * ```
 */
export function inWorker(start?: (file: "check/worker.js" | "statements/worker.js" | "export/worker.js" | "worker.js") => Worker): InWorker;

export declare const checkTransactions: AsyncFunctions["checkTransactions"];
export declare const checkBaseData: AsyncFunctions["checkBaseData"];
export declare const checkDocument: AsyncFunctions["checkDocument"];
export declare const checkBaseDataResult: AsyncFunctions["checkBaseDataResult"];
export declare const checkImportResult: AsyncFunctions["checkImportResult"];
export declare const checkDocumentResult: AsyncFunctions["checkDocumentResult"];
export declare const checkJournal: AsyncFunctions["checkJournal"];
export declare const normalizeTransactions: AsyncFunctions["normalizeTransactions"];
export declare const normalizeBaseData: AsyncFunctions["normalizeBaseData"];
export declare const normalizeDocument: AsyncFunctions["normalizeDocument"];
export declare const normalizeJournal: AsyncFunctions["normalizeJournal"];
export declare const readJournal: AsyncFunctions["readJournal"];
export declare const exportJournal: AsyncFunctions["exportJournal"];
export declare const journalFiles: AsyncFunctions["journalFiles"];
export declare const diffBaseData: AsyncFunctions["diffBaseData"];
export declare const convertStatement: AsyncFunctions["convertStatement"];
export declare const convertStatements: AsyncFunctions["convertStatements"];
export declare const learnStatement: AsyncFunctions["learnStatement"];
export declare const detectStatement: AsyncFunctions["detectStatement"];
export declare const isArchive: AsyncFunctions["isArchive"];
export declare const unpackArchive: AsyncFunctions["unpackArchive"];
export declare const exportStatements: AsyncFunctions["exportStatements"];
export declare const decodeText: AsyncFunctions["decodeText"];
