// One cell: its code runs in the page's Python, its output appears below it. What a link or a reader brings stays text
// until Run is pressed.

import { consent, runtime } from "../live-demo.js";
import { Linking } from "./linking.js";
import { Output } from "./output.js";
import { cells } from "./page.js";
import { Panel } from "./panel.js";
import { Source } from "./source.js";

/** @typedef {import("../protocol.d.ts").CellClient} CellClient */
/** @typedef {import("../protocol.d.ts").RuntimeState} RuntimeState */

const TWICE = 500; // ms within which the second click of a double click on Stop meets Run, which has taken its place
const NO_EDITOR = "The editor could not be loaded. Is the connection there?";

/** @implements {CellClient} */
export class Cell {
  /** Whether it has run to its end since Python's start: then its variables are there. */
  fresh = false;
  /** @type {RuntimeState["phase"]} */
  #phase = "idle";
  /** @type {Promise<boolean> | null} */
  #running = null;
  /** @type {(ok: boolean) => void} */
  #settle = () => {};
  #said = false; // whether this run has shown anything
  #handed = ""; // the code that was last run
  #ended = false; // whether Python was ended while this ran
  #stopped = -TWICE; // when Stop was pressed

  /**
   * @param {HTMLElement} root
   * @param {string} hash the address's fragment when the page came
   * @param {AbortSignal} signal
   */
  constructor(root, hash, signal) {
    this.root = root;
    this.key = root.dataset.key ?? "";
    this.name = this.key.replace(/-(\d+)$/, " $1");
    // No session outlives its page, whatever the order in which the next page comes and this one goes.
    this.session = `${location.pathname}#${root.dataset.session ?? "page"}`;
    this.setup = root.dataset.setup !== undefined;
    this.readonly = root.dataset.readonly !== undefined;
    this.echo = root.dataset.echo !== undefined;
    this.panel = new Panel(root);
    this.source = new Source(/** @type {HTMLElement} */ (root.querySelector(".lc-code")));
    this.output = new Output(/** @type {HTMLElement} */ (root.querySelector("[data-output]")));
    this.linking = new Linking(this);
    root.addEventListener("click", (event) => this.#clicked(event), { signal });
    root.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    // After a failure “Try again” does it: at the press of a button nothing may move from under the pointer.
    const near = () => this.#phase !== "failed" && runtime.start();
    for (const touch of ["pointerdown", "focusin"]) root.addEventListener(touch, near, { signal });
    signal.addEventListener("abort", () => this.#leave(), { once: true });
    cells.join(this);
    runtime.join(this);
    void this.linking.read(hash);
    window.addEventListener("hashchange", () => this.linking.read(location.hash), { signal });
  }

  /**
   * Run the code as it stands.
   * @returns {Promise<boolean>} whether it came to its end
   */
  run() {
    return (this.#running ??= this.#run());
  }

  /** @returns {Promise<boolean>} */
  #run() {
    const ended = new Promise((resolve) => (this.#settle = resolve));
    this.#said = this.#ended = false;
    this.fresh = false;
    this.output.begin();
    this.source.unmark();
    this.panel.note();
    this.panel.busy(true);
    runtime.start();
    const { session, name, echo } = this;
    this.#handed = this.source.code;
    if (this.#phase === "ready") this.panel.show("updating", "Waiting");
    else this.panel.show("starting", "Starting Python", 0);
    runtime.ask(this, { type: "run", session, name, code: this.#handed, echo, agreed: consent.given });
    return ended;
  }

  /** @param {RuntimeState} state */
  onRuntime(state) {
    this.#phase = state.phase;
    if (!this.#running) return;
    if (state.phase === "starting") this.panel.show("starting", "Starting Python", state.ratio);
    else if (state.phase === "ready") this.panel.show("updating", "Waiting");
  }

  onBegun() {
    this.panel.show("updating", "Running");
  }

  /** @param {import("../protocol.d.ts").Output} piece */
  onOutput(piece) {
    this.#said = true;
    this.output.add(piece);
  }

  /** @param {string} module @param {number} [ratio] */
  onLoading(module, ratio) {
    this.panel.show("updating", `Fetching ${module}`, ratio || undefined);
  }

  /** @param {import("../protocol.d.ts").Ran} ran */
  onRan({ ok, line, missing, large }) {
    this.fresh = ok;
    this.#end(ok);
    if (large) consent.ask(this.panel.noteLine, large, () => this.run(), " and run again");
    if (ok) return void this.#show("ready", "Ran in your browser");
    const words = line ? `Error in line ${line}` : "Error";
    if (this.#show("error", words) && line) this.source.mark(line, words);
    if (missing && cells.makes(missing, this)) {
      this.panel.note(`${missing} is made in a cell above that has not run.`, this.#above());
    }
  }

  onStopped() {
    if (!this.#running) return;
    this.#end(false, !this.#said);
    this.#show("stopped", "Stopped");
    if (this.#ended) this.#tellLost(`${cells.restarting ? "Restart" : "Stop"} ended Python, and with it this page’s variables. The code is still here.`);
  }

  /** @param {string} message */
  onBroken(message) {
    this.#end(false, true);
    const began = this.#phase === "ready";
    this.#show("error", began ? "Python error" : "Python did not start");
    this.panel.note(`Python ${began ? "stopped working" : "did not start"}. ${message}`, { label: "Try again", act: () => this.begin() });
  }

  onLost() {
    if (this.#running) this.#ended = true;
    else if (this.fresh) this.panel.show("static", "Variables gone: run again");
    this.fresh = false;
  }

  /**
   * @param {boolean} ok
   * @param {boolean} [silent]
   */
  #end(ok, silent = false) {
    this.output.end(silent);
    this.panel.busy(false);
    this.#running = null;
    this.#settle(ok);
  }

  /** @param {string} words */
  #tellLost(words) {
    this.panel.note(words, cells.above(this).length > 0 ? this.#above() : undefined);
  }

  #above() {
    return { label: "Run the cells above", act: () => void cells.run([...cells.above(this), this]) };
  }

  /** Run, as the reader asks for it: with the set-up that it needs. */
  begin() {
    this.linking.allow();
    return cells.run([this]);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const button = /** @type {Element} */ (event.target).closest("[data-act]");
    const act = button instanceof HTMLElement ? button.dataset.act : "";
    if (act === "run" && !this.#again(event)) void this.begin();
    else if (act === "stop") this.#stop(event);
    else if (act === "edit") void this.edit();
    else if (act === "reset") this.reset();
    else if (act === "copy") void this.panel.copy("copy", this.source.code);
    else if (act === "link") void this.linking.copy();
  }

  /** Whether a click, or a key that is held down, was meant for Stop. @param {MouseEvent} event */
  #again({ detail, isTrusted, timeStamp }) {
    return isTrusted && detail !== 1 && timeStamp < this.#stopped + TWICE;
  }

  /** @param {Event} event */
  #stop(event) {
    this.#stopped = event.timeStamp;
    consent.withdraw();
    runtime.stop(this);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    void this.begin();
  }

  async edit() {
    const button = this.panel.button("edit");
    const opened = this.source.edit({
      label: `Code of ${this.name}`,
      changed: () => this.changed(),
      run: () => void this.begin(),
      complete: (code, position) => runtime.complete(this.session, code, position),
    });
    const editor = await opened.catch((error) => void console.error(error));
    if (!editor) return this.panel.note(NO_EDITOR, { label: "Try again", act: () => void this.edit() });
    if (this.panel.noteLine.textContent?.startsWith(NO_EDITOR)) this.panel.note();
    editor.focus();
    if (button) button.hidden = true;
  }

  reset() {
    const reset = this.panel.button("reset");
    this.source.code = this.source.own;
    this.linking.drop();
    this.panel.note();
    this.changed();
    if (this.source.editor) this.source.editor.focus();
    else if (reset?.hidden) this.panel.button("run")?.focus();
  }

  /** Say whose code this is. */
  changed() {
    const reset = this.panel.button("reset");
    if (reset) reset.hidden = this.source.code === this.source.own;
    if (!this.#running) this.#showUnrun();
  }

  #showUnrun() {
    const { code, own } = this.source;
    const others = code === this.linking.code ? "From a link, not run" : "Edited, not run yet";
    this.panel.show("static", code === own ? "The page’s own code" : others);
  }

  /**
   * Say how a run ended, if what ran is what stands there.
   * @param {"ready" | "error" | "stopped"} state
   * @param {string} words
   */
  #show(state, words) {
    const same = this.source.code === this.#handed;
    if (same) this.panel.show(state, words);
    else this.#showUnrun();
    return same;
  }

  #leave() {
    this.source.close();
    cells.leave(this);
    runtime.leave(this);
    this.#settle(false);
  }
}
