// Ticks for what the reader knows. A tick belongs to the place where the thing is explained, so it holds on every
// page that names it; it is kept in this browser and goes nowhere.

const STORE = "known";

/** Where the site begins: the script lies in its `js` folder. */
const ROOT = new URL("..", import.meta.url);

/** @type {Set<string>} what is ticked, also while the browser refuses to store it */
let ticked = new Set();
let refused = false; // what is stored may be older then

/** @returns {Set<string>} */
function read() {
  if (refused) return ticked;
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === "string") : []);
  } catch {
    return ticked;
  }
}

function write() {
  try {
    if (ticked.size) localStorage.setItem(STORE, JSON.stringify([...ticked]));
    else localStorage.removeItem(STORE);
    refused = false;
  } catch {
    refused = true; // blocked or full: the ticks hold until the tab leaves the site
  }
}

/**
 * The place that a link leads to, the same from every page. An SVG link has its address in `href.baseVal`.
 * @param {Element} link
 */
function placeOf(link) {
  const url = new URL(link.getAttribute("href") ?? link.getAttribute("xlink:href") ?? "", document.baseURI);
  return url.href.startsWith(ROOT.href) ? url.href.slice(ROOT.href.length) : url.href;
}

/** A tick in the corner of a node. @param {Element} link @param {boolean} known */
function mark(link, known) {
  const rect = link.querySelector(".g-node rect");
  const there = link.querySelector(".g-tick");
  if (!known) there?.remove();
  if (!known || there || !rect) return;
  const tick = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const [x, y, width] = ["x", "y", "width"].map((name) => Number(rect.getAttribute(name)));
  tick.setAttribute("class", "g-tick");
  tick.setAttribute("d", `M${x + width - 20} ${y + 13}l3.5 3.5 7-8`);
  rect.after(tick);
}

function show() {
  for (const box of document.querySelectorAll(".know input")) {
    if (box instanceof HTMLInputElement) box.checked = ticked.has(box.value);
  }
  for (const node of document.querySelectorAll(".graph svg a")) {
    const known = ticked.has(placeOf(node));
    node.classList.toggle("is-known", known);
    mark(node, known);
    const name = [...node.querySelectorAll("text")].map((text) => text.textContent).join(", ");
    if (known) node.setAttribute("aria-label", `${name}: you know this`);
    else node.removeAttribute("aria-label");
  }
  for (const button of document.querySelectorAll(".know-forget")) {
    if (button instanceof HTMLElement) button.hidden = ticked.size === 0;
  }
}

/** @param {Event} event */
function changed(event) {
  const box = event.target;
  if (!(box instanceof HTMLInputElement)) return;
  ticked = read();
  if (box.checked) ticked.add(box.value);
  else ticked.delete(box.value);
  write();
  show();
}

function forget() {
  ticked = new Set();
  write();
  show();
  const first = document.querySelector(".know input");
  if (first instanceof HTMLElement) first.focus(); // the button that had the focus is gone
}

/** @param {HTMLElement} list */
function furnish(list) {
  for (const item of list.querySelectorAll("li")) {
    const link = item.querySelector("a[href]");
    if (!link) continue;
    const box = document.createElement("input");
    box.type = "checkbox";
    box.value = placeOf(link);
    box.setAttribute("aria-label", `I know: ${link.textContent}`);
    box.addEventListener("change", changed);
    const label = document.createElement("label"); // a larger place to press
    label.append(box);
    item.prepend(label);
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "know-forget";
  button.textContent = "Forget my ticks";
  button.hidden = true;
  button.addEventListener("click", forget);
  list.append(button);
}

function start() {
  for (const list of document.querySelectorAll(".know:not([data-furnished])")) {
    if (!(list instanceof HTMLElement)) continue;
    list.dataset.furnished = "";
    furnish(list);
  }
  ticked = read();
  show();
}

start();
// Another page by instant navigation, which the theme announces; another tab; a page from the back/forward cache.
const follow = () => /** @type {{ document$?: { subscribe(act: () => void): void } }} */ (window).document$?.subscribe(start);
follow();
document.addEventListener("late-script", follow); // where the theme’s script waits for a demo
addEventListener("storage", (event) => event.key === STORE && start());
addEventListener("pageshow", (event) => event.persisted && start());
