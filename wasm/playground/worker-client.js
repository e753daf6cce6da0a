import code from "worker:./worker.js";

/** The error message of a request about an analysis that is no longer current. */
export const SUPERSEDED = "superseded";

/** Sends requests to the worker. */
export class WorkerClient {
  #worker;
  #pending = new Map();
  #lastId = 0;

  constructor(onProgress) {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    this.#worker = new Worker(url);
    this.#worker.onerror = ({ message }) => {
      for (const { reject } of this.#pending.values()) reject(new Error(message || "the worker stopped; reload the page"));
      this.#pending.clear();
    };
    this.#worker.onmessage = ({ data: { id, result, error, progress } }) => {
      if (progress) return onProgress(progress);
      const request = this.#pending.get(id);
      this.#pending.delete(id);
      return error === undefined ? request?.resolve(result) : request?.reject(new Error(error));
    };
  }

  /** Sends a request. With `analysis`, fails if the analysis with this number is no longer current. */
  request(method, params = {}) {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, ...params });
    });
  }
}
