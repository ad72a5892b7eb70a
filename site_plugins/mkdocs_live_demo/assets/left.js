// With instant navigation Material holds the elements of every page that was left: its watchers are never told to stop.
// A page is some 6000 nodes; taken apart, those few are left that are held themselves. Taking every node apart would
// make an object for each, and what lies between those few could not be given back.

const LATER = 1000; // ms in which the theme may still look at what it has replaced

const container = () => document.querySelector("[data-md-component=container]");

/** The theme's watchers hold a component each, and what is in it. @param {Element} left */
function empty(left) {
  for (const part of left.querySelectorAll("[data-md-component]")) {
    part.remove();
    part.replaceChildren();
  }
  left.replaceChildren();
}

function watch() {
  let shown = container();
  const changed = () => {
    const now = container();
    if (now === shown) return;
    const left = shown;
    shown = now;
    setTimeout(() => left && !left.isConnected && empty(left), LATER);
  };
  new MutationObserver(changed).observe(document.body, { childList: true });
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watch);
else watch();
