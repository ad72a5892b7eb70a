// Jumps within the page that the document came with. Material's instant navigation knows no page before its first
// event, so it takes the first jump for a way to another page and fetches this one again: code, output and values of
// the reader would go. Until it has gone somewhere, such jumps are the browser's own.

/** @typedef {{ location$?: { next(url: URL): void } }} Theme */

const { pathname, search } = location;
const leaving = new AbortController();
/** Links that have been followed, and were changed for that. @type {WeakSet<HTMLAnchorElement>} */
const ours = new WeakSet();

/** @param {HTMLAnchorElement} link */
function isJump(link) {
  if (ours.has(link)) return true;
  if (link.target || link.hasAttribute("download")) return false;
  if (link.origin !== location.origin || link.pathname !== pathname || location.pathname !== pathname) return false;
  const asked = [...new URLSearchParams(link.search).keys()];
  return link.search === search || asked.every((name) => name === "h"); // the search's; others are values of demos
}

/** What the theme does when it has gone somewhere. */
function closeMenus() {
  for (const box of document.querySelectorAll("[data-md-toggle=drawer], [data-md-toggle=search]")) {
    if (box instanceof HTMLInputElement && box.checked) box.click();
  }
}

/** @param {MouseEvent} event */
function clicked(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!(link instanceof HTMLAnchorElement) || !isJump(link)) return;
  ours.add(link);
  link.target = "_self"; // the theme leaves links with a target to the browser
  if (link.hash) {
    link.search = location.search; // a demo's values; with another query the browser would load the page
  } else {
    event.preventDefault();
    scrollTo(0, 0);
  }
  setTimeout(closeMenus);
}

function watch() {
  const addresses = /** @type {Theme} */ (globalThis).location$;
  if (!addresses) return; // no theme that does so
  document.addEventListener("click", clicked, { capture: true, signal: leaving.signal });
  const next = addresses.next.bind(addresses);
  addresses.next = (url) => {
    if (url.pathname === pathname && !leaving.signal.aborted) return; // the browser has moved on this page
    leaving.abort();
    next(url);
  };
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watch);
else watch();
document.addEventListener("late-script", watch); // the theme comes late to a page that opens with a demo
