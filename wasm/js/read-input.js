import { AccountingError, invalidInput } from "./error.js";
import { isPlain, toRawBytes } from "./input.js";

/** The default of the limit `bytes`. */
const MAX_BYTES = 2 ** 30;

/**
 * Returns an input as the synchronous functions take it: the bytes of a File, a Blob, a Response or a stream; other inputs as they are. A promise is awaited.
 * `onRead` receives the number of bytes that are there, and the size if it is known.
 */
export async function readInput(given, { signal, onRead, limit = MAX_BYTES } = {}) {
  signal?.throwIfAborted();
  const input = await given;
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
  if (typeof input?.[Symbol.asyncIterator] === "function") return [(signal) => untilAborted(input, signal), undefined];
  throw invalidInput("the input must be a File, a Blob, a Response, a stream, bytes, a string or a plain object");
}

/** Iterates over a stream, which not every browser can do itself. An abort cancels the stream at once. */
async function* chunksOf(stream, signal) {
  const reader = stream.getReader();
  const cancel = () => reader.cancel(signal.reason).catch(() => {});
  signal?.addEventListener("abort", cancel, { once: true });
  let isDone = false;
  try {
    for (let chunk; !(chunk = await reader.read()).done; ) {
      signal?.throwIfAborted();
      yield chunk.value;
    }
    isDone = true;
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener("abort", cancel);
    if (!isDone) reader.cancel().catch(() => {});
  }
}

/** Iterates over a stream of Node. */
async function* untilAborted(chunks, signal) {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    yield chunk;
  }
  signal?.throwIfAborted();
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
