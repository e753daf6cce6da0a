// Everything. Each other entry has some of these files.
export * from "./api/certificate.js";
export * from "./api/check.js";
export * from "./api/delivery.js";
export * from "./api/diff.js";
export * from "./api/documentation.js";
export * from "./api/export.js";
export * from "./api/journal.js";
export * from "./api/learn.js";
export * from "./api/service.js";
export * from "./api/store.js";
export * from "./api/values.js";
export * from "./api/workbooks.js";
export { AccountingError } from "./error.js";
