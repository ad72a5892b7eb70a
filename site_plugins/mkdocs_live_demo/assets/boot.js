// Starting Python from a published runtime folder: the way that uses Pyodide's public interface only.
// Runs in a module worker, and in Node from files on disk.

/**
 * @typedef {object} RuntimeManifest
 * @property {string} folder relative to the script that starts Python
 * @property {string} python its version
 * @property {string[]} packages what a start loads
 * @property {string[]} wheels file names of those packages and of what they need
 * @property {{ loader: string, module: string, wasm: string, stdlib: string, lock: string, fullStdlib: string,
 *   fullPackages?: string }} files
 * @property {Record<string, number>} sizes bytes by file name
 */

/**
 * What this file uses of Pyodide.
 * @typedef {object} Pyodide
 * @property {{ writeFile(path: string, data: Uint8Array): void }} FS
 * @property {Record<string, string>} loadedPackages
 * @property {(code: string) => any} runPython
 * @property {(data: Uint8Array, format: string, options: { extractDir: string }) => void} unpackArchive
 */

/** @typedef {(ratio: number) => void} Report */

const BYTES_SHARE = 0.9; // of the progress; the rest is Python getting up

/**
 * Start Python with the manifest's packages loaded.
 *
 * @param {RuntimeManifest} manifest
 * @param {string} baseURL absolute address that `manifest.folder` is relative to
 * @param {Report} [report] is told the progress, from 0 to 1
 * @param {number} [again] above 0 after a failure: nothing is taken from the browser's cache
 * @returns {Promise<any>} Pyodide
 */
export async function boot(manifest, baseURL, report = () => {}, again = 0) {
  const folder = new URL(manifest.folder, baseURL);
  // A memory snapshot will be tried here first: `return (await restored(manifest, folder, report)) ?? …`.
  const pyodide = await started(manifest, folder, report, again);
  report(1);
  return pyodide;
}

/**
 * Add what a start leaves out: the whole standard library, and the rest of the packages.
 *
 * @param {Pyodide} pyodide
 * @param {RuntimeManifest} manifest
 * @param {string} baseURL absolute address that `manifest.folder` is relative to
 */
export async function loadRest(pyodide, manifest, baseURL) {
  const folder = new URL(manifest.folder, baseURL);
  const { fullStdlib, fullPackages } = manifest.files;
  const [stdlib, packages] = await Promise.all([
    bytes(new URL(fullStdlib, folder)),
    fullPackages ? bytes(new URL(fullPackages, folder)) : null,
  ]);
  const [major, minor] = manifest.python.split(".");
  pyodide.FS.writeFile(`/lib/python${major}${minor}.zip`, stdlib);
  if (packages) pyodide.unpackArchive(packages, "zip", { extractDir: `/lib/python${major}.${minor}/site-packages` });
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
}

/**
 * @param {RuntimeManifest} manifest
 * @param {URL} folder
 * @param {Report} report
 * @param {number} again
 */
async function started(manifest, folder, report, again) {
  const { files, packages } = manifest;
  const at = (/** @type {string} */ name) => place(new URL(name, folder));
  const downloads = folder.protocol === "file:" ? null : new Downloads(manifest, folder, report, again);
  try {
    // Throws at once where a policy forbids WebAssembly; Pyodide would only wait.
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    const [loader, module] = await Promise.all([files.loader, files.module].map((name) => script(name, folder, downloads, again)));
    const starting = loader.loadPyodide({
      indexURL: at(""),
      stdLibURL: at(files.stdlib),
      lockFileURL: at(files.lock),
      packageBaseUrl: at(""),
      packages,
      createPyodideModule: module.default,
    });
    const pyodide = await (downloads ? Promise.race([starting, downloads.failed]) : starting);
    const missing = packages.filter((name) => !(name in pyodide.loadedPackages));
    if (missing.length > 0) throw new Error(`package ${missing.join(", ")} could not be loaded`);
    return pyodide;
  } finally {
    downloads?.end();
  }
}

/**
 * @param {string} name
 * @param {URL} folder
 * @param {Downloads | null} downloads
 * @param {number} again
 */
async function script(name, folder, downloads, again) {
  const module = await import(new URL(again ? `${name}?again=${again}` : name, folder).href);
  downloads?.count(name);
  return module;
}

/**
 * All files of a start are asked for at once. While it lasts, whoever calls `fetch` for one of them gets that answer.
 *
 * Pyodide waits for ever if WebAssembly or a file of its own fails; `failed` is how this start hears of it.
 */
class Downloads {
  #received = 0;
  #shown = 0;
  /** @type {(error: unknown) => void} */
  #fail = () => {};
  #fetch = globalThis.fetch;
  #instantiate = WebAssembly.instantiateStreaming;

  /**
   * @param {RuntimeManifest} manifest
   * @param {URL} folder
   * @param {Report} report
   * @param {number} again
   */
  constructor(manifest, folder, report, again) {
    this.again = again;
    const { wasm, stdlib, lock, loader, module } = manifest.files;
    const names = [wasm, stdlib, lock, ...manifest.wheels];
    this.sizes = manifest.sizes;
    this.total = [loader, module, ...names].reduce((sum, name) => sum + manifest.sizes[name], 0);
    this.report = report;
    /** @type {Promise<never>} */
    this.failed = new Promise((_, reject) => (this.#fail = reject));
    this.failed.catch(() => {}); // nobody listens yet, or any more
    const answers = new Map(names.map((name) => [new URL(name, folder).href, this.#get(name, folder)]));
    for (const answer of answers.values()) answer.catch(() => {}); // `failed` tells
    globalThis.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      const answer = answers.get(url);
      answers.delete(url); // a body can be read once
      return answer ?? this.#fetch.call(globalThis, input, init);
    };
    WebAssembly.instantiateStreaming = (...source) =>
      this.#instantiate.apply(WebAssembly, source).catch((error) => {
        this.#fail(error);
        throw error;
      });
  }

  /** Give `fetch` back. */
  end() {
    globalThis.fetch = this.#fetch;
    WebAssembly.instantiateStreaming = this.#instantiate;
  }

  /**
   * Count a file, or a part of it.
   * @param {string} name
   * @param {number} [size]
   */
  count(name, size = this.sizes[name]) {
    this.#received += size;
    const shown = Math.floor((100 * BYTES_SHARE * this.#received) / this.total);
    if (shown > this.#shown) this.report(shown / 100);
    this.#shown = shown;
  }

  /**
   * @param {string} name
   * @param {URL} folder
   */
  async #get(name, folder) {
    try {
      const cache = this.again ? "reload" : "default";
      const response = await this.#fetch.call(globalThis, new URL(name, folder), { cache });
      if (!response.ok || !response.body) throw new Error(`${name}: the server answered ${response.status}`);
      let arrived = 0;
      const counter = new TransformStream({
        transform: (chunk, controller) => {
          arrived += chunk.byteLength;
          this.count(name, chunk.byteLength);
          controller.enqueue(chunk);
        },
        flush: (controller) => {
          if (arrived === this.sizes[name]) return;
          const error = new Error(`${name}: expected ${this.sizes[name]} bytes, ${arrived} arrived`);
          this.#fail(error);
          controller.error(error);
        },
      });
      // Browsers compile while they receive only if the type is right, and some servers don't know it.
      const headers = { "content-type": name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream" };
      return new Response(response.body.pipeThrough(counter), { headers });
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }
}

/** @param {URL} url what Pyodide calls it: in Node files have paths, not addresses */
const place = (url) =>
  url.protocol === "file:" ? decodeURIComponent(url.pathname).replace(/^\/(?=[A-Za-z]:)/, "") : url.href;

/** @param {URL} url */
async function bytes(url) {
  if (url.protocol === "file:") {
    const { readFile } = await import(/** @type {string} */ ("node:fs/promises"));
    return new Uint8Array(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
