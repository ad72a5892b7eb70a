// Answers when the network is away, with what was seen before. A file whose name changes with its content is asked for
// once; everything else is asked for anew while the network is there, so a new version shows at the next load.
// It waits with its own changes until no page of the version before is open: those may still need its files.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const VERSION = "@VERSION"; // with it this script changes, and so browsers notice
const HASHED = /@HASHED/;
const root = new URL(worker.registration.scope);
const CACHE = `site ${root.pathname}`; // sites can share an origin

/** What a file is kept by: the same for all queries, with and without index.html. @param {string} href */
function address(href) {
  const url = new URL(href, root);
  return url.origin + url.pathname.replace(/(^|\/)index\.html$/, "$1");
}

/** @param {string} href */
async function seen(href) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(address(href), { ignoreVary: true });
  if (found) return found;
  // A host that compresses nothing was asked for the copy beside the file.
  const packed = await cache.match(`${address(href)}.gz`, { ignoreVary: true });
  return packed?.body ? new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))) : undefined;
}

/**
 * @param {string} href
 * @param {Response} response
 */
async function keep(href, response) {
  if (response.status !== 200 || response.type !== "basic" || response.redirected) return;
  const cache = await caches.open(CACHE);
  await cache.put(address(href), response).catch(() => {}); // no room: it is fetched again
}

/** @param {FetchEvent} event */
async function fetched(event) {
  const response = await fetch(event.request);
  event.waitUntil(keep(event.request.url, response.clone()));
  return response;
}

/** @param {FetchEvent} event */
async function answer(event) {
  const { request } = event;
  const fixed = HASHED.test(new URL(request.url).pathname) && request.cache !== "reload";
  const kept = fixed ? await seen(request.url).catch(() => undefined) : undefined;
  if (kept) return kept;
  try {
    return await fetched(event);
  } catch (error) {
    const before = await seen(request.url).catch(() => undefined);
    if (before) return before;
    if (request.mode !== "navigate") throw error;
    return new Response(await notKept(), { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  }
}

async function notKept() {
  const keys = await (await caches.open(CACHE)).keys();
  const pages = keys.map(({ url }) => url).filter((url) => /(\/|\.html)$/.test(url));
  const items = pages.map((url) => `<li style="margin: .5em 0"><a href="${url}">${decodeURI(url).slice(root.href.length).replace(/[<&]/g, "") || "Home"}</a>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Not kept</title><main><h1>This page was not kept</h1>
<p>There is no network, and this page has not been read in this browser before. These have:</p><ul>${items.join("")}</ul></main>`;
}

/** Drop what no page of this version asks for. */
async function tidy() {
  const response = await fetch(new URL("files.json", root), { cache: "no-cache" });
  /** @type {{ version: string, files: [string, number, string][] }} */
  const { version, files } = await response.json();
  if (version !== VERSION) return; // another one is on its way
  const wanted = new Set(files.flatMap(([path]) => [address(path), `${address(path)}.gz`]));
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
}

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), tidy().catch(() => {})]));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const ours = request.url.startsWith(root.href) && request.method === "GET" && !request.headers.has("range");
  if (request.cache === "no-store") return; // whoever asks so keeps it, or not
  if (ours) event.respondWith(answer(event));
});

// What a page loaded before this worker was there. @param {MessageEvent<{ keep: string[] }>} event
worker.addEventListener("message", (event) => {
  const missing = async (/** @type {string} */ href) => {
    if (!href.startsWith(root.href) || (await seen(href))) return;
    await keep(href, await fetch(href));
  };
  const hrefs = /** @type {string[]} */ (event.data.keep ?? []);
  event.waitUntil(Promise.allSettled(hrefs.map(missing)));
});
