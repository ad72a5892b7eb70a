// Scripts that a page fetches when they are wanted.

/**
 * A script that may be asked for again after a failure: browsers keep a failure under the address that failed.
 * @template T
 * @param {() => Promise<T>} load imports it for the first time
 * @param {URL} address
 * @returns {() => Promise<T>} the script; while it is on its way, whoever asks waits for the same
 */
export function retried(load, address) {
  let failures = 0;
  /** @type {Promise<T> | undefined} */
  let loading;
  return () => {
    if (loading) return loading;
    loading = failures > 0 ? import(`${address}?again=${failures}`) : load();
    loading.catch(() => {
      failures += 1;
      loading = undefined;
    });
    return loading;
  };
}
