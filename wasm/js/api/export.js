// Statements of every kind, which are read and written, and certificates.
import * as core from "../core.js";
import { toOptionsJson } from "../input.js";
import { call, using } from "../module.js";
import { toFiles } from "./conversion.js";

export * from "./certificate.js";
export * from "./statements.js";

export function exportStatements(files, options) {
  const [settings, inputs] = [toOptionsJson(options), toFiles(files)];
  const write = (statements) => {
    for (const [bytes, of] of inputs) statements.add(bytes, of);
    return using(core.writeStatements(statements, settings), ({ content, report, files: reports }) => {
      const written = JSON.parse(report);
      return { content: written.refused.length > 0 ? null : content, ...written, files: reports.map((each) => JSON.parse(each)) };
    });
  };
  return call(() => using(new core.StatementFiles(false), write));
}
