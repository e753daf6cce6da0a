// Statements of every kind, also in workbooks and archives.
import * as core from "../core.js";
import { detectWith } from "./banks.js";
import { convertStatementsWith, convertWith } from "./conversion.js";

export { isArchive, unpackArchive } from "./archive.js";
export { banks } from "./banks.js";
export { decodeText } from "./text.js";

export const convertStatement = (input, options) => convertWith(core.convert, input, options);
export const convertStatements = (files, options) => convertStatementsWith(core.readStatements, core.convertStatements, files, options);
export const detectStatement = (input, options) => detectWith(core.detectStatement, input, options);
