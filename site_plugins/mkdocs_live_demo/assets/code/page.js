// The cells of a page: their order, the set-up they need, and what is done to all of them.

import { runtime } from "../live-demo.js";
import { runtime as manifest } from "../manifest.js";
import { binds } from "./names.js";

/** @typedef {import("./cell.js").Cell} Cell */

class Cells {
  /** @type {Set<Cell>} */
  #all = new Set();
  #restarts = 0;
  /** Whether Python is being ended because the reader asked for a new one. */
  restarting = false;

  /** @param {Cell} cell */
  join(cell) {
    this.#all.add(cell);
    if (!cell.setup) bar();
  }

  /** @param {Cell} cell */
  leave(cell) {
    this.#all.delete(cell);
    if (![...this.#all].some(({ session }) => session === cell.session)) runtime.forget(cell.session);
  }

  /** In the order of the page. */
  get inOrder() {
    const follows = (/** @type {Cell} */ a, /** @type {Cell} */ b) =>
      a.root.compareDocumentPosition(b.root) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    return [...this.#all].sort(follows);
  }

  /** @param {Cell} cell */
  above(cell) {
    const all = this.inOrder;
    return all.slice(0, all.indexOf(cell)).filter(({ session, setup }) => session === cell.session && !setup);
  }

  /**
   * Whether a cell above that has not run makes a name.
   * @param {string} name
   * @param {Cell} cell
   */
  makes(name, cell) {
    return this.above(cell).some(({ fresh, source }) => !fresh && binds(source.code, name));
  }

  /**
   * Whether code for the cell of a key is this cell's; says so if no cell has that key.
   * @param {string} key
   * @param {Cell} cell
   */
  takes(key, cell) {
    if (cell.key === key) return !cell.setup;
    const known = document.querySelector(`live-code[data-key="${key}"]:not([data-setup])`);
    if (!known) say("The link brings code for a cell that is not on this page.");
    return false;
  }

  /**
   * Run cells one after the other, each with the set-up of its session; stop at the first that does not come to its end.
   * @param {Cell[]} wanted
   */
  async run(wanted) {
    say("");
    const restarts = this.#restarts;
    for (const cell of wanted) {
      if (cell.linking.unread) return sayStopped(cell, "its code came with a link. Read it, then press its own Run");
      const ready = await this.#setUp(cell);
      if (ready && (await cell.run())) continue;
      const told = wanted.length > 1 && restarts === this.#restarts && cell.root.isConnected;
      return told ? sayStopped(cell, ready ? faultIn(cell) : "error in the set-up") : undefined;
    }
  }

  /** @param {Cell} cell */
  async #setUp(cell) {
    for (const setup of this.inOrder.filter((other) => other.setup && other.session === cell.session && !other.fresh)) {
      if (await setup.run()) continue;
      setup.root.hidden = false; // what failed is there to be read
      cell.panel.note("The set-up of this page did not come to its end: it stands above.");
      return false;
    }
    return true;
  }

  runAll() {
    return this.run(this.inOrder.filter(({ setup }) => !setup));
  }

  restart() {
    this.#restarts += 1;
    this.restarting = true;
    const begun = runtime.restart();
    this.restarting = false;
    say(begun ? "Python starts anew. The variables of this page are gone; code and output are still here." : "Python has not started yet.");
  }
}

export const cells = new Cells();

// Another load would take away what the reader wrote and ran.
document.addEventListener("live-demo:lost", (event) => {
  if (cells.inOrder.some(({ fresh, source }) => fresh || source.code !== source.own)) event.preventDefault();
});

/** The bar of the page: what the build left room for, or made here. */
function bar() {
  const first = document.querySelector("live-code:not([data-setup])");
  const made = document.querySelector("live-cells") ?? document.createElement("live-cells");
  if (!first || made.childElementCount > 0) return made;
  made.classList.add("lc-page");
  if (!made.isConnected) (first.closest(".lc-wrap") ?? first).before(made);
  const acts = document.createElement("div");
  acts.setAttribute("role", "group");
  acts.setAttribute("aria-label", "All cells");
  acts.append(button("Run all", () => void cells.runAll()), button("Restart", () => cells.restart()));
  const said = document.createElement("p");
  said.className = "lc-said";
  said.setAttribute("role", "status");
  made.append(acts, versions(), said);
  return made;
}

/** @param {string} text */
function say(text) {
  const said = document.querySelector("live-cells .lc-said");
  if (said && said.textContent !== text) said.textContent = text;
  return said;
}

/**
 * Several cells were to run, and the one that did not come to its end may be out of sight.
 * @param {Cell} cell
 * @param {string} why
 */
function sayStopped({ name, panel, root }, why) {
  const show = () => {
    root.scrollIntoView({ block: "center" });
    panel.button("run")?.focus({ preventScroll: true });
  };
  say(`Stopped at ${name}${why && `: ${why}`}. `)?.append(button(`Show ${name}`, show));
}

/** What its status says of an error; nothing of another end. @param {Cell} cell */
function faultIn({ panel }) {
  const state = panel.status.textContent ?? "";
  return /error/i.test(state) ? state.replace(/^Error/, "error") : "";
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

function versions() {
  const numpy = manifest.wheels.map((name) => /^numpy-([\d.]+)-/.exec(name)?.[1]).find(Boolean);
  const line = document.createElement("p");
  line.className = "lc-versions";
  line.textContent = `Python ${manifest.python}${numpy ? `, numpy ${numpy}` : ""} in your browser`;
  return line;
}
