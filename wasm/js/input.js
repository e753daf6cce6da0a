import { invalidInput, invalidOption } from "./error.js";

const encoder = new TextEncoder();

/** Returns bytes as they are, and a string as UTF-8. Returns undefined for any other value. */
export function toRawBytes(input) {
  if (typeof input === "string") return encoder.encode(input);
  if (input instanceof Uint8Array) return input;
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  return !isPlain(input) && isBuffer(input) ? new Uint8Array(input) : undefined;
}

/** Returns an input as bytes: bytes as they are, a string as UTF-8, a plain object as JSON. */
export function toBytes(input, noun = "the input") {
  const raw = toRawBytes(input);
  if (raw !== undefined) return raw;
  if (isPlain(input)) return encoder.encode(toJson(input, noun));
  throw invalidInput(`${noun} must be bytes, a string or a plain object; universal-accounting/async takes a File, a Response and a stream`);
}

/** Returns a plain object as JSON. */
function toJson(object, noun = "the input") {
  let json;
  try {
    // First, because it refuses circles.
    json = JSON.stringify(object);
  } catch (error) {
    throw Object.assign(invalidInput(`${noun} can't be written as JSON: ${error.message}`), { cause: error });
  }
  if (hasLost(object)) refuseLost(object, noun, []);
  return json;
}

/** Whether `JSON.stringify` would leave something out or write it as something else. Visits every value, so it is quick, and may be wrong about what is inherited. */
function hasLost(value) {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (isLost(value[index])) return true;
    return false;
  }
  for (const name in value) if (isLost(value[name])) return true;
  return false;
}

function isLost(member) {
  if (typeof member === "object") return member !== null && (!isPlain(member) || hasLost(member));
  return typeof member === "function" || typeof member === "symbol";
}

/** Refuses what `JSON.stringify` would leave out or write as something else: a Map as an empty object, a Date in another time zone. */
function refuseLost(value, noun, path) {
  const members = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const name of members) {
    const member = value[name];
    const isObject = typeof member === "object" && member !== null;
    if (isObject && isPlain(member)) refuseLost(member, noun, [...path, name]);
    else if (isObject || typeof member === "function" || typeof member === "symbol") {
      const found = isObject ? `an instance of ${member.constructor?.name}` : `a ${typeof member}`;
      throw invalidInput(`${noun} must be plain data: /${[...path, name].join("/")} is ${found}; write it as a string, a number, a list or a plain object`);
    }
  }
}

/**
 * Returns a JSON input as bytes. Unlike `TextEncoder`, encodes a lone surrogate as its three bytes instead of replacing it with U+FFFD. These bytes are
 * not valid UTF-8, so the check reports them.
 */
export function toJsonBytes(input) {
  if (typeof input !== "string" || input.isWellFormed?.() !== false) return toBytes(input);
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

/** The maximum length of a short string. A code unit has at most three bytes. */
const SHORT = 1024;
const shortBytes = new Uint8Array(3 * SHORT);

/** Like `toJsonBytes`, but the bytes are valid only until the next call: to create an array for a short string takes as long as to check it. */
export function toTemporaryJsonBytes(input) {
  const text = isPlain(input) ? toJson(input) : input;
  const isShort = typeof text === "string" && text.length <= SHORT && text.isWellFormed?.() !== false;
  return isShort ? shortBytes.subarray(0, encoder.encodeInto(text, shortBytes).written) : toJsonBytes(text);
}

/** Returns the options of a call as JSON, or an empty string if there are none. */
export function toOptionsJson(options) {
  if (options === undefined || options === null) return "";
  refuseOther(options);
  return JSON.stringify(options, function refuse(name, value) {
    // JSON.stringify would write these as something else or leave them out, and the option would be ignored. It has replaced a Date by a text already.
    const lost = ["function", "symbol", "bigint"].includes(typeof value) || (typeof value === "number" && !Number.isFinite(value));
    const given = this[name];
    if (lost || (typeof given === "object" && given !== null && !isPlain(given))) throw invalidOption(`the option \`${name}\` has an invalid value`);
    return value;
  });
}

/** Refuses options that are not an object. */
export function refuseOther(options) {
  if (!isPlain(options) || Array.isArray(options)) throw invalidOption("the options must be an object");
}

const bufferTypes = [ArrayBuffer, globalThis.SharedArrayBuffer].filter(Boolean);
const lengthGetters = bufferTypes.map((type) => Object.getOwnPropertyDescriptor(type.prototype, "byteLength").get);

/** Returns whether an input is a buffer. `instanceof` would be false for a buffer of another realm, such as an iframe. */
function isBuffer(input) {
  return lengthGetters.some((getLength) => {
    try {
      getLength.call(input);
      return true;
    } catch {
      return false;
    }
  });
}

export function isPlain(input) {
  if (Array.isArray(input)) return true;
  if (typeof input !== "object" || input === null) return false;
  const prototype = Object.getPrototypeOf(input);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
