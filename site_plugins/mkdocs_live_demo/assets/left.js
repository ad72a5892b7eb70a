// With instant navigation Material holds the elements of every page that was left: its watchers are never told to stop.
// A page is some 6000 nodes; taken apart, those few are left that are held themselves.

const LATER = 1000; // ms in which the theme may still look at what it has replaced

const container = () => document.querySelector("[data-md-component=container]");

/** Each by itself: the theme holds parts of a part as well. @param {Element} left */
function empty(left) {
  for (const element of [left, ...left.querySelectorAll("*")]) element.replaceChildren();
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
