// The code of a cell: as the page brought it, as a link brought it, or in an editor.

import { retried } from "../retried.js";
import { highlighted } from "./highlight.js";

/** @typedef {import("./editor.js").Editor} Editor */

const load = retried(() => import("./editor.js"), new URL("editor.js", import.meta.url));

export class Source {
  /** @type {Editor | null} */
  editor = null;
  /** @type {Promise<Editor> | undefined} */
  #opening;
  /** @type {Range | undefined} */
  #marked;

  /** @param {HTMLElement} place `.lc-code` */
  constructor(place) {
    this.place = place;
    this.shown = /** @type {HTMLElement} */ (place.querySelector(".highlight"));
    this.text = /** @type {HTMLElement} */ (place.querySelector("code"));
    this.own = this.text.textContent ?? "";
    this.highlighted = [...this.text.childNodes];
  }

  get code() {
    return this.editor ? this.editor.code : (this.text.textContent ?? "");
  }

  /** @param {string} code */
  set code(code) {
    this.unmark();
    if (this.editor) this.editor.code = code;
    this.text.replaceChildren(...(code === this.own ? this.highlighted : highlighted(code)));
  }

  /**
   * Put an editor in the code's place. It looks as the code did. What could not be fetched may be tried again.
   * @param {Omit<import("./editor.js").Options, "code">} options
   * @returns {Promise<Editor>}
   */
  async edit(options) {
    try {
      return await (this.#opening ??= this.#open(options));
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  /** @param {Omit<import("./editor.js").Options, "code">} options */
  async #open(options) {
    const { open } = await load();
    this.unmark();
    const host = document.createElement("div");
    host.className = "lc-editor highlight";
    for (const [name, value] of looks(this.text)) host.style.setProperty(name, value);
    this.editor = open(host, { ...options, code: this.code });
    this.shown.hidden = true;
    this.place.append(host);
    return this.editor;
  }

  /**
   * Mark the line of an error.
   * @param {number} line
   * @param {string} words
   */
  mark(line, words) {
    if (this.editor) return this.editor.mark(line, words);
    this.unmark();
    this.#marked = rangeOf(this.text, line);
    if (this.#marked) marks()?.add(this.#marked);
  }

  unmark() {
    this.editor?.unmark();
    if (this.#marked) marks()?.delete(this.#marked);
  }

  /** The page is left. A theme may keep the page that was: it must not keep the editor. */
  close() {
    this.unmark();
    this.editor?.close();
    this.editor = null;
    this.#opening = undefined;
    this.shown.hidden = false;
    this.place.querySelector(".lc-editor")?.remove();
  }
}

/** The page's marked lines, where the browser knows how to mark text without changing it. */
function marks() {
  if (!("highlights" in CSS)) return undefined;
  if (!CSS.highlights.has("lc-error")) CSS.highlights.set("lc-error", new Highlight());
  return CSS.highlights.get("lc-error");
}

/**
 * @param {HTMLElement} code
 * @param {number} line from 1
 */
function rangeOf(code, line) {
  const lines = (code.textContent ?? "").split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const from = textAt(code, start);
  const to = textAt(code, start + (lines[line - 1] ?? "").length);
  if (!from || !to) return undefined;
  const range = new Range();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

/**
 * @param {HTMLElement} code
 * @param {number} offset
 * @returns {[Node, number] | undefined}
 */
function textAt(code, offset) {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  for (let left = offset; walker.nextNode(); ) {
    const { length } = /** @type {Text} */ (walker.currentNode);
    if (left <= length) return [walker.currentNode, left];
    left -= length;
  }
  return undefined;
}

/**
 * How the code is set, for an editor that takes its place: nothing must jump.
 * @param {HTMLElement} code
 */
function looks(code) {
  const style = getComputedStyle(code);
  const pre = getComputedStyle(/** @type {HTMLElement} */ (code.parentElement));
  const sum = (/** @type {"paddingTop" | "paddingRight" | "paddingBottom" | "paddingLeft"} */ side) =>
    `${parseFloat(style[side]) + parseFloat(pre[side])}px`;
  const line = style.lineHeight === "normal" ? "1.4" : style.lineHeight;
  return Object.entries({
    "--lc-font": `${style.fontSize} ${style.fontFamily}`,
    "--lc-line": line,
    "--lc-top": sum("paddingTop"),
    "--lc-side": sum("paddingLeft"),
    "--lc-bottom": sum("paddingBottom"),
    "--lc-paper": style.backgroundColor === "rgba(0, 0, 0, 0)" ? pre.backgroundColor : style.backgroundColor,
  });
}
