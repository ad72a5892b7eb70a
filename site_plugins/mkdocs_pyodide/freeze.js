/**
 * Runs under Node: starts Pyodide from files on this machine, imports what a page's start imports, keeps the memory.
 *
 * @typedef {object} Job
 * @property {string} loader address of the module that exports loadPyodide
 * @property {string} module address of the patched module
 * @property {string} restorer address of `snapshot.js`
 * @property {string} runtime folder of the runtime files
 * @property {string} folder where the archives are, in `in`, and where the result goes, in `out`
 * @property {string} stdlib file name of the standard library
 * @property {string[]} wheels file names
 * @property {Record<string, string>} sources of modules that come with the page, by path
 * @property {string} home where they lie
 * @property {string[]} modules to import
 * @property {string} script Python source of `freeze.py`
 * @property {string} lock Pyodide's, as JSON
 * @property {string} id of the result
 *
 * @typedef {{ python: any, Module: any, table: number, elements: [slot: number, name: string][] }} Started
 */

import { difference, packed } from "./delta.js";
import {
  dropFiles, exportedElements, leaveGaps, librariesOf, refuseCallbacks, scrub, volatileWords,
} from "./inspect_module.js";
import { FORMAT, PROGRAM, fresh, freshHash, layoutOf, link } from "./assets/snapshot.js";

// Those of a page, in English: they lie in the memory. Without a seed the order of a set would differ from run to run.
const ENVIRONMENT = { HOME: "/home/pyodide", LANG: "en_US.UTF-8", PYTHONHASHSEED: "0" };

const SNAPSHOT_HEADER = 48; // bytes of magic, offset, size and build id in a snapshot of Pyodide's

/** @param {Job} job */
export async function run(job) {
  const set = await standStill();
  const { readFileSync, writeFileSync } = await import(/** @type {string} */ ("node:fs"));
  const { loadPyodide } = await import(job.loader);
  const { default: createModule } = await import(job.module);
  const options = {
    indexURL: `${job.runtime}/`,
    stdLibURL: `${job.folder}/in/${job.stdlib}`,
    lockFileContents: job.lock,
    env: ENVIRONMENT,
  };
  const start = (/** @type {object} */ more, moment = 1) => {
    set(moment);
    return loadPyodide({ ...options, env: { ...ENVIRONMENT }, ...more });
  };
  const { python, Module, table, elements } = await started(start, createModule);
  const gaps = leaveGaps(Module);
  const archives = job.wheels.map((name) => new Uint8Array(readFileSync(`${job.folder}/in/${name}`)));
  populate(python, job, archives);
  clearInput(python);
  dropFiles(Module);
  scrub(Module);
  const { config, memory } = parts(python.makeMemorySnapshot());

  const libraries = librariesOf(Module);
  refuseCallbacks(Module, table, libraries, gaps);
  const binaries = libraries.map(({ name }) => python.FS.readFile(name));
  const drawn = { format: FORMAT, id: job.id, heap: 4 * memory.length, table, libraries, elements };
  const base = await baseline(start, 1, createModule, drawn, binaries);
  const other = await baseline(start, 2, createModule, drawn, binaries);
  const moved = Object.keys(base.GOT).filter((name) => base.GOT[name].value !== Module.GOT[name]?.value);
  if (moved.length > 0) throw new Error(`expected all symbols where they were, ${moved.slice(0, 5).join(", ")} moved`);
  const volatile = volatileWords(base, other);
  const proof = { layout: layoutOf(base), volatile, fresh: freshHash(base, { libraries, volatile }) };
  const delta = packed(difference(memory, base.HEAPU32), memory, job.id);
  const description = { ...drawn, ...proof, environment: ENVIRONMENT, config };
  writeFileSync(`${job.folder}/out/snapshot.json`, JSON.stringify(description));
  writeFileSync(`${job.folder}/out/snapshot.bin`, new Uint8Array(delta.buffer));
  libraries.forEach(({ file }, i) => writeFileSync(`${job.folder}/out/${file}`, binaries[i]));
}

/**
 * Nothing of this machine and this moment may get into the memory.
 * @returns {Promise<(moment: number) => void>} sets the clock, and what random numbers follow
 */
async function standStill() {
  const { default: crypto } = await import(/** @type {string} */ ("node:crypto"));
  let now = 0;
  let [state, passed, step] = [0, 0, 0];
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0); // Numerical Recipes' generator
  crypto.randomFillSync = (/** @type {Uint8Array} */ view) => view.forEach((_, i) => (view[i] = next() >>> 24)) ?? view;
  Math.random = () => next() / 2 ** 32;
  const Real = Date;
  const construct = (/** @type {unknown} */ _, /** @type {any[]} */ parts) =>
    Reflect.construct(Real, parts.length > 0 ? parts : [now]);
  globalThis.Date = /** @type {DateConstructor} */ (new Proxy(Real, { construct }));
  Real.now = () => now;
  performance.now = () => (passed += step);
  return (moment) => {
    now = Date.UTC(2026, 0, moment);
    state = moment;
    passed = 1000;
    step = moment - 1; // the first moment stands still
  };
}

/**
 * Start Python, and see what the module puts into its function table before anything else does.
 * @param {(options: object) => Promise<any>} start
 * @param {(settings: any) => Promise<any>} createModule
 * @returns {Promise<Started>}
 */
async function started(start, createModule) {
  /** @type {Partial<Started>} */
  const found = {};
  const createPyodideModule = async (/** @type {any} */ settings) => {
    const instantiate = settings.instantiateWasm;
    settings.thisProgram = PROGRAM;
    settings.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ done) =>
      instantiate(imports, (/** @type {WebAssembly.Instance} */ instance, /** @type {unknown} */ module) => {
        found.elements = exportedElements(instance.exports);
        done(instance, module);
      });
    found.Module = await createModule(settings);
    found.table = found.Module.wasmTable.length;
    return found.Module;
  };
  found.python = await start({ _makeSnapshot: true, createPyodideModule });
  return /** @type {Started} */ (found);
}

/**
 * @param {any} python
 * @param {Job} job
 * @param {Uint8Array[]} archives
 */
function populate(python, { sources, home, script, modules }, archives) {
  for (const archive of archives) python.unpackArchive(archive, "zip", { extractDir: python._api.sitePackages });
  for (const [path, text] of Object.entries(sources)) {
    const place = `${home}/${path}`;
    python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    python.FS.writeFile(place, text);
  }
  const globals = python.toPy({ __name__: "freeze" });
  python.runPython(script, { globals });
  python.runPython(`freeze(${JSON.stringify(home)}, ${JSON.stringify(modules)})`, { globals });
  globals.destroy();
}

/**
 * The buffer of standard input holds what lay there before it was one: 128 KiB of an archive. Let it read zeros.
 * @param {any} python
 */
function clearInput(python) {
  python.setStdin({ read: (/** @type {Uint8Array} */ buffer) => buffer.fill(0).length });
  python.runPython("import sys; sys.stdin.buffer.read(len(sys.stdin.buffer.peek()))");
  python.setStdin();
}

/**
 * Take a snapshot of Pyodide's apart: its configuration and the memory.
 * @param {Uint8Array} snapshot
 */
function parts(snapshot) {
  const [, offset, size] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 3);
  const config = JSON.parse(new TextDecoder().decode(snapshot.subarray(SNAPSHOT_HEADER, SNAPSHOT_HEADER + size)));
  return { config, memory: new Uint32Array(snapshot.slice(offset).buffer) };
}

/**
 * Do what a page does up to the point where it writes the memory.
 *
 * @param {(options: object, moment: number) => Promise<any>} start
 * @param {number} moment
 * @param {(settings: any) => Promise<any>} createModule
 * @param {any} description
 * @param {Uint8Array[]} binaries
 * @returns {Promise<any>} the module
 */
function baseline(start, moment, createModule, description, binaries) {
  return new Promise((resolve, reject) => {
    const createPyodideModule = async (/** @type {any} */ settings) => {
      const Module = await fresh(createModule, settings, description);
      link(Module, description, binaries.map((binary) => new WebAssembly.Module(/** @type {any} */ (binary))));
      resolve(Module);
      return new Promise(() => {}); // it has served
    };
    start({ _loadSnapshot: new Uint8Array(1), createPyodideModule }, moment).catch(reject);
  });
}
