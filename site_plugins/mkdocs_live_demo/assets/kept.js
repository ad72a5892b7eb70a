// Large files, which a reader has agreed to fetch: kept in this browser until they are removed, on the site’s page for
// that if it has one. What is kept counts only if it is still what the build published.

import { same } from "./whole.js";

/** @typedef {{ url: URL, size: number, hash: string }} Published */

export class KeptFiles {
  /** @param {string} base the worker's own address */
  constructor(base) {
    this.name = `fetched ${new URL("../../", base).pathname}`; // sites can share an origin
  }

  /**
   * @param {Published} file
   * @returns {Promise<Uint8Array<ArrayBuffer> | undefined>}
   */
  async read({ url, size, hash }) {
    try {
      const cache = await caches.open(this.name);
      const response = await cache.match(url);
      if (!response) return undefined;
      const data = new Uint8Array(await response.arrayBuffer());
      if (data.byteLength === size && (await same(data, hash))) return data;
      await cache.delete(url);
    } catch {
      // Settings forbid it, or the page has no HTTPS.
    }
    return undefined;
  }

  /**
   * Keep a file, and nothing that the site no longer has. Where there is no room or no permission it serves this visit.
   * @param {Published} file
   * @param {Uint8Array<ArrayBuffer>} data
   * @param {Set<string>} published addresses
   */
  async write({ url }, data, published) {
    try {
      const cache = await caches.open(this.name);
      await cache.put(url, new Response(data));
      for (const { url: other } of await cache.keys()) if (!published.has(other)) await cache.delete(other);
    } catch {
      // The next visit asks again.
    }
  }
}
