const encoder = new TextEncoder();

/** A file, a text or a plain object as the bytes of a file. */
export function bytesOf(input, what = "the input") {
  if (typeof input === "string") return encoder.encode(input);
  if (input instanceof Uint8Array) return input;
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (isBuffer(input)) return new Uint8Array(input);
  const json = isPlain(input) ? JSON.stringify(input) : undefined;
  if (json !== undefined) return encoder.encode(json);
  throw new TypeError(`${what} is bytes, a text or a plain object; of a File, give its await file.arrayBuffer()`);
}

/**
 * The same for JSON, in which half a surrogate pair is a fault to be found: it is written as what it would be in UTF-8, which the reader refuses,
 * and not as the character that stands for a lost one.
 */
export function jsonOf(input) {
  if (typeof input !== "string" || input.isWellFormed?.() !== false) return bytesOf(input);
  const parts = input.split(/([\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff])/);
  const pieces = parts.map((part, index) => {
    if (index % 2 === 0) return encoder.encode(part);
    const unit = part.charCodeAt(0);
    return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  });
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The options of a call as JSON. */
export function optionsOf(options) {
  if (options === undefined || options === null) return "{}";
  if (typeof options !== "object" || Array.isArray(options)) throw new TypeError("the options are no object");
  return JSON.stringify(options, (name, value) => {
    // As JSON these would be null or nothing, and the option as good as not given.
    const lost = ["function", "symbol", "bigint"].includes(typeof value) || (typeof value === "number" && !Number.isFinite(value));
    if (lost) throw new TypeError(`the option \`${name}\` has a value that it can't have`);
    return value;
  });
}

const lengths = [ArrayBuffer, globalThis.SharedArrayBuffer].filter(Boolean);
const getters = lengths.map((kind) => Object.getOwnPropertyDescriptor(kind.prototype, "byteLength").get);

/** A buffer of another realm is no instance of the one here. */
function isBuffer(input) {
  return getters.some((get) => {
    try {
      get.call(input);
      return true;
    } catch {
      return false;
    }
  });
}

function isPlain(input) {
  if (Array.isArray(input)) return true;
  if (typeof input !== "object" || input === null) return false;
  const prototype = Object.getPrototypeOf(input);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
