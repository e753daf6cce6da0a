// Certificates. To make and to check one needs the code that converts and writes.
import * as core from "../core.js";
import { invalidInput } from "../error.js";
import { toBytes, toOptionsJson } from "../input.js";
import { call, using } from "../module.js";

export function certificate(inputs, outputs, options) {
  const [settings, read, written] = [toOptionsJson(options), toNamed(inputs), toNamed(outputs)];
  return call(() =>
    using(new core.CertifiedFiles(), (files) => {
      for (const [name, bytes] of read) files.addInput(name, bytes);
      for (const [name, bytes] of written) files.addOutput(name, bytes);
      return using(files.certify(settings), ({ json, html }) => ({ json, html }));
    }),
  );
}

export function verifyCertificate(file, files) {
  const [bytes, named] = [toBytes(file), toNamed(files)];
  return call(() =>
    using(new core.CertifiedFiles(), (known) => {
      for (const [name, content] of named) known.addInput(name, content);
      return JSON.parse(known.verify(bytes));
    }),
  );
}

/** Returns the name and the bytes of each file. */
function toNamed(files) {
  if (!Array.isArray(files) || files.some((file) => typeof file?.name !== "string")) throw invalidInput("the files must be a list of objects, each with a `name` and a `content`");
  return files.map(({ name, content }) => [name, toBytes(content)]);
}
