// Fetching that a worker waits for. Only a worker may, and only where Python cannot be interrupted: within a cell's code.

/**
 * @param {URL} url
 * @param {(data: Uint8Array<ArrayBuffer>) => boolean} published whether this is what the build published
 */
export function fetchNow(url, published) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    const error = new Error("the server could not be reached. Is the connection there?");
    throw Object.assign(error, { name: "" }); // Python would say “Error:” first
  }
  if (request.status !== 200) throw new Error(`${url.pathname}: the server answered ${request.status}`);
  const data = new Uint8Array(request.response);
  if (!published(data)) throw new Error(`${url.pathname}: what arrived is not what was published`);
  return data;
}
