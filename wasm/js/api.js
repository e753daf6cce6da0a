// Everything. Each other entry has some of these files.
export * from "./api/check.js";
export * from "./api/delivery.js";
export * from "./api/documentation.js";
export * from "./api/export.js";
export * from "./api/journal.js";
export * from "./api/service.js";
export * from "./api/values.js";
export { AccountingError } from "./error.js";
