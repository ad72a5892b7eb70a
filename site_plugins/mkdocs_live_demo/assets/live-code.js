// <live-code>: a cell of Python. What it does is fetched when a page has one.

import { isWhole } from "./near.js";

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
    const { Cell } = await import("./code/cell.js");
    if (!signal.aborted) new Cell(this, hash, signal);
  }

  disconnectedCallback() {
    this.#life.abort();
  }
}

customElements.define("live-code", LiveCode);
