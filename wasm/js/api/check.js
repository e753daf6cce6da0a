export * from "./payloads.js";
export * from "./schema.js";
