// Code in an address: `#code.<key>=<deflated, as base64url>`. What comes out of a link is text from a stranger: it is
// cut off before it grows, and what can't be seen is taken out of it.

export const LIMIT = 20_000; // bytes of code
const PIECE = 256; // bytes that are inflated at a time
const TOO_LONG = "The link holds more code than a cell takes. The page’s own code is shown.";
const UNSEEN = /(?![\n\t])[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Why a link can't be made or read, in words for the reader. */
export class LinkError extends Error {}

/**
 * @param {string} href the page's address
 * @param {string} key the cell's name on this page
 * @param {string} code
 * @returns {Promise<string>}
 */
export async function withCode(href, key, code) {
  const bytes = new TextEncoder().encode(code);
  if (bytes.length > LIMIT) throw new LinkError(`A link holds at most ${LIMIT / 1000} kB of code; this is ${Math.ceil(bytes.length / 1000)} kB.`);
  const packed = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const url = new URL(href);
  url.hash = `code.${key}=${base64url(new Uint8Array(packed))}`;
  return url.href;
}

/**
 * The key of the cell that a fragment holds code for, and that code as it stands in the address. Programs that pass
 * links on add to their ends.
 * @param {string} hash
 * @returns {{ key: string, packed: string } | null}
 */
export function linked(hash) {
  const found = /^#code\.([\w-]{1,60})=([^&=]*)/.exec(hash);
  return found && { key: found[1], packed: found[2].split(/%3d/i, 1)[0] };
}

/**
 * @param {string} packed
 * @returns {Promise<{ code: string, removed: number }>} `removed` characters could not be seen
 */
export async function unpacked(packed) {
  if (packed.length > 2 * LIMIT) throw new LinkError(TOO_LONG);
  const text = await inflated(packed);
  const plain = text.replace(/\r\n?/g, "\n");
  const unseen = plain.match(UNSEEN) ?? [];
  return { code: plain.replace(UNSEEN, ""), removed: unseen.length };
}

/** @param {string} packed */
async function inflated(packed) {
  let bytes;
  try {
    bytes = await firstBytes(pieces(fromBase64url(packed)).pipeThrough(new DecompressionStream("deflate-raw")));
    if (bytes) return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new LinkError("The code in the link is damaged. The page’s own code is shown.");
  }
  throw new LinkError(TOO_LONG);
}

/**
 * What a stream holds, or null if that is more than code may be: then the rest is not even inflated.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function firstBytes(stream) {
  const reader = stream.getReader();
  const all = new Uint8Array(LIMIT);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return all.subarray(0, length);
    if (length + value.length > LIMIT) {
      reader.cancel().catch(() => {});
      return null;
    }
    all.set(value, length);
    length += value.length;
  }
}

/**
 * Small pieces, each made when the one before has been read: a kilobyte can inflate to a megabyte.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
function pieces(bytes) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += PIECE)));
      else controller.close();
    },
  });
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
const fromBase64url = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
