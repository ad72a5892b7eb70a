// What the build reads from a running module of Emscripten's, and tidies in it. Runs under Node.

/** @typedef {import("./assets/snapshot.js").Library} Library */

// Words of Emscripten's `struct dso`.
const ADDRESSES = 3;
const FILE = 7;
const WASM = 0x6d736100; // "\0asm"

/**
 * All slots whose function is exported, with the name of the export.
 * @param {Record<string, any>} exports
 */
export function exportedElements(exports) {
  const names = new Map();
  for (const [name, value] of Object.entries(exports)) {
    if (typeof value === "function" && !names.has(value)) names.set(value, name);
  }
  const table = exports.__indirect_function_table;
  /** @type {[slot: number, name: string][]} */
  const elements = [];
  for (let slot = 0; slot < table.length; slot++) {
    const name = names.get(table.get(slot));
    if (name !== undefined) elements.push([slot, name]);
  }
  return elements;
}

/**
 * Use no slot of the function table twice: a library's function in a gap would lie elsewhere when a page links it.
 * @param {any} Module
 * @returns {Set<number>} the gaps, as they come
 */
export function leaveGaps({ freeTableIndexes }) {
  const gaps = new Set(freeTableIndexes.splice(0));
  freeTableIndexes.push = (/** @type {number} */ slot) => gaps.add(slot).size;
  return gaps;
}

/**
 * @param {any} Module
 * @returns {Library[]}
 */
export function librariesOf({ LDSO, HEAPU32, API }) {
  const loaded = Object.entries(LDSO.loadedLibsByHandle).map(([key, library]) => ({ handle: Number(key), library }));
  return loaded
    .filter(({ handle }) => handle !== 0) // the main module
    .map(({ handle, library: { name, global, refcount } }) => {
      const [memBase, memSize, tableBase, tableSize] = HEAPU32.subarray((handle >> 2) + ADDRESSES);
      const file = `${name.replace(`${API.sitePackages}/`, "").split(".")[0].replaceAll("/", ".")}.wasm`;
      const kind = { global: Boolean(global), permanent: refcount === Infinity };
      return { name, file, handle, ...kind, memBase, memSize, tableBase, tableSize };
    })
    .sort((a, b) => a.tableBase - b.tableBase);
}

/**
 * A library's file is read into memory to be linked, and stays there: Emscripten's threads would link it again.
 * @param {any} Module
 */
export function dropFiles({ LDSO, HEAPU32, _free }) {
  for (const handle of Object.keys(LDSO.loadedLibsByHandle).map(Number).filter((handle) => handle !== 0)) {
    const file = (handle >> 2) + FILE;
    if (HEAPU32[HEAPU32[file] >> 2] !== WASM) throw new Error("expected a library's file beside its addresses, found none");
    _free(HEAPU32[file]);
    HEAPU32.fill(0, file, file + 2); // address and size
  }
}

/**
 * A function of JavaScript that C holds stays behind.
 * @param {any} Module
 * @param {number} table
 * @param {{ tableBase: number, tableSize: number }[]} libraries
 * @param {Set<number>} gaps
 */
export function refuseCallbacks({ wasmTable, GOT }, table, libraries, gaps) {
  const known = new Set(Object.values(GOT).map(({ value }) => value));
  for (let slot = table; slot < wasmTable.length; slot++) {
    const linked = libraries.some(({ tableBase, tableSize }) => slot >= tableBase && slot < tableBase + tableSize);
    if (linked || known.has(slot) || gaps.has(slot) || wasmTable.get(slot) === null) continue;
    throw new Error(`expected no callbacks into JavaScript after the imports, found one in slot ${slot}`);
  }
}

/**
 * Fill what has been freed with zeros: it would be shipped as well. Take all of it, then give all back.
 * @param {any} Module
 */
export function scrub(Module) {
  const end = () => Module.HEAPU32[Module._emscripten_get_sbrk_ptr() >> 2];
  /** @type {number[]} */
  const taken = [];
  for (let size = 1 << 16; size >= 8; size /= 2) {
    const before = end();
    while (end() === before) {
      const pointer = Module._malloc(size);
      Module.HEAPU8.fill(0, pointer, pointer + size);
      taken.push(pointer);
    }
  }
  for (const pointer of taken) Module._free(pointer);
  Module.HEAPU8.fill(0, Module._emscripten_stack_get_end(), Module.stackSave());
}

/**
 * Words below the heap that another time and other random numbers change; the stack does not count.
 * @param {any} one
 * @param {any} other
 */
export function volatileWords(one, other) {
  const words = one.HEAPU32.subarray(0, one._emscripten_stack_get_end() >> 2);
  return Array.from(words.keys()).filter((at) => words[at] !== other.HEAPU32[at]);
}
