// Statements as text: CSV, camt and MT940. The module has no code for workbooks and archives.
import * as core from "../core.js";
import { detectWith } from "./banks.js";
import { convertStatementsWith, convertWith } from "./conversion.js";

export { banks } from "./banks.js";
export { decodeText } from "./text.js";

export const convertStatement = (input, options) => convertWith(core.convertText, input, options);
export const convertStatements = (files, options) => convertStatementsWith(core.readTextStatements, core.convertTextStatements, files, options);
export const detectStatement = (input, options) => detectWith(core.detectTextBank, input, options);
