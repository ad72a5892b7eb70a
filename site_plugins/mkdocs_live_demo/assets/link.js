// The page's worker: made, adopted from the page's head, listened to, ended.

import { lost } from "./lost.js";

/** @typedef {import("./protocol.d.ts").ToWorker} ToWorker */
/** @typedef {import("./protocol.d.ts").FromWorker} FromWorker */
/** @typedef {import("./boot.js").Kept} Kept */

/** @type {import("./protocol.d.ts").Heir} */
const HEIR = "live-demo-heir";
const SILENCE = 60_000; // ms without any progress after which a start counts as failed
// A worker that has nothing else to do says at once that it has heard. Counted in ticks: a machine that slept in
// between has counted one.
const TICK = 1000; // ms
const TICKS = 10;
const DEAD = "The browser has ended it without a word, which some do when memory is short.";

export class Link {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {number | undefined} */
  #silence;
  /** @type {number | undefined} */
  #unheard;
  #starts = 0;
  #missed = false; // whether Python is wanted and not there: it starts, or has failed
  /** @type {Kept | undefined} */
  #kept;

  /**
   * @param {(message: import("./protocol.d.ts").Told) => void} told
   * @param {(message: string) => void} failed
   */
  constructor(told, failed) {
    this.told = told;
    this.failed = failed;
    this.#yield();
  }

  /**
   * A page that the browser keeps for Back would hold what it compiles, and Firefox lets no other page compile then.
   * WebKit has broken off what was being fetched. So Python starts anew when the reader comes back.
   */
  #yield() {
    let yielded = false;
    let failed = false;
    addEventListener("pagehide", ({ persisted }) => {
      yielded = persisted && this.#missed;
      failed = !this.#worker;
      if (yielded) this.end();
    });
    addEventListener("pageshow", () => {
      if (yielded) this.launch(failed);
      yielded = false;
    });
  }

  /** Whether no worker has been asked for yet, by this script or by the page's head. */
  get untouched() {
    return this.#starts === 0 && !globalThis.liveDemoStart;
  }

  /**
   * End the worker, if there is one, and start another.
   * @param {boolean} anew ask the server for the files again: a broken one may lie in the browser's cache
   */
  launch(anew) {
    this.end();
    this.#missed = true;
    this.#starts += 1;
    const early = this.#starts === 1 ? globalThis.liveDemoStart : undefined;
    const kept = anew ? undefined : this.#kept;
    try {
      this.#worker = early?.worker ?? this.#created(anew ? `?again=${this.#starts}` : "", kept ? HEIR : "live-demo");
    } catch {
      return this.failed("This browser lets the page start no worker, and Python runs in one.");
    }
    for (const type of ["message", "error"]) this.#worker.addEventListener(type, this.#hear);
    this.#listen();
    if (kept) this.#bequeath(kept);
    if (!early) return;
    early.worker.onmessage = early.worker.onerror = null;
    for (const event of early.held) this.#hear(event);
  }

  /** The new worker gets what the last one gave; the unpacked snapshot goes from worker to worker. @param {Kept} kept */
  #bequeath(kept) {
    this.#kept = { modules: kept.modules, memory: {} };
    this.post({ type: "inherit", kept }, Object.values(kept.memory));
  }

  /** End the worker, if there is one. @param {boolean} [failed] it is still wanted */
  end(failed = false) {
    clearTimeout(this.#silence);
    clearInterval(this.#unheard);
    this.#missed = failed;
    this.#worker?.terminate();
    this.#worker = null;
    if (failed) lost();
  }

  /**
   * @param {ToWorker} message
   * @param {ArrayBuffer[]} [handed] over
   * @param {boolean} [idle] whether the worker has nothing else to do
   */
  post(message, handed = [], idle = false) {
    this.#worker?.postMessage(message, handed);
    if (!idle) return;
    clearInterval(this.#unheard);
    let ticks = 0;
    this.#unheard = setInterval(() => ++ticks === TICKS && this.failed(DEAD), TICK);
  }

  /**
   * @param {string} query
   * @param {string} name
   */
  #created(query, name) {
    return new Worker(new URL(`worker.js${query}`, import.meta.url), { type: "module", name });
  }

  /** @param {Event} event */
  #hear = (event) => {
    if (event.target !== this.#worker) return;
    clearInterval(this.#unheard);
    if (event instanceof MessageEvent) {
      /** @type {FromWorker} */
      const message = event.data;
      if (!message?.type || message.type === "heard") return; // a cell can post what it likes
      if (message.type === "kept") return (this.#kept = message.kept);
      if (message.type === "progress") this.#listen();
      if (message.type === "ready") {
        clearTimeout(this.#silence);
        this.#missed = false;
      }
      return this.told(message);
    }
    event.preventDefault();
    this.failed(/** @type {ErrorEvent} */ (event).message || "Its files could not be loaded. Is the connection there?");
  };

  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.failed("Nothing arrived from the server for a minute."), SILENCE);
  }
}
