// Large files are fetched when the reader has agreed, once for each content of a file. Until then one line says what it
// is about; declining is doing nothing.

import { keepFocus } from "./status.js";

/** @typedef {import("./protocol.d.ts").Large} Large */

/** @type {Record<string, string>} name to the address, which changes with the content */
const agreed = {};

export const consent = {
  /** What the reader has agreed to, for the worker. */
  get given() {
    return { ...agreed };
  },

  /** Whoever stops a fetch is asked before the next one; what has come is not asked for. */
  withdraw() {
    for (const name of Object.keys(agreed)) delete agreed[name];
  },

  /**
   * Say what is needed, how large it is and where it stays; a button fetches it.
   * @param {HTMLElement} place
   * @param {Large} file
   * @param {() => void} act what comes when the reader has agreed
   * @param {string} [and] what else the button does
   */
  ask(place, { name, what, address, size, storage }, act, and = "") {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "ld-button";
    button.textContent = `Fetch ${(size / 1e6).toFixed(1)} MB${and}`;
    button.addEventListener("click", () => {
      agreed[name] = address;
      act();
    });
    place.replaceChildren(`This needs ${what}. It is kept in this browser`, ...removal(storage), ". ", button);
  },
};

/** @param {string} storage address of the page on which it can be removed */
function removal(storage) {
  if (!storage) return [];
  const link = document.createElement("a");
  link.href = storage;
  link.textContent = "remove it";
  return [" until you ", link];
}

/**
 * Ask within a demo, where the reader has just been: between its controls and its view.
 * @param {HTMLElement} demo
 * @param {Large} file
 * @param {() => void} act
 */
export function askFirst(demo, file, act) {
  const shown = line(demo);
  if (shown?.dataset.address === file.address) return;
  shown?.remove();
  const made = document.createElement("p");
  made.className = "ld-large";
  made.setAttribute("role", "status");
  made.dataset.address = file.address;
  demo.querySelector("[data-view]")?.before(made);
  const agreeing = () => {
    dropLine(demo);
    act();
  };
  consent.ask(made, file, agreeing); // once it is in the page, so that it is announced
}

/** @param {HTMLElement} demo */
export function dropLine(demo) {
  const shown = line(demo);
  if (!shown) return;
  keepFocus(demo, shown);
  shown.remove();
}

/** @param {HTMLElement} demo */
const line = (demo) => /** @type {HTMLElement | null} */ (demo.querySelector(".ld-large"));
