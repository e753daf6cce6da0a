export * from "./diff.js";
export * from "./payloads.js";
export * from "./schema.js";
