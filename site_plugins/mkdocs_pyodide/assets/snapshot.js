// Python's memory as the build left it, put into a fresh module: what a start computes is computed once.
// It rests on private parts of one version of Pyodide, so everything is compared before a byte is written, and any
// difference is an error that sends the caller to the ordinary start. The build links libraries with this same code.

/**
 * One shared library: where its data and its functions lie.
 * @typedef {object} Library
 * @property {string} name its path in Pyodide's file system
 * @property {string} file that is published
 * @property {number} handle
 * @property {boolean} global
 * @property {boolean} permanent never closed
 * @property {number} memBase
 * @property {number} memSize
 * @property {number} tableSize
 * @property {number} tableBase length of the function table before it is linked
 *
 * What the build recorded, in `snapshot.json`.
 * @typedef {object} Description
 * @property {number} format
 * @property {string} id of the memory that belongs to it, 32 hexadecimal digits
 * @property {number} heap bytes
 * @property {number} table length of the function table of the fresh module, trampoline included
 * @property {Library[]} libraries in the order of linking
 * @property {[slot: number, name: string][]} elements exported functions that the module itself puts into the table
 * @property {string} layout hash of all addresses that have been given out
 * @property {number[]} volatile words of the fresh memory that differ from start to start
 * @property {string} fresh hash of the memory that the delta is against
 * @property {Record<string, string>} environment
 * @property {unknown} config Pyodide's own, for its JavaScript side
 *
 * @typedef {object} Start
 * @property {(options: object) => Promise<any>} loadPyodide
 * @property {(settings: any) => Promise<any>} createModule
 * @property {object} options for loadPyodide
 * @property {Description} description
 * @property {Promise<WebAssembly.Module[]>} libraries in the order of `description.libraries`
 * @property {Promise<ArrayBuffer>} delta
 */

export const MAGIC = 0x544f4853; // "SHOT"
export const FORMAT = 1;
export const PROGRAM = "./this.program"; // as in a page; it lies in the memory, and its length moves what lies behind
export const HEADER = 8; // words: magic, format, id (4), heap in bytes, number of runs

// A restored Python must not draw the random numbers that the build would draw next.
const AFTERWARDS = `
def _seed():
    import sys
    for name in ("random", "numpy.random"):
        if name in sys.modules:
            sys.modules[name].seed()
_seed()
del _seed
`;

/** The restore is not proven for what was found. Nothing has been changed that a new start could meet. */
export class SnapshotError extends Error {
  name = "SnapshotError";
}

/**
 * @param {string} what
 * @param {unknown} found
 * @param {unknown} expected
 */
function demand(what, found, expected) {
  if (found !== expected) throw new SnapshotError(`${what}: expected ${expected} / found ${found}`);
}

/**
 * Start Python by restoring the build's memory.
 * @param {Start} start
 */
export async function restore({ loadPyodide, createModule, options, description, libraries, delta }) {
  demand("snapshot.json", description.format, FORMAT);
  const createPyodideModule = async (/** @type {any} */ settings) => {
    const Module = await fresh(createModule, settings, description);
    performance.mark("snapshot:module");
    link(Module, description, await libraries);
    performance.mark("snapshot:linked");
    demand("layout of functions and data", layoutOf(Module), description.layout);
    demand("fresh memory", freshHash(Module, description), description.fresh);
    const runs = checked(await delta, description);
    performance.mark("snapshot:arrived");
    Module.API.restoreSnapshot = () => {
      overwrite(Module, runs);
      return description.config;
    };
    return Module;
  };
  const { environment: env } = description;
  // Pyodide takes any view for the sign that a snapshot follows; `restoreSnapshot` above is what it calls.
  const python = await loadPyodide({ ...options, env: { ...env }, _loadSnapshot: new Uint8Array(1), createPyodideModule });
  python.runPython(AFTERWARDS);
  performance.mark("snapshot:restored");
  return python;
}

/**
 * Create a module whose function table is as long as the build's.
 * @param {(settings: any) => Promise<any>} createModule
 * @param {any} settings
 * @param {Pick<Description, "table" | "elements">} description
 */
export async function fresh(createModule, settings, { table, elements }) {
  settings.thisProgram = PROGRAM;
  const instantiate = settings.instantiateWasm;
  settings.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ done) =>
    instantiate(imports, (/** @type {WebAssembly.Instance} */ instance, /** @type {unknown} */ module) => {
      mend(/** @type {any} */ (instance.exports), elements);
      done(instance, module);
    });
  const Module = await createModule(settings);
  pad(Module.wasmTable, table); // an engine that needs no trampoline has one function less
  return Module;
}

/**
 * JavaScriptCore (its bug 165825) makes a second object for a function that is exported and also in an element
 * segment. Emscripten compares the objects and would give such functions new slots: put the exported ones there.
 * @param {Record<string, any>} exports
 * @param {Description["elements"]} elements
 */
function mend(exports, elements) {
  const table = exports.__indirect_function_table;
  for (const [slot, name] of elements) if (table.get(slot) !== exports[name]) table.set(slot, exports[name]);
}

/**
 * @param {WebAssembly.Table} table
 * @param {number} length
 */
function pad(table, length) {
  if (table.length < length) table.grow(length - table.length);
  demand("length of the function table", table.length, length);
}

/**
 * Link each library where it was in the build.
 * @param {any} Module
 * @param {Pick<Description, "heap" | "libraries">} description
 * @param {WebAssembly.Module[]} binaries
 */
export function link(Module, { heap, libraries }, binaries) {
  if (Module.HEAPU8.length < heap) Module.growMemory(heap);
  demand("bytes of memory", Module.HEAPU8.length, heap);
  libraries.forEach(({ name, handle, global, permanent, memBase, tableBase }, i) => {
    pad(Module.wasmTable, tableBase);
    Module.snapshotMemBase = memBase; // the one patched expression reads it
    try {
      const exports = Module.loadWebAssemblyModule(binaries[i], { loadAsync: false, global }, name, {}, 0);
      const library = Module.newDSO(name, handle, exports);
      library.refcount = permanent ? Infinity : 1;
      library.global = global;
    } finally {
      delete Module.snapshotMemBase;
    }
  });
}

/**
 * A hash of the addresses of all symbols: of functions their slots, of data where they lie.
 * @param {any} Module
 */
export function layoutOf(Module) {
  let hash = SEED;
  for (const name of Object.keys(Module.GOT).sort()) {
    for (let i = 0; i < name.length; i++) hash = mix(hash, name.charCodeAt(i));
    hash = mix(hash, Module.GOT[name].value);
  }
  return hex(hash);
}

/**
 * A hash of what lies in memory before the delta: the module's own data and the libraries'. What differs from start to
 * start does not count: the stack, the trampoline, and words that hold a time or a random number.
 * @param {any} Module
 * @param {Pick<Description, "libraries" | "volatile">} description
 */
export function freshHash(Module, { libraries, volatile }) {
  const words = Module.HEAPU32;
  const kept = [trampolineAt(Module), ...volatile].map((at) => [at, words[at]]);
  for (const [at] of kept) words[at] = 0;
  const end = words[Module._emscripten_get_sbrk_ptr() >> 2];
  const data = [[0, Module._emscripten_stack_get_end()], [Module.___heap_base, end]];
  let hash = SEED;
  for (const [from, to] of [...data, ...libraries.map(({ memBase, memSize }) => [memBase, memBase + memSize])]) {
    hash = hashOf(words, from >> 2, to >> 2, hash);
  }
  for (const [at, word] of kept) words[at] = word;
  return hex(hash);
}

/**
 * @param {ArrayBuffer} delta
 * @param {Description} description
 */
function checked(delta, { id, heap }) {
  if (delta.byteLength < 4 * HEADER || delta.byteLength % 4) throw new SnapshotError("snapshot: no whole words");
  const words = new Uint32Array(delta);
  demand("magic number of the snapshot", hex(words[0]), hex(MAGIC));
  demand("format of the snapshot", words[1], FORMAT);
  demand("id of the snapshot", Array.from(words.subarray(2, 6), hex).join(""), id);
  demand("bytes of memory in the snapshot", words[6], heap);
  let size = HEADER + 2 * words[7];
  for (let i = 0; i < words[7]; i++) size += words[HEADER + 2 * i + 1];
  demand("words of the snapshot", words.length, size);
  return words;
}

/**
 * Write the runs over the fresh memory; the engine's own trampoline stays.
 * @param {any} Module
 * @param {Uint32Array} words
 */
function overwrite(Module, words) {
  const memory = Module.HEAPU32;
  const trampoline = trampolineAt(Module);
  const own = memory[trampoline];
  const count = words[7];
  let from = HEADER + 2 * count;
  for (let i = 0; i < count; i++) {
    const at = words[HEADER + 2 * i];
    const length = words[HEADER + 2 * i + 1];
    memory.set(words.subarray(from, from + length), at);
    from += length;
  }
  memory[trampoline] = own;
}

/** @param {any} Module @returns {number} the word that holds the slot of CPython's trampoline */
function trampolineAt(Module) {
  return (Module.__PyRuntime + Module.HEAP32[Module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
}

const SEED = 2166136261; // FNV-1a's offset; a word at a time, with one shift more

/**
 * @param {number} hash
 * @param {number} word
 */
function mix(hash, word) {
  const mixed = Math.imul(hash ^ word, 16777619);
  return mixed ^ (mixed >>> 13);
}

/**
 * @param {Uint32Array} words
 * @param {number} from
 * @param {number} to
 * @param {number} hash
 */
function hashOf(words, from, to, hash) {
  for (let i = from; i < to; i++) hash = mix(hash, words[i]);
  return hash;
}

/** @param {number} word */
const hex = (word) => (word >>> 0).toString(16).padStart(8, "0");
