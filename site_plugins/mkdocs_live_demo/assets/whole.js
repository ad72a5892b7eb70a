// Streams that let a file through, and fail unless all of it came and is what the build published.

/** What a file must be: its length, and where it is known "sha256-" and base64. @typedef {{ size: number, hash?: string }} Expected */
/** @typedef {ReadableStream<Uint8Array<ArrayBuffer>>} Body */

/**
 * @param {Body} body
 * @param {string} name
 * @param {Expected} expected
 * @param {(error: unknown) => void} fail hears of an error before whoever reads the stream, whom the browser tells less
 * @param {(size: number) => void} [count] is told what comes through
 */
export function whole(body, name, { size, hash }, fail, count = () => {}) {
  let arrived = 0;
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  const take = async (/** @type {Uint8Array<ArrayBuffer> | undefined} */ chunk) => {
    if (chunk) {
      arrived += chunk.byteLength;
      count(chunk.byteLength);
      if (hash) parts.push(chunk);
      return;
    }
    const wrong = arrived === size ? await unlike(parts, hash) : String(arrived);
    if (wrong) throw new Error(`${name}: expected ${size} bytes, ${wrong} arrived`);
  };
  return through(body, take, (error) => {
    const told = error instanceof TypeError ? broken(name) : error; // the browser's own names no file
    fail(told);
    return told;
  });
}

/**
 * Unpack a file. What cannot be unpacked is not what was published.
 * @param {Body} body
 * @param {string} name
 */
export function inflated(body, name) {
  return through(body.pipeThrough(new DecompressionStream("gzip")), () => {}, () => unpublished(name));
}

/**
 * The same stream.
 * @param {Body} body
 * @param {(chunk?: Uint8Array<ArrayBuffer>) => void | Promise<void>} take sees each chunk, and nothing at the end
 * @param {(error: unknown) => unknown} told is what a reader is told of an error
 * @returns {Body}
 */
function through(body, take, told) {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      /** @type {Uint8Array<ArrayBuffer> | undefined} */
      let chunk;
      try {
        chunk = (await reader.read()).value;
        await take(chunk);
      } catch (error) {
        return controller.error(told(error));
      }
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
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
  const lost = () => {
    throw broken(name);
  };
  const data = new Uint8Array(await response.arrayBuffer().catch(lost));
  if (await unlike([data], hash)) throw unpublished(name);
  return data;
}

/** @param {string} name */
const broken = (name) => new Error(`${name}: the connection broke off`);

/** @param {string} name */
const unpublished = (name) => new Error(`${name}: what arrived is not what was published`);

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
