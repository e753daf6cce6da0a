import * as core from "../core.js";
import { toOptionsJson } from "../input.js";
import { Handle, call } from "../module.js";

/** The base of URLs without a host. */
const BASE_URL = "http://127.0.0.1";

export class ReferenceService {
  #handle;

  constructor(options) {
    const settings = toOptionsJson(options);
    this.#handle = call(() => new Handle(new core.ReferenceService(settings), "service"));
    // Bound, so that it can replace the global `fetch`.
    this.fetch = this.fetch.bind(this);
  }

  async fetch(input, init) {
    const request = new Request(input instanceof Request ? input : new URL(input, BASE_URL), init);
    const body = new Uint8Array(await request.arrayBuffer());
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const header = (name) => request.headers.get(name) ?? undefined;
    return this.#handle.call((service) => {
      const [authorization, type, encoding] = ["authorization", "content-type", "content-encoding"].map(header);
      const response = service.handle(request.method, pathname + search, authorization, type, encoding, body);
      const { status, headers: flat } = response;
      const headers = new Headers();
      for (let index = 0; index < flat.length; index += 2) headers.set(flat[index], flat[index + 1]);
      const content = request.method === "HEAD" || response.body.length === 0 ? null : response.body;
      response.free();
      return new Response(content, { status, headers });
    });
  }

  free() {
    this.#handle.free();
  }
}

if (Symbol.dispose) ReferenceService.prototype[Symbol.dispose] = ReferenceService.prototype.free;
