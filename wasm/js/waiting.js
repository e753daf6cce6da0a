// Reads the inputs of a call that have to be waited for, and then calls the function.
import { AccountingError, invalidInput } from "./error.js";
import { nameOption, readInput, waitOptions } from "./read-input.js";

/** The functions whose input is a list of files, or may be one. */
const OF_FILES = ["convertStatements", "exportStatements", "learnStatement"];

/** The number of inputs of a function. */
export const inputsOf = (name) => (name === "diffBaseData" ? 2 : 1);

export const isOfFiles = (name, input) => Array.isArray(input) && OF_FILES.includes(name);

/** Returns a function that reads its inputs while its entry is loaded, and then calls the function of the entry. */
export function waiting(load, name) {
  return async (...parameters) => {
    const inputs = parameters.slice(0, inputsOf(name));
    const [first] = inputs;
    const ofFiles = isOfFiles(name, first);
    if (!ofFiles && OF_FILES.includes(name) && name !== "learnStatement") throw invalidInput("the files must be a list of objects, each with a `content`");
    const { signal, onProgress, options } = waitOptions(parameters[inputsOf(name)]);
    const sources = ofFiles ? first.map((file) => [file?.content, file?.limits]) : inputs.map((input) => [input]);
    const onRead = sumOf(sources.length, onProgress);
    const read = ([source, limits], index) => readInput(source, { signal, onRead: (...progress) => onRead(index, ...progress), limit: (limits ?? options.limits)?.bytes });
    const [functions, ...contents] = await Promise.all([load(), ...sources.map(read)]);
    signal?.throwIfAborted();
    if (!functions[name]) throw new AccountingError("worker-failed", `the worker failed: it is that of another entry, without \`${name}\``);
    if (!ofFiles) return functions[name](...contents, { ...nameOption(await first, name), ...options });
    const files = first.map(async (file, index) => ({ ...nameOption(await file.content), ...file, content: contents[index] }));
    return functions[name](await Promise.all(files), options);
  };
}

/** Returns a function that receives the progress of each of several inputs, and passes on their sum. */
function sumOf(count, onProgress) {
  const inputs = Array.from({ length: count }, () => ({ read: 0, size: undefined }));
  return (index, read, size) => {
    inputs[index] = { read, size };
    const sum = (member) => inputs.reduce((total, input) => total + (input[member] ?? NaN), 0);
    onProgress?.({ read: sum("read"), size: Number.isNaN(sum("size")) ? undefined : sum("size") });
  };
}
