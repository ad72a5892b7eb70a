// Registers the service worker, tells it what was loaded before it was there, and sees to it that a page of one
// version never goes on in a page of another.

/** @typedef {{ document$?: { subscribe(act: () => void): void } }} Theme */

const root = new URL("..", import.meta.url);
const LATER = 3000; // ms: what the page itself needs goes first

const versionOf = () => document.querySelector("meta[name=site-version]")?.getAttribute("content") ?? "";
const version = versionOf();

/** The theme puts another page into this one. Where that page is of another version, all of it is loaded. */
function compare() {
  if (versionOf() !== version) location.reload();
  else if (document.querySelector("offline-copy, kept-data")) void import("./storage.js");
}

const follow = () => /** @type {Theme} */ (window).document$?.subscribe(compare);
follow();
document.addEventListener("late-script", follow);
compare();

/**
 * A file is missing that the page of this version asks for: perhaps the server has another version by now. Nothing is
 * lost by loading that, since the values of controls are in the address, unless somebody says so.
 * @param {Event} event
 */
async function ask(event) {
  const answer = await fetch(location.href, { cache: "no-cache" });
  const found = /<meta name="?site-version"? content="?(\w+)/.exec(await answer.text())?.[1];
  if (answer.ok && found && found !== version && !event.defaultPrevented) location.reload();
}

document.addEventListener("live-demo:lost", (event) => void ask(event).catch(() => {})); // no network: it is as it is

/** @param {string[]} hrefs */
async function keep(hrefs) {
  const { active } = await navigator.serviceWorker.ready;
  // Where a compressed copy was fetched, the file beside it was only begun.
  active?.postMessage({ keep: hrefs.filter((href) => !hrefs.includes(`${href}.gz`)) });
}

async function register() {
  const known = Boolean(navigator.serviceWorker.controller);
  await navigator.serviceWorker.register(new URL("service-worker.js", root), { scope: root.href, updateViaCache: "none" });
  if (known) return;
  await keep([location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
  // The files of Python were loaded by another worker, which says so when it is there.
  new PerformanceObserver((list) => {
    for (const mark of list.getEntriesByName("live-demo:python")) void keep(/** @type {any} */ (mark).detail?.files ?? []);
  }).observe({ type: "mark", buffered: true });
}

if (version && navigator.serviceWorker && location.protocol !== "file:") {
  setTimeout(() => register().catch(() => {}), LATER); // forbidden, or no room: the site works without
}
