// What a start leaves out: all of the standard library and the packages, and the site's further wheels. Fetched when
// there is time, added when something needs it. Demos can wait for that; a cell in the middle of its code cannot.

import { addRest, fetchRest, restOf } from "./boot.js";
import { fetchNow } from "./now.js";

const LATER = 2000; // ms after an answer, so that the page is drawn and the reader's own doing goes first
/** The reader asks to save data: then nothing is fetched before it is needed. */
const frugal = /** @type {any} */ (navigator).connection?.saveData === true;

export class Rest {
  /** @type {ReturnType<typeof fetchRest> | undefined} */
  #fetching;
  /** @type {import("./boot.js").Rest | undefined} */
  #files;
  #leaving = new AbortController();
  /** @type {Set<string>} */
  #unpacked = new Set();
  added = false;

  /**
   * @param {import("./boot.js").Started} started
   * @param {import("./boot.js").RuntimeManifest} manifest
   * @param {string} base absolute address that the manifest's folder is relative to
   */
  constructor(started, manifest, base) {
    this.started = started;
    this.manifest = manifest;
    this.base = base;
  }

  /** A failure may be tried again. */
  async fetch() {
    this.#fetching ??= fetchRest(this.started, this.manifest, this.base, this.#leaving.signal);
    this.#fetching.catch(() => (this.#fetching = undefined));
    return (this.#files = await this.#fetching);
  }

  /** Nobody waits for it yet. */
  fetchLater() {
    if (!frugal) setTimeout(() => this.added || this.fetch().catch(() => {}), LATER);
  }

  async add() {
    const files = await this.fetch();
    if (!this.added) addRest(this.started, this.manifest, files);
    this.added = true;
  }

  /**
   * Add what a module needs before this returns. Only a worker may wait like that.
   * @param {string} module
   * @returns {boolean} whether anything has been added
   */
  addNow(module) {
    const before = this.added;
    if (!before) addRest(this.started, this.manifest, this.#files ?? this.#fetchNow());
    this.added = true;
    const { modules = {}, folder, hashes } = this.manifest;
    const top = module.split(".")[0];
    const wheels = Object.hasOwn(modules, top) ? modules[top].filter((name) => !this.#unpacked.has(name)) : [];
    for (const name of wheels) {
      const data = this.#bytesNow(new URL(name, new URL(folder, this.base)), hashes[name]);
      this.started.python.unpackArchive(data, "wheel");
      this.#unpacked.add(name);
    }
    return !before || wheels.length > 0;
  }

  #fetchNow() {
    // What is on its way cannot arrive while this waits, and would hold the browser's cache for the same file.
    this.#leaving.abort();
    this.#leaving = new AbortController();
    const [stdlib, ...archives] = restOf(this.started, this.manifest, this.base).map(({ url, hash }) => this.#bytesNow(url, hash));
    return { stdlib, archives };
  }

  /**
   * @param {URL} url
   * @param {string} hash
   * @returns {Uint8Array<ArrayBuffer>}
   */
  #bytesNow(url, hash) {
    // The browser's own digest would have to be waited for.
    const { sha256 } = this.started.python.pyimport("live_code.browser");
    return fetchNow(url, (data) => sha256(data) === hash);
  }
}
