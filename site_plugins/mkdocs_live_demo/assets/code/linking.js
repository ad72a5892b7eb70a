// A cell and the address: code that comes with it, and a link that takes code along.

import { hold, release } from "./address.js";
import { cells } from "./page.js";
import { LinkError, linked, unpacked, withCode } from "./share.js";

/** @typedef {import("./cell.js").Cell} Cell */

export class Linking {
  /** @type {string | undefined} what a link brought */
  code;
  #unread = false; // the reader has not said yet that it may run

  /** @param {Cell} cell */
  constructor(cell) {
    this.cell = cell;
  }

  /** Whether what stands in the cell came with a link, and the reader has not said that it may run. */
  get unread() {
    return this.#unread && this.cell.source.code === this.code;
  }

  /** The reader runs what stands there. */
  allow() {
    this.#unread = false;
  }

  /**
   * Show the code that an address holds for this cell. It does not run.
   * @param {string} hash
   */
  async read(hash) {
    const { cell } = this;
    const found = linked(hash);
    if (!found || !cells.takes(found.key, cell)) return;
    cell.root.scrollIntoView({ block: "center" });
    if (cell.readonly) return cell.panel.note("The link brings code for a cell that can’t be edited. The page’s own code is shown.");
    try {
      const { code, removed } = await unpacked(found.packed);
      if (!this.#isEdited(code)) return this.#show(code, removed, hash);
      const act = () => this.#show(code, removed, hash);
      cell.panel.note("The link brings other code for this cell. Yours is still here.", { label: "Show the link’s code", act });
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      cell.panel.note(error.message);
    }
  }

  /** Whether code would take the place of what the reader wrote. @param {string} code */
  #isEdited(code) {
    const { source } = this.cell;
    return ![source.own, this.code, code].includes(source.code);
  }

  /**
   * @param {string} code
   * @param {number} removed
   * @param {string} hash
   */
  #show(code, removed, hash) {
    const { cell } = this;
    cell.source.code = this.code = code;
    this.#unread = true;
    cell.changed();
    hold(hash);
    const left = removed > 0 ? ` ${removed} invisible ${removed === 1 ? "character was" : "characters were"} left out.` : "";
    cell.panel.note(`This code came with the link. It has not run. Read it first: Run lets it do in your browser what this site may.${left}`);
  }

  /** The page's own code is wanted: the next visit gets it too. */
  drop() {
    release(this.cell.key);
  }

  /** Make a link of the code as it stands. */
  async copy() {
    const { key, panel, source } = this.cell;
    try {
      const href = await withCode(location.href, key, source.code);
      if (!(await panel.copy("link", href))) history.replaceState(history.state, "", href);
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      panel.note(error.message);
    }
  }
}
