// The files that demos and cells ask for by `fetched(name)`: from the site to Python's file system, whole or not at all.
// A large one is fetched only when the reader has agreed; then it is kept in the browser.

import { KeptFiles } from "./kept.js";
import { fetchNow } from "./now.js";
import { fetchWhole, whole } from "./whole.js";

/** Name to address below the site, size, hash. @typedef {Record<string, [string, number, string]>} Listed */
/** @typedef {{ url: URL, address: string, size: number, hash: string }} Entry */
/** @typedef {import("./protocol.d.ts").Large} Large */
/** @typedef {import("./protocol.d.ts").Agreed} Agreed */

/** What a large file lacks, in a cell that cannot wait for a reader. @type {(file: Large) => string} */
const UNFETCHED = ({ what, size }) => `${what}: ${(size / 1e6).toFixed(1)} MB are fetched only when you say so, below.`;

export class Files {
  /** @type {Promise<Listed> | undefined} */
  #listed;
  /** @type {Set<string>} */
  #broken = new Set();
  /** What a cell has asked for in vain since this was last looked at. @type {Large | undefined} */
  wanted;

  /**
   * @param {any} python
   * @param {string} home the folder below which `demos` lies
   * @param {string} base the worker's own address
   * @param {string} hash of the list
   * @param {import("./manifest.js").LargeFiles} large
   */
  constructor(python, home, base, hash, large) {
    this.python = python;
    this.home = home;
    this.base = base;
    this.hash = hash;
    this.large = large;
    this.kept = new KeptFiles(base);
  }

  /**
   * A failure may be tried again.
   * @param {string} name
   * @param {string} what a reader calls it
   * @param {(ratio: number) => void} count
   * @param {Agreed} [agreed]
   * @returns {Promise<Large | undefined>} what the reader must be asked first
   */
  async add(name, what, count, agreed = {}) {
    const listed = await this.#all();
    const file = this.#entry(listed, name);
    if (file.size <= this.large.above) {
      this.#write(name, await this.#fetch(name, file, count));
      return undefined;
    }
    const kept = await this.kept.read(file);
    if (!kept && agreed[name] !== file.address) return this.#asked(name, what, file);
    const data = kept ?? (await this.#fetch(name, file, count, "no-store"));
    const addresses = new Set(Object.values(listed).map(([address]) => this.#at(address).href));
    if (!kept) await this.kept.write(file, data, addresses);
    this.#write(name, data);
    return undefined;
  }

  /**
   * What a cell may ask for, since it cannot wait: large files that are kept, or that the reader has agreed to.
   * @param {(name: string, ratio: number) => void} count
   * @param {Agreed} agreed
   */
  async addKept(count, agreed) {
    for (const [name, [, size]] of Object.entries(await this.#all())) {
      if (size <= this.large.above || this.python.FS.analyzePath(this.#path(name)).exists) continue;
      await this.add(name, name, (ratio) => count(name, ratio), agreed);
    }
  }

  /**
   * @param {string} name
   * @param {Entry} file
   * @param {(ratio: number) => void} count
   * @param {RequestCache} [how] it goes through the browser's cache
   */
  async #fetch(name, { url, size, hash }, count, how = "default") {
    const cache = this.#broken.has(name) ? "reload" : how; // what did not count lies in the browser's cache
    this.#broken.add(name);
    const response = await fetch(url, { cache });
    if (!response.ok || !response.body) throw new Error(`${name}: the server answered ${response.status}`);
    const body = /** @type {import("./whole.js").Body} */ (response.body);
    let arrived = 0;
    const data = await whole(body, name, { size, hash }, (more) => count(Math.min((arrived += more) / size, 1)));
    this.#broken.delete(name);
    return data;
  }

  /** Add a file before this returns. @param {string} name */
  addNow(name) {
    const list = fetchNow(this.#listUrl, (data) => this.#hashOf(data) === this.hash);
    const file = this.#entry(JSON.parse(new TextDecoder().decode(list)), name);
    if (file.size > this.large.above) {
      this.wanted = this.#asked(name, name, file);
      throw Object.assign(new Error(UNFETCHED(this.wanted)), { name: "" }); // Python would say “Error:” first
    }
    this.#write(name, fetchNow(file.url, (data) => this.#hashOf(data) === file.hash));
  }

  #all() {
    this.#listed ??= this.#list();
    this.#listed.catch(() => (this.#listed = undefined));
    return this.#listed;
  }

  /**
   * @param {string} name
   * @param {string} what
   * @param {Entry} file
   * @returns {Large}
   */
  #asked(name, what, { address, size }) {
    return { name, what, address, size, storage: this.large.storage && this.#at(this.large.storage).href };
  }

  /** @param {string} address below the site */
  #at(address) {
    return new URL(`../../${address}`, this.base);
  }

  get #listUrl() {
    return new URL("files.json", this.base);
  }

  /** @returns {Promise<Listed>} */
  async #list() {
    return JSON.parse(new TextDecoder().decode(await fetchWhole(this.#listUrl, this.hash)));
  }

  /**
   * @param {Listed} listed
   * @param {string} name
   * @returns {Entry}
   */
  #entry(listed, name) {
    if (!Object.hasOwn(listed, name)) throw new Error(`This copy of the site was built without the file ${name}`);
    const [address, size, hash] = listed[name];
    return { url: this.#at(address), address, size, hash };
  }

  /** The browser's own digest would have to be waited for. @param {Uint8Array} data @returns {string} */
  #hashOf(data) {
    return this.python.pyimport("live_code.browser").sha256(data);
  }

  /**
   * @param {string} name
   * @param {Uint8Array} data
   */
  #write(name, data) {
    const path = this.#path(name);
    this.python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    this.python.FS.writeFile(path, data, { canOwn: true }); // no second copy of it
  }

  /** @param {string} name */
  #path(name) {
    return `${this.home}/demos/fetched/${name}`;
  }
}
