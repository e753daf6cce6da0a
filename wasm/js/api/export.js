// Statements of every kind, which are read and written. To read them needs most of the code.
import * as core from "../core.js";
import { toOptionsJson } from "../input.js";
import { call, using } from "../module.js";
import { toFiles } from "./conversion.js";

export * from "./workbooks.js";

export function exportStatements(files, options) {
  const [settings, inputs] = [toOptionsJson(options), toFiles(files)];
  const write = (statements) => {
    for (const [bytes, of] of inputs) statements.add(bytes, of);
    return using(statements.write(settings), ({ content, report, files: reports }) => {
      const written = JSON.parse(report);
      return { content: written.refused.length > 0 ? null : content, ...written, files: reports.map((each) => JSON.parse(each)) };
    });
  };
  return call(() => using(new core.Statements(), write));
}
