// A stream that lets a file through, and fails at its end unless it is what the build published.

/** What a file must be: its length, and where it is known "sha256-" and base64. @typedef {{ size: number, hash?: string }} Expected */

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {string} name
 * @param {Expected} expected
 * @param {(error: unknown) => void} fail
 * @param {(size: number) => void} [count] is told what comes through
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
export function whole(body, name, expected, fail, count) {
  const { readable, writable } = comparing(name, expected, fail, count);
  // Whoever reads gets the browser's own error, which names no file.
  body.pipeTo(writable).catch(() => fail(new Error(`${name}: the connection broke off`)));
  return readable;
}

/**
 * @param {string} name
 * @param {Expected} expected
 * @param {(error: unknown) => void} fail
 * @param {(size: number) => void} [count]
 */
function comparing(name, { size, hash }, fail, count = () => {}) {
  let arrived = 0;
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  return new TransformStream({
    transform(chunk, controller) {
      arrived += chunk.byteLength;
      count(chunk.byteLength);
      if (hash) parts.push(chunk);
      controller.enqueue(chunk);
    },
    async flush(controller) {
      const wrong = arrived === size ? await unlike(parts, hash) : String(arrived);
      if (!wrong) return;
      const error = new Error(`${name}: expected ${size} bytes, ${wrong} arrived`);
      fail(error);
      controller.error(error);
    },
  });
}

/**
 * Fetch a file that is what the build published.
 * @param {URL} url
 * @param {string} hash
 * @param {RequestInit} [init]
 */
export async function fetchWhole(url, hash, init = {}) {
  const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  const response = await fetch(url, digests ? init : { ...init, integrity: hash });
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  const data = new Uint8Array(await response.arrayBuffer());
  if (await unlike([data], hash)) throw new Error(`${name}: what arrived is not what was published`);
  return data;
}

/** Whether the browser computes hashes here: in pages without HTTPS it does not. */
export const digests = Boolean(globalThis.crypto?.subtle);

/**
 * What is wrong with a file of the right length.
 * @param {Uint8Array<ArrayBuffer>[]} parts
 * @param {string | undefined} hash
 */
async function unlike(parts, hash) {
  if (!hash || !digests) return "";
  const whole = await new Blob(parts.splice(0)).arrayBuffer(); // let go of the parts
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return `sha256-${btoa(String.fromCharCode(...digest))}` === hash ? "" : "others";
}
