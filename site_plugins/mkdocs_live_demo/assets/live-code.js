// <live-code>: a cell of Python. What it does is fetched when a page has one.

import { lost } from "./lost.js";
import { isWhole } from "./near.js";
import { retried } from "./retried.js";

const LOST = "What runs this cell could not be loaded. Is the connection there? ";

const load = retried(() => import("./code/cell.js"), new URL("code/cell.js", import.meta.url));
/** @type {Set<() => void>} what cells do when the reader tries again: one press is for all */
const waiting = new Set();

class LiveCode extends HTMLElement {
  #life = new AbortController();

  connectedCallback() {
    this.#life = new AbortController();
    const { signal } = this.#life;
    // The theme writes the address anew while a page is scrolled.
    const { hash } = location;
    if (isWhole(this)) void this.#takeOver(hash, signal);
    else document.addEventListener("DOMContentLoaded", () => this.#takeOver(hash, signal), { signal });
  }

  /**
   * @param {string} hash
   * @param {AbortSignal} signal
   */
  async #takeOver(hash, signal) {
    try {
      const { Cell } = await load();
      if (!signal.aborted) new Cell(this, hash, signal);
    } catch (error) {
      console.error(error);
      lost();
      if (!signal.aborted) this.#offer(() => this.#takeOver(hash, signal), signal);
    }
  }

  /**
   * Say that nothing works yet, below the buttons that are disabled.
   * @param {() => void} act
   * @param {AbortSignal} signal
   */
  #offer(act, signal) {
    const line = document.createElement("p");
    line.className = "lc-note";
    line.setAttribute("role", "status");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Try again";
    button.addEventListener("click", () => waiting.forEach((again) => again()));
    line.append(LOST, button);
    this.append(line);
    const again = () => {
      waiting.delete(again);
      line.remove();
      if (!signal.aborted) act();
    };
    waiting.add(again);
    signal.addEventListener("abort", again);
  }

  disconnectedCallback() {
    this.#life.abort();
  }
}

customElements.define("live-code", LiveCode);
