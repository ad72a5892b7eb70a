// The files that demos and cells ask for by `fetched(name)`: from the site to Python's file system, whole or not at all.

import { fetchNow } from "./now.js";
import { fetchWhole, whole } from "./whole.js";

/** Name to address below the site, size, hash. @typedef {Record<string, [string, number, string]>} Listed */

export class Files {
  /** @type {Promise<Listed> | undefined} */
  #listed;
  /** @type {Set<string>} */
  #broken = new Set();

  /**
   * @param {any} python
   * @param {string} home the folder below which `demos` lies
   * @param {string} base the worker's own address
   * @param {string} hash of the list
   */
  constructor(python, home, base, hash) {
    this.python = python;
    this.home = home;
    this.base = base;
    this.hash = hash;
  }

  /**
   * A failure may be tried again.
   * @param {string} name
   * @param {(ratio: number) => void} count
   */
  async add(name, count) {
    this.#listed ??= this.#list();
    this.#listed.catch(() => (this.#listed = undefined));
    const file = this.#entry(await this.#listed, name);
    this.#write(name, await this.#fetch(name, file, count));
  }

  /**
   * @param {string} name
   * @param {{ url: URL, size: number, hash: string }} file
   * @param {(ratio: number) => void} count
   */
  async #fetch(name, { url, size, hash }, count) {
    const cache = this.#broken.has(name) ? "reload" : "default"; // what did not count lies in the browser's cache
    this.#broken.add(name);
    const response = await fetch(url, { cache });
    if (!response.ok || !response.body) throw new Error(`${name}: the server answered ${response.status}`);
    const copy = /** @type {import("./whole.js").Body} */ (response.clone().body);
    let arrived = 0;
    await whole(copy, name, { size, hash }, (more) => count(Math.min((arrived += more) / size, 1)));
    this.#broken.delete(name);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Add a file before this returns. @param {string} name */
  addNow(name) {
    const list = fetchNow(this.#listUrl, (data) => this.#hashOf(data) === this.hash);
    const { url, hash } = this.#entry(JSON.parse(new TextDecoder().decode(list)), name);
    this.#write(name, fetchNow(url, (data) => this.#hashOf(data) === hash));
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
   */
  #entry(listed, name) {
    if (!Object.hasOwn(listed, name)) throw new Error(`${name}: the site has no such file`);
    const [address, size, hash] = listed[name];
    return { url: new URL(`../../${address}`, this.base), size, hash };
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
    const path = `${this.home}/demos/fetched/${name}`;
    this.python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    this.python.FS.writeFile(path, data);
  }
}
