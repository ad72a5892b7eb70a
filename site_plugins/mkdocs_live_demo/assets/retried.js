// Scripts that a page fetches when they are wanted. Each is compared with its hash before it runs.

import { hashes } from "./hashes.js";

/**
 * A script that may be asked for again after a failure: browsers keep a failure under the address that failed.
 * @template T
 * @param {() => Promise<T>} load imports it for the first time
 * @param {string} name its path in the folder of scripts
 * @param {URL} address
 * @returns {() => Promise<T>} the script; while it is on its way, whoever asks waits for the same
 */
export function retried(load, name, address) {
  let failures = 0;
  /** @type {Promise<T> | undefined} */
  let loading;
  const compared = async () => {
    const again = failures > 0;
    const url = again ? new URL(`?again=${failures}`, address) : address;
    const { ok, status } = await fetch(url, { integrity: hashes[name], cache: again ? "reload" : "default" });
    if (!ok) throw new Error(`${name}: the server answered ${status}`);
    return again ? import(url.href) : load();
  };
  return () => {
    if (loading) return loading;
    loading = compared();
    loading.catch(() => {
      failures += 1;
      loading = undefined;
    });
    return loading;
  };
}
