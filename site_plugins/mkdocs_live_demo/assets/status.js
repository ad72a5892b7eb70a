// What a demo says of itself, in the words and marks of its head. No state changes the panel's height.

const WORDS = {
  static: "Computed with the page",
  starting: "Starting Python",
  ready: "Python ready",
  updating: "Python ready",
  stopped: "Stopped",
  error: "Python error",
  asking: "Not fetched yet",
};
const PATIENCE = 300; // ms for which an update keeps quiet

/** @typedef {keyof typeof WORDS} State */

/** Where the focus goes when what had it is gone: it must not fall to the page's top. @param {HTMLElement} demo */
export function focusFrame(demo) {
  const frame = /** @type {HTMLElement} */ (demo.querySelector(".ld-frame"));
  frame.tabIndex = -1;
  frame.focus({ preventScroll: true });
}

/**
 * Before an element goes that holds the focus, hand the focus to the demo's frame.
 * @param {HTMLElement} demo
 * @param {HTMLElement} leaving
 */
export function keepFocus(demo, leaving) {
  if (leaving.contains(document.activeElement)) focusFrame(demo);
}

export class Status {
  /** @type {number | undefined} */
  #late;

  /** @param {HTMLElement} demo */
  constructor(demo) {
    this.demo = demo;
    this.text = /** @type {HTMLElement} */ (demo.querySelector(".ld-status-text"));
    this.part = /** @type {HTMLElement} */ (demo.querySelector(".ld-status-part"));
    this.head = /** @type {HTMLElement} */ (demo.querySelector(".ld-head"));
    this.stop = /** @type {HTMLElement} */ (demo.querySelector("[data-act=stop]"));
  }

  /**
   * @param {State} state
   * @param {number} [progress] 0 to 1, of a start or of a streaming demo
   */
  show(state, progress) {
    const changed = this.demo.dataset.state !== state;
    this.demo.dataset.state = state;
    if (state === "starting") this.head.style.setProperty("--progress", String(progress ?? 0));
    if (state !== "updating") {
      clearTimeout(this.#late);
      this.#late = undefined;
      keepFocus(this.demo, this.stop);
      this.stop.hidden = true;
      this.say(WORDS[state], state === "starting" ? (progress ?? 0) : undefined);
    } else if (progress !== undefined && !this.stop.hidden) {
      this.say("Working", progress);
    } else if (changed) {
      this.#late = setTimeout(() => {
        this.say("Working");
        this.stop.hidden = false;
      }, PATIENCE);
    }
  }

  /**
   * Say at once what takes time.
   * @param {string} words
   * @param {number} [progress]
   */
  busy(words, progress) {
    clearTimeout(this.#late);
    this.stop.hidden = false;
    this.say(words, progress);
  }

  /**
   * Only a change of the words is announced.
   * @param {string} words
   * @param {number} [progress]
   */
  say(words, progress) {
    if (this.text.textContent !== words) this.text.textContent = words;
    this.part.textContent = progress === undefined ? "" : `${Math.round(100 * progress)} %`;
  }
}
