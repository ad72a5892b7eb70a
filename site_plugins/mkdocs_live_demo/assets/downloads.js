// The files of a start: asked for early and once, counted while they arrive, handed to whoever calls `fetch` for them.

import { digests, fetchWhole, whole } from "./whole.js";

/** @typedef {import("./boot.js").Report} Report */
/** @typedef {import("./whole.js").Body} Body */
/**
 * @typedef {[Response, Promise<void>]} Answer what can be read while it arrives, and what must be fulfilled before it
 *   is used: it fails unless all of the file came and is what the build published
 */

const BYTES_SHARE = 0.9; // of the progress; the rest is Python getting up

export class Downloads {
  #received = 0;
  #total = 0;
  #shown = 0;
  /** @type {Map<string, Promise<Answer>>} */
  #downloads = new Map();
  /** @type {Map<string, () => Response | Promise<Response>>} by address */
  #answers = new Map();
  /** @type {Promise<WebAssembly.Module> | undefined} */
  #wasm;
  /** @type {(error: unknown) => void} */
  #fail = () => {};
  /** @type {Promise<unknown>} */
  scriptsArrived = Promise.resolve();
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
    for (const name of added) this.#downloads.set(name, settled(this.#get(name)));
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
        return this.read(name, (response) => response.arrayBuffer()).then((data) => new Response(data));
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
    const unpack = (/** @type {Response} */ response) => new Response(inflated(response)).arrayBuffer();
    return (this.kept.memory[name] ??= await this.read(name, unpack));
  }

  /**
   * What is read from a file. What was wrong with the file says more than the error of whoever reads it.
   * @template T
   * @param {string} name
   * @param {(response: Response) => T | Promise<T>} take
   * @returns {Promise<T>}
   */
  async read(name, take) {
    this.ask([name]);
    const [response, whole] = await /** @type {Promise<Answer>} */ (this.#downloads.get(name));
    const taken = settled(Promise.resolve(take(response)));
    await whole;
    return taken;
  }

  /** The server has these files: without them Pyodide would begin, and fill the console. @param {string[]} names */
  answered(names) {
    return settled(Promise.all(names.map((name) => this.#downloads.get(name))));
  }

  /**
   * A promise that fails as soon as one of the files does.
   * @param {string[]} names
   * @returns {Promise<never>}
   */
  broken(names) {
    this.ask(names);
    const wholes = names.map(async (name) => (await this.#downloads.get(name))?.[1]);
    return settled(new Promise((_, reject) => wholes.forEach((whole) => whole.catch(reject))));
  }

  /** @param {number} size */
  #count(size) {
    this.#received += size;
    const shown = Math.floor((100 * BYTES_SHARE * this.#received) / this.#total);
    if (shown <= this.#shown) return;
    this.#shown = shown;
    this.report(shown / 100);
  }

  /**
   * A file as it is. A server that sends it without compression is asked for the compressed one beside it.
   * @param {string} name
   * @returns {Promise<Answer>}
   */
  async #get(name) {
    if (!digests) return this.#compared(name, await this.#sent(name, this.hashes[name]));
    const response = await this.#sent(name);
    if (isPacked(response) || !this.packed.includes(name)) return this.#compared(name, response);
    await response.body?.cancel().catch(() => {}); // it may have broken off by itself
    const packed = await this.#sent(`${name}.gz`).catch(() => undefined);
    if (!packed) return this.#compared(name, await this.#sent(name)); // saved for reading without a network
    if (isPacked(packed)) return this.#compared(name, packed);
    const [sent, whole] = this.#compared(`${name}.gz`, packed, this.sizes[name]);
    return [typed(name, inflated(sent)), whole];
  }

  /**
   * The browser compiles and inflates what arrives while a copy of it is compared.
   * @param {string} name
   * @param {Response} response
   * @param {number} [counts] what the whole file counts
   * @returns {Answer}
   */
  #compared(name, response, counts = this.sizes[name]) {
    const expected = { size: this.sizes[name], hash: this.hashes[name] };
    const copy = /** @type {Body} */ (response.clone().body);
    const count = (/** @type {number} */ size) => this.#count((size * counts) / expected.size);
    return [typed(name, response.body, response), settled(whole(copy, name, expected, count).then(() => {}))];
  }

  /**
   * Import a script that is what the manifest says: browsers check no import by themselves.
   * @param {string} name
   */
  async script(name) {
    this.expect([name]);
    const url = new URL(name, this.folder);
    const arriving = fetchWhole(url, this.hashes[name], { cache: this.again ? "reload" : "default", priority: "high" });
    this.scriptsArrived = settled(Promise.all([this.scriptsArrived, arriving]));
    await arriving;
    this.#count(this.sizes[name]);
    return import(url.href);
  }

  /**
   * @param {string} name
   * @param {string} [integrity] compared by the browser
   */
  async #sent(name, integrity = "") {
    const init = /** @type {const} */ ({ cache: this.again ? "reload" : "default", integrity });
    const response = await this.#fetch.call(globalThis, new URL(name, this.folder), init);
    if (!response.ok || !response.body) throw new Error(`${name}: the server answered ${response.status}`);
    return response;
  }
}

/** @param {Response} response */
const isPacked = ({ headers }) => headers.has("content-encoding");

/** @param {Response} response */
const inflated = ({ body }) => /** @type {Body} */ (body).pipeThrough(new DecompressionStream("gzip"));

/**
 * Browsers compile while they receive only if the type is right, and some servers don't know it.
 * @param {string} name
 * @param {Body | null} body
 * @param {Response} [response] whose body it is
 */
function typed(name, body, response) {
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  if (response && (!name.endsWith(".wasm") || response.headers.get("content-type") === type)) return response;
  return new Response(body, { headers: { "content-type": type } });
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
