// Files that count only when all of them came and they are what the build published.

/** What a file must be: its length, and where it is known "sha256-" and base64. @typedef {{ size: number, hash?: string }} Expected */
/** @typedef {ReadableStream<Uint8Array<ArrayBuffer>>} Body */

/**
 * Read a file, compare it and return it. Whoever reads the same answer beside this must not use what they have before
 * this is fulfilled.
 * @param {Body} body
 * @param {string} name
 * @param {Expected} expected
 * @param {(size: number) => void} [count] is told what arrives
 */
export async function whole(body, name, { size, hash }, count = () => {}) {
  const data = new Uint8Array(size);
  let arrived = 0;
  try {
    for (const reader = body.getReader(); ; ) {
      const { value } = await reader.read();
      if (!value) break;
      if (arrived + value.byteLength <= size) data.set(value, arrived);
      arrived += value.byteLength;
      count(value.byteLength);
    }
  } catch {
    throw broken(name); // the browser's own words name no file
  }
  const wrong = arrived === size ? await unlike(data, hash) : String(arrived);
  if (wrong) throw new Error(`${name}: expected ${size} bytes, ${wrong} arrived`);
  return data;
}

/**
 * Fetch a file that is what the build published. The browser's own comparison is the quickest, but it calls every
 * fault a failure to fetch: then a second request finds out which it is.
 * @param {URL} url
 * @param {string} integrity
 * @param {RequestInit} [init]
 */
export async function fetchWhole(url, integrity, init = {}) {
  const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  const compared = await fetch(url, { ...init, integrity }).catch(() => null);
  const response = compared ?? (await fetch(url, init));
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  const lost = () => {
    throw broken(name);
  };
  const data = new Uint8Array(await response.arrayBuffer().catch(lost));
  if (!compared && (!digests || (await unlike(data, integrity)))) {
    throw new Error(`${name}: what arrived is not what was published`);
  }
  return data;
}

/** @param {string} name */
const broken = (name) => new Error(`${name}: the connection broke off`);

/** Whether the browser computes hashes here: in pages without HTTPS it does not. */
export const digests = Boolean(globalThis.crypto?.subtle);

/**
 * What is wrong with a file of the right length.
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {string | undefined} hash
 */
async function unlike(data, hash) {
  return !hash || !digests || (await same(data, hash)) ? "" : "others";
}

/**
 * Whether data has a hash. Only where the browser has digests.
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {string} hash
 */
export async function same(data, hash) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return `sha256-${btoa(String.fromCharCode(...digest))}` === hash;
}
