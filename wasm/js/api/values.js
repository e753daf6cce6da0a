import * as core from "../core.js";
import { invalidInput } from "../error.js";
import { call } from "../module.js";

export const parseIban = (text) => parse("iban", text);
export const parseUid = (text) => parse("uid", text);
export const parseAmount = (text) => parse("amount", text);
export const parseDate = (text) => parse("date", text);
export const parseCurrency = (text) => parse("currency", text);

function parse(kind, text) {
  if (typeof text !== "string") throw invalidInput("the value must be a string");
  return JSON.parse(call(() => core.parseValue(kind, text)));
}
