// Statements of every kind, which are read and written. To read them needs most of the code.
import * as core from "../core.js";
import { toBytes, toOptionsJson } from "../input.js";
import { call } from "../module.js";

export * from "./workbooks.js";

export function exportStatements(files, options) {
  const settings = toOptionsJson(options);
  const inputs = files.map(({ content, ...of }) => [toBytes(content), toOptionsJson(of)]);
  return call(() => {
    const statements = new core.Statements();
    try {
      const reports = inputs.map(([bytes, of]) => JSON.parse(statements.add(bytes, of)));
      const written = statements.write(settings);
      try {
        const report = JSON.parse(written.report);
        return { content: report.refused.length > 0 ? null : written.content, ...report, files: reports };
      } finally {
        written.free();
      }
    } finally {
      statements.free();
    }
  });
}
