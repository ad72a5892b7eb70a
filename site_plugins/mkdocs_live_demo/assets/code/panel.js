// A cell's frame: its buttons, its status, its note. Everything is inserted as text.

import { copy } from "../live-demo.js";

const PATIENCE = 500; // ms for which a run keeps quiet, and a double click on Run does not meet Stop
/** @typedef {"static" | "starting" | "updating" | "ready" | "stopped" | "error"} State */

export class Panel {
  /** @type {number | undefined} */
  #late;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.status = part(root, ".lc-status-text");
    root.querySelector(".lc-status-part")?.remove(); // of a page that was left and comes back
    this.percent = document.createElement("span"); // nobody wants it read out
    this.percent.className = "lc-status-part";
    this.percent.setAttribute("aria-hidden", "true");
    this.status.after(this.percent);
    this.frame = part(root, ".lc-frame");
    this.noteLine = part(root, ".lc-note");
    /** @type {HTMLFieldSetElement} */ (this.frame).disabled = false;
  }

  /** @param {string} act */
  button(act) {
    return /** @type {HTMLButtonElement | null} */ (this.root.querySelector(`.lc-bar [data-act=${act}]`));
  }

  /**
   * @param {State} state
   * @param {string} words
   * @param {number} [progress] 0 to 1
   */
  show(state, words, progress) {
    this.root.dataset.state = state;
    if (this.status.textContent !== words) this.status.textContent = words; // only a change is announced
    this.percent.textContent = progress === undefined ? "" : `${Math.round(100 * progress)} %`;
    this.frame.style.setProperty("--progress", String(progress ?? 0));
  }

  /** The button Stop takes the place of Run, if the run takes its time. @param {boolean} on */
  busy(on) {
    clearTimeout(this.#late);
    if (on) this.#late = setTimeout(() => this.#swap("run", "stop"), PATIENCE);
    else this.#swap("stop", "run");
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #swap(from, to) {
    const [going, coming] = [this.button(from), this.button(to)];
    if (!going || !coming || going.hidden) return;
    const focused = going === document.activeElement;
    going.hidden = true;
    coming.hidden = false;
    if (focused) coming.focus();
  }

  /**
   * @param {string} [text]
   * @param {{ label: string, act: () => void }} [action]
   */
  note(text = "", action) {
    this.noteLine.textContent = text;
    if (!action) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.label;
    button.addEventListener("click", action.act);
    this.noteLine.append(" ", button);
  }

  /**
   * @param {"copy" | "link"} act the button that says whether it worked
   * @param {string} text
   */
  async copy(act, text) {
    const button = this.button(act);
    return button !== null && copy(button, text, act === "link" ? "In the address" : "Not allowed");
  }
}

/**
 * @param {HTMLElement} root
 * @param {string} selector
 */
function part(root, selector) {
  return /** @type {HTMLElement} */ (root.querySelector(selector));
}
