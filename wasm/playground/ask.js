import code from "worker:./worker.js";

/** Asks the worker, one question after the other. */
export class Desk {
  #worker;
  #open = new Map();
  #next = 0;

  constructor(onProgress) {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    this.#worker = new Worker(url);
    this.#worker.onerror = ({ message }) => {
      for (const { reject } of this.#open.values()) reject(new Error(message || "the worker stopped; load the page again"));
      this.#open.clear();
    };
    this.#worker.onmessage = ({ data: { id, answer, failure, progress } }) => {
      if (progress) return onProgress(progress);
      const { resolve, reject } = this.#open.get(id);
      this.#open.delete(id);
      return failure === undefined ? resolve(answer) : reject(new Error(failure));
    };
  }

  /** Asks a question; with `of`, of the judgement of that number. */
  ask(ask, question = {}) {
    const id = (this.#next += 1);
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ask, ...question });
    });
  }
}
