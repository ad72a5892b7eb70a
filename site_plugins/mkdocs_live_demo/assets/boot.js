// Starting Python from a published runtime folder: by restoring the memory that the build kept and, wherever that is
// not possible, by the ordinary way, which uses Pyodide's public interface only.
// Runs in a module worker, and in Node from files on disk.

import { Downloads } from "./downloads.js";
import { fetchWhole } from "./whole.js";

/**
 * @typedef {object} RuntimeManifest
 * @property {string} folder relative to the script that starts Python
 * @property {string} python its version
 * @property {string[]} packages what a start loads
 * @property {string[]} wheels file names of those packages and of what they need
 * @property {{ loader: string, module: string, wasm: string, stdlib: string, lock: string, fullStdlib: string,
 *   fullPackages?: string }} files
 * @property {Record<string, number>} sizes bytes by file name
 * @property {Record<string, string>} hashes what each file must be: "sha256-" and base64
 * @property {Snapshot | null} snapshot
 * @property {string[]} packed files with a `.gz` beside them
 * @property {Record<string, string[]>} [modules] wheels that the start does without, by the module they bring
 *
 * File names of the kept memory.
 * @typedef {{ script: string, description: string, delta: string, libraries: string[] }} Snapshot
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
/** @typedef {"snapshot" | "files"} Route */
/**
 * @typedef {{ python: any, route: Route, why: string, kept: Kept }} Started `why` it is not the snapshot
 *
 * What the next start in this tab need not make again, by file name: compiled modules, and the unpacked snapshot.
 * @typedef {{ modules: Record<string, WebAssembly.Module>, memory: Record<string, ArrayBuffer> }} Kept
 */
/** @typedef {{ stdlib: Uint8Array, archives: Uint8Array[] }} Rest */

/** @returns {Kept} */
const nothing = () => ({ modules: {}, memory: {} });
const EMPTY_ZIP = Uint8Array.from({ length: 22 }, (_, i) => [80, 75, 5, 6][i] ?? 0);

/**
 * Start Python with the manifest's packages loaded.
 *
 * @param {RuntimeManifest} manifest
 * @param {string} baseURL absolute address that `manifest.folder` is relative to
 * @param {Report} [report] is told the progress, from 0 to 1
 * @param {{ again?: number, kept?: Kept }} [options] `again` is above 0 after a failure: nothing is taken from the
 *   browser's cache
 * @returns {Promise<Started>}
 */
export async function boot(manifest, baseURL, report = () => {}, { again = 0, kept = nothing() } = {}) {
  const folder = new URL(manifest.folder, baseURL);
  if (folder.protocol === "file:") {
    const at = (/** @type {string} */ name) => place(new URL(name, folder));
    const code = await scripts(manifest.files, (name) => import(new URL(name, folder).href));
    const python = await started(manifest, at, { lockFileURL: at(manifest.files.lock) }, code);
    report(1);
    return { python, route: "files", why: "files on disk", kept: nothing() };
  }
  demandWebAssembly();
  const downloads = new Downloads(folder, manifest, report, again, kept);
  try {
    const result = await fetched(manifest, folder, downloads);
    report(1);
    return { ...result, kept: result.route === "snapshot" ? downloads.kept : nothing() };
  } finally {
    downloads.end();
  }
}

/** Throws at once where a browser's settings or a policy forbid WebAssembly; Pyodide would only wait. */
function demandWebAssembly() {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error); // for those who can mend it
    throw new Error(`Python needs WebAssembly, which this browser or this site’s server has switched off: ${why}`);
  }
}

/**
 * @param {RuntimeManifest} manifest
 * @param {URL} folder
 * @param {Downloads} downloads
 * @returns {Promise<Omit<Started, "kept">>}
 */
async function fetched(manifest, folder, downloads) {
  const { files, wheels } = manifest;
  const at = (/** @type {string} */ name) => new URL(name, folder).href;
  const code = scripts(files, (name) => downloads.script(name)); // first: they are small, and compared before they run
  const snapshot = manifest.snapshot && { ...manifest.snapshot, restorer: downloads.script(manifest.snapshot.script) };
  for (const waiting of [code, snapshot?.restorer]) waiting?.catch(() => {}); // whoever waits for them hears
  downloads.offerWasm(files.wasm);
  const lock = { lockFileContents: downloads.read(files.lock, (response) => response.text()) };
  lock.lockFileContents.catch(() => {}); // told by `broken`
  let why = "this site has no snapshot";
  if (snapshot) {
    try {
      return { python: await restored(manifest, snapshot, folder, lock, downloads, code), route: "snapshot", why: "" };
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
  }
  const names = [files.stdlib, ...wheels];
  downloads.offer(names);
  const broken = Promise.race([downloads.broken([...names, files.lock]), downloads.wasmFailed]);
  const begun = Promise.all([code, downloads.answered(names)]).then(([loaded]) => started(manifest, at, lock, loaded));
  const python = await Promise.race([begun, broken]);
  return { python, route: "files", why };
}

/**
 * @param {RuntimeManifest} manifest
 * @param {Snapshot & { restorer: Promise<any> }} snapshot
 * @param {URL} folder
 * @param {object} lock option for loadPyodide
 * @param {Downloads} downloads
 * @param {ReturnType<typeof scripts>} code
 */
async function restored(manifest, snapshot, folder, lock, downloads, code) {
  const { restorer, description, delta, libraries } = snapshot;
  const { files } = manifest;
  const at = (/** @type {string} */ name) => new URL(name, folder).href;
  downloads.ask([description]);
  await downloads.scriptsArrived; // browsers get to importing late where much else arrives, and all waits for it
  downloads.ask([...libraries, delta]);
  const modules = Promise.all(libraries.map((name) => downloads.module(name)));
  const memory = downloads.memory(delta);
  for (const waiting of [modules, memory]) waiting.catch(() => {}); // the first to fail is what counts
  downloads.substitute(files.stdlib, EMPTY_ZIP); // what the start needs of it lies in the memory
  const described = await downloads.read(description, (response) => response.json());
  const [{ restore }, { loadPyodide, createModule }] = await Promise.all([restorer, code]);
  const options = { indexURL: at(""), stdLibURL: at(files.stdlib), packageBaseUrl: at(""), ...lock };
  const restoring = restore({ loadPyodide, createModule, options, description: described, libraries: modules, delta: memory });
  return Promise.race([restoring, downloads.wasmFailed, downloads.broken([delta, ...libraries, files.lock])]);
}

/**
 * @param {RuntimeManifest} manifest
 * @param {(name: string) => string} at
 * @param {object} lock option for loadPyodide
 * @param {Awaited<ReturnType<typeof scripts>>} code
 */
async function started({ files, packages }, at, lock, { loadPyodide, createModule }) {
  const python = await loadPyodide({
    indexURL: at(""),
    stdLibURL: at(files.stdlib),
    packageBaseUrl: at(""),
    packages,
    createPyodideModule: createModule,
    ...lock,
  });
  const missing = packages.filter((name) => !(name in python.loadedPackages));
  if (missing.length > 0) throw new Error(`package ${missing.join(", ")} could not be loaded`);
  return python;
}

/**
 * @param {RuntimeManifest["files"]} files
 * @param {(name: string) => Promise<any>} load
 * @returns {Promise<{ loadPyodide: (options: object) => Promise<any>, createModule: (settings: any) => Promise<any> }>}
 */
async function scripts({ loader, module }, load) {
  const [loaded, made] = await Promise.all([loader, module].map(load));
  return { loadPyodide: loaded.loadPyodide, createModule: made.default };
}

/**
 * Addresses and hashes of what a start leaves out: the whole standard library, and what it has not unpacked of the packages.
 *
 * @param {Started} started
 * @param {RuntimeManifest} manifest
 * @param {string} baseURL absolute address that `manifest.folder` is relative to
 */
export function restOf({ route }, { folder, files, wheels, hashes }, baseURL) {
  const names = [...(route === "snapshot" ? wheels : []), ...(files.fullPackages ? [files.fullPackages] : [])];
  return [files.fullStdlib, ...names].map((name) => ({ url: new URL(name, new URL(folder, baseURL)), hash: hashes[name] }));
}

/**
 * Fetch what a start leaves out.
 *
 * @param {Started} started
 * @param {RuntimeManifest} manifest
 * @param {string} baseURL
 * @param {AbortSignal} [signal]
 * @returns {Promise<Rest>}
 */
export async function fetchRest(started, manifest, baseURL, signal) {
  const [stdlib, ...archives] = await Promise.all(restOf(started, manifest, baseURL).map(({ url, hash }) => bytes(url, hash, signal)));
  return { stdlib, archives };
}

/**
 * Add what a start leaves out.
 *
 * @param {Started} started
 * @param {RuntimeManifest} manifest
 * @param {Rest} rest
 */
export function addRest({ python }, manifest, { stdlib, archives }) {
  const [major, minor] = manifest.python.split(".");
  const extractDir = `/lib/python${major}.${minor}/site-packages`;
  python.FS.writeFile(`/lib/python${major}${minor}.zip`, stdlib);
  for (const archive of archives) python.unpackArchive(archive, "zip", { extractDir });
  python.runPython("import importlib; importlib.invalidate_caches()");
}

/** @param {URL} url what Pyodide calls it: in Node files have paths, not addresses */
const place = (url) =>
  url.protocol === "file:" ? decodeURIComponent(url.pathname).replace(/^\/(?=[A-Za-z]:)/, "") : url.href;

/**
 * @param {URL} url
 * @param {string} hash
 * @param {AbortSignal} [signal]
 */
async function bytes(url, hash, signal) {
  if (url.protocol === "file:") {
    const { readFile } = await import(/** @type {string} */ ("node:fs/promises"));
    return new Uint8Array(await readFile(url));
  }
  return fetchWhole(url, hash, { signal });
}
