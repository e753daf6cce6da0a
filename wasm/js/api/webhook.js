import * as core from "../core.js";
import { invalidInput } from "../error.js";
import { toRawBytes } from "../input.js";
import { call } from "../module.js";

export function verifyWebhook(secret, body, header) {
  const [key, bytes] = [toRawBytes(secret), toRawBytes(body)];
  if (key === undefined) throw invalidInput("the secret must be a string or bytes");
  if (bytes === undefined) throw invalidInput("the body must be the bytes or the text that was received, and not be parsed yet");
  // Anyone can send a request without the header or with several, so that is no wrong call.
  const isMissing = header === undefined || header === null || Array.isArray(header);
  if (!isMissing && typeof header !== "string") throw invalidInput("the header must be a string");
  return call(() => core.verifyWebhook(key, bytes, isMissing ? "" : header), "invalid-input");
}
