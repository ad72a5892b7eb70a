// The output of a cell: appended as it comes, in step with the page's drawing, folded at the end where it is long.

import { append, dropUnended } from "./stream.js";

/** @typedef {import("../protocol.d.ts").Output} Piece */

const LONG = { lines: 30, characters: 4000 };

export class Output {
  /** @type {Piece[]} what has arrived since the page was last drawn */
  #arrived = [];
  #old = false; // what is shown is another run's

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  /** A run begins. What is shown stays until it says something, or ends, and is marked meanwhile. */
  begin() {
    this.#arrived = [];
    this.#old = true;
    this.place.classList.add("lc-old");
  }

  /** @param {Piece} piece */
  add(piece) {
    this.#arrived.push(piece);
    if (this.#arrived.length > 1) return;
    // A page in the background is not drawn.
    if (document.hidden) setTimeout(() => this.#show(), 100);
    else requestAnimationFrame(() => this.#show());
  }

  /**
   * A run has ended.
   * @param {boolean} silent whether it may have had no time to say anything: then what is shown stays, and is named
   */
  end(silent) {
    this.#show();
    this.place.classList.remove("lc-old");
    if (this.#old && silent) this.#name();
    else if (this.#old) this.place.replaceChildren();
    this.#old = false;
    for (const item of [...this.place.children]) fold(item);
  }

  /** Say that what is shown is not this run's. */
  #name() {
    if (!this.place.firstElementChild || this.place.querySelector(".lc-before")) return;
    const line = document.createElement("p");
    line.className = "lc-cut lc-before";
    line.textContent = "From before this run:";
    this.place.prepend(line);
  }

  #show() {
    const pieces = this.#arrived;
    if (pieces.length === 0) return;
    this.#arrived = [];
    if (this.#old) this.place.replaceChildren();
    this.#old = false;
    this.place.classList.remove("lc-old");
    for (const piece of pieces) this.#append(piece);
    const last = this.place.lastElementChild;
    if (last?.matches(".lc-stream")) last.scrollTop = last.scrollHeight;
  }

  /** @param {Piece} piece */
  #append(piece) {
    if ("html" in piece) return this.place.insertAdjacentHTML("beforeend", piece.html);
    const last = this.place.lastElementChild;
    const css = `lc-${piece.stream}`;
    const stream = last instanceof HTMLElement && last.classList.contains(css) ? last : document.createElement("pre");
    if (stream !== last) {
      stream.className = `lc-stream ${css}`;
      stream.tabIndex = 0; // it may scroll
      this.place.append(stream);
    }
    if (piece.again) dropUnended(stream);
    for (const [text, classes] of piece.parts ?? [[piece.text, ""]]) append(stream, text, classes);
  }
}

/** Text folds; a table, a drawing or an error does not. @param {Element} item */
function fold(item) {
  if (!item.matches(".lc-stream, .lc-value:has(> pre)")) return;
  const text = item.textContent ?? "";
  const lines = text.replace(/\n$/, "").split("\n").length;
  if (lines <= LONG.lines && text.length <= LONG.characters) return;
  const details = document.createElement("details");
  details.className = "lc-fold";
  const summary = document.createElement("summary");
  summary.textContent = lines > 1 ? `Output: ${lines.toLocaleString("en")} lines` : `Output: ${text.length.toLocaleString("en")} characters`;
  item.replaceWith(details);
  details.append(summary, item);
}
