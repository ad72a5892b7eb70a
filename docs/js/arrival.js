// Instant navigation takes the link that was followed out of the page, and the focus with it. The heading of the new
// page gets it, or the place that the address names: a screen reader says where one is, and Tab goes on from there.

function arrive() {
  const held = document.activeElement;
  if (held && held !== document.body && held.checkVisibility({ visibilityProperty: true })) return;
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const place = named ?? document.querySelector("main h1");
  if (!(place instanceof HTMLElement)) return;
  if (place.tabIndex < 0) {
    place.tabIndex = -1;
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
}

let first = true;
function arrived() {
  if (!first) requestAnimationFrame(arrive); // by then the theme has closed its search and its menu
  first = false;
}

// The theme announces each page once its own script has gone over it.
const follow = () => /** @type {{ document$?: { subscribe(act: () => void): void } }} */ (window).document$?.subscribe(arrived);
follow();
document.addEventListener("late-script", follow); // where the theme’s script waits for a demo

export {};
