// <live-demo>: behaviour for HTML that is already complete. It upgrades wherever it is inserted, so it survives
// instant navigation, and it holds no numbers: the form elements are the state, Python gives the view.

import { askFirst, consent, dropLine } from "./consent.js";
import { draw } from "./draw.js";
import { clearFault, showDown, showError } from "./fault.js";
import { begin, complete, fieldsOf, holds, press, read, refresh, starting, write } from "./fields.js";
import { editing } from "./grid.js";
import "./jumps.js";
import "./left.js";
import "./live-code.js";
import { dragging, placeHandles } from "./handle.js";
import { isWhole, opensWithDemo, whenNear } from "./near.js";
import { pointing } from "./pointing.js";
import { predicting } from "./predict.js";
import { runtime } from "./runtime.js";
import { saving } from "./saving.js";
import { Status } from "./status.js";
import { copy, copyLink, valuesIn, withValues } from "./url-state.js";

/** @typedef {import("./protocol.d.ts").DemoClient} DemoClient */
/** @typedef {import("./protocol.d.ts").Values} Values */
/** @typedef {import("./protocol.d.ts").RuntimeState} RuntimeState */

const SETTLE = 250; // ms without a move before the address is written

/** @implements {DemoClient} */
export class LiveDemo extends HTMLElement {
  /** @type {AbortController} */
  #life = new AbortController();
  #open = 0; // number of the newest question while it is unanswered
  #whole = true; // whether the view is finished, and no frame of a stream
  /** @type {Values} */
  #drawn = {}; // the values that the view on screen stands for
  /** @type {RuntimeState["phase"]} */
  #phase = "idle";
  #down = false; // whether Python failed to start, or broke down
  #started = false;
  /** @type {((matches: boolean) => void)[]} */
  #onSettled = [];
  /** @type {number | undefined} */
  #writing;

  connectedCallback() {
    this.#life = new AbortController();
    if (isWhole(this)) this.#takeOver();
    else document.addEventListener("DOMContentLoaded", () => this.#takeOver(), { signal: this.#life.signal });
  }

  #takeOver() {
    const { signal } = this.#life;
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (this.querySelector(selector));
    this.key = this.dataset.key ?? "";
    this.demo = this.getAttribute("name") ?? "";
    this.path = location.pathname;
    this.view = part("[data-view]");
    this.fault = part(".ld-error");
    this.note = part(".ld-note");
    begin((this.fields = fieldsOf(this)));
    this.status = new Status(this);
    /** @type {HTMLFieldSetElement} */ (part(".ld-frame")).disabled = false;

    this.addEventListener("input", (event) => this.fields?.includes(/** @type {any} */ (event.target)) && this.#moved(), { signal });
    this.addEventListener("change", () => this.#writing && this.#writeAddress(), { signal });
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    for (const touch of ["pointerdown", "focusin"]) this.addEventListener(touch, () => this.#begin(), { signal });
    dragging(this, (values) => this.set(values), signal);
    this.grids = editing(this, { set: (values) => this.set(values), note: this.note, signal });
    this.pointed = pointing(this, signal);
    this.prediction = predicting(this, { settled: () => this.settled(), set: (v) => this.set(v), values: () => this.values, signal });
    this.#drawn = starting(this.fields);
    runtime.join(this);
    if (this.#readAddress()) this.#moved();
    whenNear(this, () => this.#begin(), signal);
  }

  disconnectedCallback() {
    this.#life.abort();
    clearTimeout(this.#writing);
    runtime.leave(this);
  }

  /** @returns {Values} */
  get values() {
    return read(this.fields ?? []);
  }

  /** Set controls by name, as a reader would. @param {Record<string, unknown>} values */
  set(values) {
    const notes = (this.fields ?? []).filter((f) => Object.hasOwn(values, f.name)).map((f) => write(f, values[f.name]));
    this.#moved();
    return notes.filter(Boolean);
  }

  /**
   * Resolves when the newest question is settled: whether the view shows the controls' values.
   * @returns {Promise<boolean>}
   */
  settled() {
    if (this.#whole && holds(this.values, this.#drawn)) return Promise.resolve(true);
    if (this.#phase === "failed" || !this.#open) return Promise.resolve(false);
    return new Promise((resolve) => this.#onSettled.push(resolve));
  }

  /** @param {RuntimeState} state */
  onRuntime(state) {
    const began = this.#phase === "ready";
    this.#phase = state.phase;
    if (!this.#started || !this.fault) return;
    if (state.phase === "failed") {
      this.#down = true;
      this.status?.show("error");
      this.#settle(false);
      showDown(this.fault, began ? "stopped working" : "did not start", state.message, () => runtime.start());
      return;
    }
    // A demo that was stopped or raised stays as it is while Python starts for another.
    const rests = !this.#open && !this.#down && ["stopped", "error", "asking"].includes(this.dataset.state ?? "");
    this.#down = false;
    if (rests) return;
    if (state.phase === "starting") {
      clearFault(this.fault);
      this.status?.show("starting", state.ratio);
    } else if (state.phase === "ready") this.status?.show(this.#open ? "updating" : "ready");
  }

  /**
   * @param {string} html
   * @param {number | null} progress
   * @param {Values} values
   */
  onFrame(html, progress, values) {
    if (!this.view || !this.fault) return;
    draw(this, this.view, html);
    this.grids?.show();
    this.pointed?.show();
    clearFault(this.fault);
    dropLine(this);
    this.#drawn = values;
    this.#whole = false;
    this.dataset.revision = String(Number(this.dataset.revision) + 1);
    if (performance.getEntriesByName("live-demo:ready").length === 0) {
      requestAnimationFrame(() => performance.mark("live-demo:ready"));
    }
    this.status?.show("updating", progress ?? undefined);
  }

  /** @param {number} id */
  onDone(id) {
    if (id !== this.#open) return;
    this.#whole = true;
    this.#open = 0;
    this.status?.show("ready");
    this.#settle(true);
  }

  onStopped() {
    this.#open = 0;
    this.status?.show("stopped");
    this.#settle(false);
  }

  /**
   * @param {string} message
   * @param {string} traceback
   * @param {number} id
   * @param {import("./protocol.d.ts").Large} [large] that it needs, and that the reader has not agreed to yet
   */
  onError(message, traceback, id, large) {
    if (id !== this.#open || !this.fault) return;
    this.#open = 0;
    clearFault(this.fault);
    if (large) askFirst(this, large, () => this.#ask());
    else showError(this.fault, message, traceback, () => this.#restart());
    this.status?.show(large ? "asking" : "error");
    this.#settle(false);
  }

  onLoading(module = "", ratio = 0) {
    this.status?.busy(`Fetching ${module || "the rest"}`, ratio || undefined);
  }

  /** Start Python for this demo, once. */
  #begin() {
    if (this.#started) return;
    this.#started = true;
    runtime.start();
    runtime.join(this);
    this.#ask();
  }

  /** A cell or a demo may have left Python in a state in which this cannot run. */
  #restart() {
    runtime.restart();
    this.#ask();
  }

  #ask() {
    this.#open = runtime.ask(this, { type: "ask", demo: this.demo ?? "", values: this.values, agreed: consent.given });
    if (this.#phase === "ready") this.status?.show("updating");
    else if (this.#phase === "starting" && this.dataset.state !== "starting") this.status?.show("starting");
  }

  #moved() {
    refresh(this.fields ?? []);
    placeHandles(this, this.values);
    this.grids?.show();
    press(this, this.values);
    this.prediction?.moved();
    if (!complete(this.fields ?? [])) return; // a number is being typed
    if (this.#started) this.#ask();
    else this.#begin();
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => this.#writeAddress(), SETTLE);
  }

  #writeAddress() {
    clearTimeout(this.#writing);
    if (location.pathname !== this.path) return; // the page has been left meanwhile
    history.replaceState(history.state, "", withValues(location.href, this.key ?? "", this.values, starting(this.fields ?? [])));
  }

  /** @param {Event} event */
  #clicked(event) {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button"));
    if (!button || !this.contains(button)) return;
    if (button.dataset.set !== undefined) this.set(JSON.parse(button.dataset.set));
    const act = button.dataset.act;
    if (act === "stop") (consent.withdraw(), runtime.stop(this));
    else if (act === "link") void copyLink(button, this.key ?? "", this.values, /** @type {HTMLElement} */ (this.note));
    else if (act === "source") void copy(button, button.previousElementSibling?.textContent ?? "", "Select it above");
    else if (act === "svg" || act === "png" || act === "csv") void saving(this, act, /** @type {HTMLElement} */ (this.note));
  }

  /** @returns {boolean} whether the address changed a control */
  #readAddress() {
    const raw = valuesIn(location.search, this.key ?? "");
    const known = new Map((this.fields ?? []).map((f) => [f.name, f]));
    const notes = [...raw].map(([name, value]) => {
      const field = known.get(name);
      return field ? write(field, value) : `The link names a control that is not here: “${name.slice(0, 24)}”.`;
    });
    const said = notes.filter(Boolean);
    const more = said.length > 3 ? [`And ${said.length - 3} more.`] : [];
    if (this.note) this.note.textContent = [...said.slice(0, 3), ...more].join(" ");
    return !holds(this.values, starting(this.fields ?? []));
  }

  /** @param {boolean} matches */
  #settle(matches) {
    for (const settle of this.#onSettled.splice(0)) settle(matches);
  }
}

if (opensWithDemo()) runtime.start(); // often before the page has its styles
customElements.define("live-demo", LiveDemo);
export { consent, copy, runtime };
