// The files of a start: asked for early and once, counted while they arrive, handed to whoever calls `fetch` for them.

import { digests, fetchWhole, inflated, whole } from "./whole.js";

/** @typedef {import("./boot.js").Report} Report */
/**
 * @typedef {object} Download
 * @property {Promise<Response>} response
 * @property {Promise<never>} broken tells if the file does not arrive whole
 * @property {unknown} [error] why it did not
 */

const BYTES_SHARE = 0.9; // of the progress; the rest is Python getting up

export class Downloads {
  #received = 0;
  #total = 0;
  #shown = 0;
  /** @type {Map<string, Download>} */
  #downloads = new Map();
  /** @type {Map<string, () => Response | Promise<Response>>} by address */
  #answers = new Map();
  /** @type {Promise<WebAssembly.Module> | undefined} */
  #wasm;
  /** @type {(error: unknown) => void} */
  #fail = () => {};
  #fetch = globalThis.fetch;
  #instantiate = WebAssembly.instantiateStreaming;

  /**
   * From here to `end`, Pyodide's own calls of `fetch` get the files of this start.
   *
   * @param {URL} folder
   * @param {Pick<import("./boot.js").RuntimeManifest, "sizes" | "hashes" | "packed">} manifest
   * @param {Report} report is told the progress
   * @param {number} again above 0: nothing is taken from the browser's cache
   * @param {import("./boot.js").Kept} kept of a start before this one
   */
  constructor(folder, { sizes, hashes, packed }, report, again, kept) {
    this.folder = folder;
    this.sizes = sizes;
    this.hashes = hashes;
    this.packed = packed;
    this.report = report;
    this.again = again;
    this.kept = kept;
    /** @type {Promise<never>} Pyodide waits for ever if WebAssembly fails; this is how the start hears of it */
    this.wasmFailed = settled(new Promise((_, reject) => (this.#fail = reject)));
    globalThis.fetch = (input, init) => {
      const answer = this.#answers.get(input instanceof Request ? input.url : String(input));
      return answer ? Promise.resolve(answer()) : this.#fetch.call(globalThis, input, init);
    };
  }

  /** Give `fetch` back. */
  end() {
    globalThis.fetch = this.#fetch;
    WebAssembly.instantiateStreaming = this.#instantiate;
  }

  /**
   * Ask for files, all at once.
   * @param {string[]} names
   */
  ask(names) {
    const { modules, memory } = this.kept;
    const added = names.filter((name) => !this.#downloads.has(name) && !(name in modules || name in memory));
    this.expect(added);
    for (const name of added) this.#downloads.set(name, this.#download(name));
  }

  /** Files that someone else fetches count as well. @param {string[]} names */
  expect(names) {
    for (const name of names) this.#total += this.sizes[name];
  }

  /**
   * Give Pyodide files when it asks for them.
   * @param {string[]} names
   */
  offer(names) {
    this.ask(names);
    for (const name of names) {
      const address = new URL(name, this.folder).href;
      this.#answers.set(address, () => {
        this.#answers.delete(address); // a body can be read once
        return this.response(name);
      });
    }
  }

  /**
   * Compile Pyodide's WebAssembly while it arrives, and give it to Pyodide as often as a start is tried.
   * @param {string} name
   */
  offerWasm(name) {
    this.#wasm = this.module(name);
    this.#wasm.catch(this.#fail);
    this.#answers.set(new URL(name, this.folder).href, () => new Response());
    WebAssembly.instantiateStreaming = async (_, imports) => {
      try {
        const module = await /** @type {Promise<WebAssembly.Module>} */ (this.#wasm);
        return { module, instance: await WebAssembly.instantiate(module, imports) };
      } catch (error) {
        this.#fail(error);
        throw error;
      }
    };
  }

  /**
   * Answer a call of Pyodide's with bytes of ours.
   * @param {string} name
   * @param {Uint8Array<ArrayBuffer>} data
   */
  substitute(name, data) {
    this.#answers.set(new URL(name, this.folder).href, () => new Response(data));
  }

  /** @param {string} name */
  response(name) {
    this.ask([name]);
    return /** @type {Download} */ (this.#downloads.get(name)).response;
  }

  /** @param {string} name @returns {Promise<WebAssembly.Module>} */
  module(name) {
    const { modules } = this.kept;
    const compiled = async () => (modules[name] ??= await this.read(name, (response) => WebAssembly.compileStreaming(response)));
    return settled(compiled());
  }

  /**
   * The snapshot, unpacked.
   * @param {string} name
   */
  async memory(name) {
    const unpack = (/** @type {Response} */ { body }) => new Response(body && inflated(body, name)).arrayBuffer();
    return (this.kept.memory[name] ??= await this.read(name, unpack));
  }

  /**
   * What is read from a file. What was wrong with the file says more than the error of whoever reads it.
   * @template T
   * @param {string} name
   * @param {(response: Response) => T | Promise<T>} take
   * @returns {Promise<T>}
   */
  read(name, take) {
    const reading = this.response(name).then(take);
    return reading.catch((error) => Promise.reject(this.#downloads.get(name)?.error ?? error));
  }

  /**
   * A promise that fails as soon as one of the files does.
   * @param {string[]} names
   * @returns {Promise<never>}
   */
  broken(names) {
    this.ask(names);
    return settled(Promise.race(names.flatMap((name) => this.#downloads.get(name)?.broken ?? [])));
  }

  /**
   * Count a file, or a part of it.
   * @param {string} name
   * @param {number} [size]
   */
  count(name, size = this.sizes[name]) {
    this.#received += size;
    const shown = Math.floor((100 * BYTES_SHARE * this.#received) / this.#total);
    if (shown <= this.#shown) return;
    this.#shown = shown;
    this.report(shown / 100);
  }

  /**
   * @param {string} name
   * @returns {Download}
   */
  #download(name) {
    /** @type {(error: unknown) => void} */
    let fail = () => {};
    /** @type {Promise<never>} */
    const broken = settled(new Promise((_, reject) => (fail = reject)));
    const response = this.#get(name, (error) => fail((download.error ??= error))); // the first is the cause
    response.catch(fail);
    /** @type {Download} */
    const download = { response, broken };
    return download;
  }

  /**
   * @param {string} name
   * @param {(error: unknown) => void} fail
   */
  async #get(name, fail) {
    const body = await this.#body(name, fail);
    const counted = whole(body, name, this.#expected(name), fail, (size) => this.count(name, size));
    // Browsers compile while they receive only if the type is right, and some servers don't know it.
    const headers = { "content-type": name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream" };
    return new Response(counted, { headers });
  }

  /**
   * Import a script that is what the manifest says: browsers check no import by themselves.
   * @param {string} name
   */
  async script(name) {
    this.expect([name]);
    const url = new URL(name, this.folder);
    await fetchWhole(url, this.hashes[name], { cache: this.again ? "reload" : "default" });
    this.count(name);
    return import(url.href);
  }

  /**
   * A file as it is. A server that sends it without compression is asked for the compressed one beside it.
   * @param {string} name
   * @param {(error: unknown) => void} fail
   */
  async #body(name, fail) {
    if (!digests) return (await this.#sent(name, this.hashes[name])).body;
    const { body, plain } = await this.#sent(name);
    if (!plain || !this.packed.includes(name)) return body;
    await body.cancel().catch(() => {}); // it may have broken off by itself
    const packed = await this.#sent(`${name}.gz`).catch(() => undefined);
    if (!packed) return (await this.#sent(name)).body; // a copy of the site, saved for reading without a network
    if (!packed.plain) return packed.body;
    return inflated(whole(packed.body, `${name}.gz`, this.#expected(`${name}.gz`), fail), `${name}.gz`);
  }

  /** @param {string} name */
  #expected(name) {
    return { size: this.sizes[name], hash: this.hashes[name] };
  }

  /**
   * @param {string} name
   * @param {string} [integrity] compared by the browser
   */
  async #sent(name, integrity = "") {
    const init = /** @type {const} */ ({ cache: this.again ? "reload" : "default", integrity });
    const { body, headers, ok, status } = await this.#fetch.call(globalThis, new URL(name, this.folder), init);
    if (!ok || !body) throw new Error(`${name}: the server answered ${status}`);
    return { body, plain: !headers.get("content-encoding") };
  }
}

/**
 * Somebody may look at this promise, or nobody.
 * @template T
 * @param {Promise<T>} promise
 */
function settled(promise) {
  promise.catch(() => {});
  return promise;
}
