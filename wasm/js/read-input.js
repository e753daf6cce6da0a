import { AccountingError, invalidInput, invalidOption } from "./error.js";
import { isPlain, refuseOther, toRawBytes } from "./input.js";

/** The default of the limit `bytes`. */
const MAX_BYTES = 2 ** 30;

/**
 * Returns an input as the synchronous functions take it: the bytes of a File, a Blob, a Response or a stream; other inputs as they are. A promise is awaited.
 * `onRead` receives the number of bytes that are there, and the size if it is known.
 */
export async function readInput(given, { signal, onRead, limit = MAX_BYTES } = {}) {
  const input = await orAborted(given, signal);
  if (typeof input === "string" || toRawBytes(input) !== undefined || isPlain(input)) return input;
  const [source, size] = open(input);
  const chunks = [];
  let read = 0;
  for await (const chunk of source(signal)) {
    const bytes = toRawBytes(chunk);
    if (bytes === undefined) throw invalidInput("a stream must have chunks of bytes or of text");
    chunks.push(bytes);
    read += bytes.length;
    if (read > limit) throw new AccountingError("too-large", `the input has more than ${limit} bytes; split it, or raise the limit \`bytes\` if its size is intended`);
    onRead?.(read, size);
  }
  return join(chunks, read);
}

/** Waits for a promise, but rejects as soon as the signal aborts. Returns any other value as it is. */
export async function orAborted(promise, signal) {
  if (!signal) return promise;
  if (typeof promise?.then !== "function") {
    signal.throwIfAborted();
    return promise;
  }
  let abort;
  const aborted = new Promise((_, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Returns the options of a call that waits, and as `options` those of the function. */
export function waitOptions(given) {
  refuseOther(given ?? {});
  const { signal, onProgress, ...options } = given ?? {};
  if (signal && typeof signal.throwIfAborted !== "function") throw invalidOption("the option `signal` must be an AbortSignal");
  if (onProgress !== undefined && typeof onProgress !== "function") throw invalidOption("the option `onProgress` must be a function");
  return { signal, onProgress, options };
}

/** Returns the name of a File as an option of the function with this name. These functions have no report with a name. */
export function nameOption(input, called) {
  const isNamed = input instanceof Blob && typeof input.name === "string" && !["decodeText", "diffBaseData", "isArchive"].includes(called);
  return isNamed ? { file: input.name } : {};
}

/** Returns a function that iterates over the chunks of a source, and its size, or undefined if it is not known. */
function open(input) {
  if (input instanceof Blob) return [(signal) => chunksOf(input.stream(), signal), input.size];
  if (input instanceof Response) {
    if (!input.ok) throw new AccountingError("failed-response", `the response has the status ${input.status}, so its body is not the file`);
    // The length of a compressed body is not that of its content.
    const length = input.headers.has("content-encoding") ? null : input.headers.get("content-length");
    return [(signal) => (input.body ? chunksOf(input.body, signal) : []), length === null ? undefined : Number(length)];
  }
  if (typeof input?.getReader === "function") return [(signal) => chunksOf(input, signal), undefined];
  if (typeof input?.[Symbol.asyncIterator] === "function") return [(signal) => chunksOfIterable(input, signal), undefined];
  throw invalidInput("the input must be a File, a Blob, a Response, a stream, bytes, a string or a plain object");
}

/** Iterates over a stream, which not every browser can do itself. */
function chunksOf(stream, signal) {
  const reader = stream.getReader();
  return chunksFrom(() => reader.read(), (reason) => reader.cancel(reason), signal);
}

function chunksOfIterable(chunks, signal) {
  const iterator = chunks[Symbol.asyncIterator]();
  // A stream of Node that waits for its next chunk is ended by `destroy` only.
  return chunksFrom(() => iterator.next(), () => (chunks.destroy ? chunks.destroy() : iterator.return?.()), signal);
}

/** Iterates over the chunks that `next` returns. Calls `cancel` if the iteration ends before the last one: an abort ends it at once. */
async function* chunksFrom(next, cancel, signal) {
  let isDone = false;
  try {
    for (let chunk; !(chunk = await orAborted(next(), signal)).done; ) yield chunk.value;
    isDone = true;
  } finally {
    if (!isDone) Promise.resolve(cancel(signal?.reason)).catch(() => {});
  }
}

function join(chunks, length) {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
