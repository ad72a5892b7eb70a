// Light or dark: as the system is, also when that changes, until the reader chooses. What was chosen is kept where the
// theme keeps it, and the theme's script in the page shows it before anything is painted.

/** @type {{ __md_get: (key: string) => any, __md_set: (key: string, value: unknown) => void }} */
const { __md_get: get, __md_set: set } = /** @type {any} */ (globalThis); // the theme’s own store
const KEY = "__palette";
const PARTS = ["media", "scheme", "primary", "accent"];
const dark = matchMedia("(prefers-color-scheme: dark)");
const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-palette]"));
const inputs = [...form.querySelectorAll("input")];
const bar = document.createElement("meta"); // the colour of the browser's own bar
bar.name = "theme-color";

/** @param {HTMLInputElement} input */
const coloursOf = (input) => Object.fromEntries(PARTS.map((part) => [part, input.getAttribute(`data-md-color-${part}`)]));

const kept = () => /** @type {{ index: number } | null} */ (get(KEY));

/** @returns {HTMLInputElement} what the reader chose, or the system's */
const wanted = () => inputs[kept()?.index ?? -1] ?? inputs.find((input) => matchMedia(input.dataset.mdColorMedia ?? "").matches) ?? inputs[0];

function show() {
  const input = wanted();
  input.checked = true;
  for (const other of inputs) /** @type {HTMLElement} */ (other.nextElementSibling).hidden = other !== input;
  for (const [part, colour] of Object.entries(coloursOf(input))) {
    const name = `data-md-color-${part}`;
    if (document.body.getAttribute(name) !== colour) document.body.setAttribute(name, colour ?? "");
  }
  requestAnimationFrame(() => setTimeout(colourBar)); // by then the styles are there to be read
}

function colourBar() {
  const header = document.querySelector(".md-header");
  if (header) bar.content = getComputedStyle(header).backgroundColor;
  if (!bar.isConnected) document.head.append(bar);
}

/** @param {HTMLInputElement} input */
function choose(input) {
  set(KEY, { index: inputs.indexOf(input), color: coloursOf(input) });
  document.body.dataset.mdColorSwitching = ""; // else all colours of the page fade, each in its own time
  show();
  requestAnimationFrame(() => setTimeout(() => delete document.body.dataset.mdColorSwitching));
}

form.addEventListener("change", ({ target }) => choose(/** @type {HTMLInputElement} */ (target)));
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const next = inputs[(inputs.indexOf(wanted()) + 1) % inputs.length];
  choose(next);
  next.focus();
});
dark.addEventListener("change", show);
show();
