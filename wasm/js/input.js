const encoder = new TextEncoder();

/** A file, a text or a plain object as the bytes of a file. */
export function bytesOf(input, what = "the input") {
  if (typeof input === "string") return encoder.encode(input);
  if (input instanceof Uint8Array) return input;
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (isBuffer(input)) return new Uint8Array(input);
  if (isPlain(input)) return encoder.encode(JSON.stringify(input));
  throw new TypeError(`${what} is bytes, a text or a plain object; of a File, give its await file.arrayBuffer()`);
}

/** A buffer of another realm is no instance of the one here. */
function isBuffer(input) {
  const name = Object.prototype.toString.call(input);
  return name === "[object ArrayBuffer]" || name === "[object SharedArrayBuffer]";
}

function isPlain(input) {
  if (Array.isArray(input)) return true;
  if (typeof input !== "object" || input === null) return false;
  const prototype = Object.getPrototypeOf(input);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
