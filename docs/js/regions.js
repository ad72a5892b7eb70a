// What the theme's script puts into a page, for those who move by landmarks or by keyboard: the frame of a copy button
// is no navigation, and a table that scrolls sideways can be reached.

function tell() {
  for (const frame of document.querySelectorAll("nav.md-code__nav")) frame.setAttribute("role", "presentation");
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) {
    const scrolls = table.scrollWidth > table.clientWidth;
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "Table"]]) {
      if (scrolls) table.setAttribute(name, value);
      else table.removeAttribute(name);
    }
  }
}

// The theme announces each page once its own script has gone over it.
const follow = () => /** @type {{ document$?: { subscribe(act: () => void): void } }} */ (window).document$?.subscribe(tell);
follow();
document.addEventListener("late-script", follow); // where the theme’s script waits for a demo
addEventListener("resize", tell);

export {};
