import code from "worker:./worker.js";

/** What the worker says of a question about something that is no longer here. */
export const SUPERSEDED = "superseded";

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
      const question = this.#open.get(id);
      this.#open.delete(id);
      return failure === undefined ? question?.resolve(answer) : question?.reject(new Error(failure));
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
