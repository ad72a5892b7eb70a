// What a memory has that a fresh one has not, as runs of words. Runs under Node; `assets/snapshot.js` reads the result.

import { FORMAT, HEADER, MAGIC } from "./assets/snapshot.js";

const GAP = 8; // equal words between two runs that cost less than a new run

/**
 * @param {Uint32Array} memory
 * @param {Uint32Array} base shorter, or as long
 * @returns {[at: number, length: number][]} in words
 */
export function difference(memory, base) {
  /** @type {[number, number][]} */
  const runs = [];
  let start = -1;
  let last = -1;
  for (let i = 0; i < memory.length; i++) {
    if (memory[i] === (base[i] ?? 0)) continue;
    if (start < 0) start = i;
    else if (i - last > GAP) {
      runs.push([start, last + 1 - start]);
      start = i;
    }
    last = i;
  }
  if (start >= 0) runs.push([start, last + 1 - start]);
  return runs;
}

/**
 * Header, places and lengths of the runs, their words.
 *
 * @param {[at: number, length: number][]} runs
 * @param {Uint32Array} memory
 * @param {string} id 32 hexadecimal digits
 */
export function packed(runs, memory, id) {
  const total = runs.reduce((sum, [, length]) => sum + length, 0);
  const words = new Uint32Array(HEADER + 2 * runs.length + total);
  const parts = [0, 8, 16, 24].map((at) => parseInt(id.slice(at, at + 8), 16));
  words.set([MAGIC, FORMAT, ...parts, 4 * memory.length, runs.length]);
  words.set(runs.flat(), HEADER);
  let to = HEADER + 2 * runs.length;
  for (const [at, length] of runs) {
    words.set(memory.subarray(at, at + length), to);
    to += length;
  }
  return words;
}
