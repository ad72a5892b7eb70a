// Scripts that a page fetches when they are wanted. Each is compared with its hash before it runs.

import { hashes } from "./hashes.js";

/**
 * A script that may be asked for again after a failure.
 * @template T
 * @param {() => Promise<T>} load imports it for the first time
 * @param {URL} address
 * @returns {() => Promise<T>} the script; while it is on its way, whoever asks waits for the same
 */
export function retried(load, address) {
  let failures = 0; // of imports: browsers keep one under the address that failed
  /** @type {Promise<T> | undefined} */
  let loading;
  const imported = () => (failures > 0 ? import(`${address}?again=${failures}`) : load());
  const attempt = async () => {
    await compared(address);
    try {
      return await imported();
    } catch (error) {
      failures += 1;
      throw error;
    }
  };
  return () => {
    loading ??= attempt().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/**
 * Have the browser compare a script, and keep it. A spoilt copy in its cache gives way to a new one.
 * @param {URL} address
 */
async function compared(address) {
  const name = address.pathname.slice(address.pathname.lastIndexOf("/") + 1);
  const integrity = hashes[name];
  const response = await fetch(address, { integrity }).catch(() => fetch(address, { integrity, cache: "reload" }));
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
}
