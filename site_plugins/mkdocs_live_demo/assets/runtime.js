// The page's one Python: starts the worker, hands it the newest question of each demo, restarts it on Stop.
// It lives as long as the tab's document, across instant navigation.

/** @typedef {import("./protocol.d.ts").Client} Client */
/** @typedef {import("./protocol.d.ts").Values} Values */
/** @typedef {import("./protocol.d.ts").RuntimeState} RuntimeState */
/** @typedef {import("./protocol.d.ts").ToWorker} ToWorker */
/** @typedef {import("./protocol.d.ts").FromWorker} FromWorker */
/** @typedef {{ id: number, demo: string, values: Values }} Question */
/** @typedef {{ asked: Question | null, waiting: Question | null, frames: number, stopping: boolean }} Desk */

const GRACE = 400; // ms that a question gets to end by itself before the worker is ended
const SILENCE = 60_000; // ms without any progress after which a start counts as failed

class Runtime {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {RuntimeState} */
  #state = { phase: "idle" };
  /** @type {Map<Client, Desk>} */
  #desks = new Map();
  /** @type {number[]} what the worker has been told to do and has not answered; the first one holds it */
  #turns = [];
  #lastId = 0;
  #starts = 0;
  #failures = 0;
  /** @type {number | undefined} */
  #silence;

  /** @param {Client} client */
  join(client) {
    if (!this.#desks.has(client)) this.#desks.set(client, { asked: null, waiting: null, frames: 0, stopping: false });
    client.onRuntime(this.#state);
  }

  /** A demo has left the page. What runs for it is ended, by ending the worker if need be. @param {Client} client */
  leave(client) {
    const asked = this.#desks.get(client)?.asked;
    this.#desks.delete(client);
    if (!asked) return;
    this.#post({ type: "cancel", id: asked.id });
    setTimeout(() => this.#turns[0] === asked.id && this.#launch(), GRACE);
  }

  start() {
    if (this.#state.phase === "starting" || this.#state.phase === "ready") return;
    if (this.#starts === 0 && !globalThis.liveDemoStart) performance.mark("live-demo:start");
    this.#launch();
  }

  /**
   * Ask for a demo's result. Of several questions of one client only the newest is kept while one is being answered.
   * @param {Client} client
   * @param {string} demo
   * @param {Values} values
   * @returns {number} the question's number, which its answers carry
   */
  ask(client, demo, values) {
    const desk = this.#desks.get(client);
    if (!desk) return 0;
    desk.waiting = { id: ++this.#lastId, demo, values };
    if (desk.asked) this.#post({ type: "cancel", id: desk.asked.id });
    this.#hand(desk);
    return this.#lastId;
  }

  /**
   * Give up what a client has asked. A stream ends before its next frame; a question behind another's is dropped;
   * one that holds the worker ends with it.
   * @param {Client} client
   */
  stop(client) {
    const desk = this.#desks.get(client);
    if (!desk) return;
    desk.waiting = null;
    if (!desk.asked) return client.onStopped();
    const { id } = desk.asked;
    desk.stopping = true;
    this.#post({ type: "cancel", id });
    setTimeout(() => {
      if (desk.asked?.id !== id) return;
      if (this.#turns[0] === id) return this.#launch();
      this.#drop(client, desk);
    }, desk.frames > 0 ? GRACE : 0);
  }

  #launch() {
    this.#worker?.terminate();
    const [holder] = this.#turns;
    this.#turns = [];
    this.#starts += 1;
    for (const [client, desk] of this.#desks) {
      if (desk.asked && (desk.stopping || desk.asked.id === holder)) this.#drop(client, desk);
      this.#keep(desk);
    }
    this.#tell({ phase: "starting", ratio: 0 });
    const early = this.#starts === 1 ? globalThis.liveDemoStart : undefined;
    this.#worker = early?.worker ?? this.#created();
    for (const type of ["message", "error"]) this.#worker.addEventListener(type, this.#hear);
    this.#listen();
    if (!early) return this.#post({ type: "start" });
    early.worker.onmessage = early.worker.onerror = null;
    for (const event of early.held) this.#hear(event);
  }

  #created() {
    // After a failure files are asked for anew: a broken one may lie in the browser's cache.
    const again = this.#failures > 0 ? `?again=${this.#starts}` : "";
    return new Worker(new URL(`worker.js${again}`, import.meta.url), { type: "module", name: "live-demo" });
  }

  /** @param {Event} event */
  #hear = (event) => {
    if (event.target !== this.#worker) return;
    if (event instanceof MessageEvent) return this.#receive(event.data);
    event.preventDefault();
    this.#fail(/** @type {ErrorEvent} */ (event).message || "A script of the worker could not be loaded.");
  };

  /** @param {FromWorker} message */
  #receive(message) {
    if (message.type === "progress") {
      this.#listen();
      this.#tell({ phase: "starting", ratio: message.ratio });
    } else if (message.type === "failed") this.#fail(message.message);
    else if (message.type === "ready") {
      clearTimeout(this.#silence);
      this.#failures = 0;
      performance.mark("live-demo:python", { detail: { route: message.route, why: message.why } });
      this.#tell({ phase: "ready" });
      for (const desk of this.#desks.values()) this.#hand(desk);
    } else this.#answer(message);
  }

  /** @param {Exclude<FromWorker, {type: "progress" | "ready" | "failed"}>} message */
  #answer(message) {
    const turn = this.#turns.indexOf(message.id);
    if (turn >= 0 && message.type !== "loading") this.#turns.splice(turn, 1);
    for (const [client, desk] of this.#desks) {
      if (desk.asked?.id !== message.id) continue;
      if (message.type === "loading") client.onLoading(message.module);
      else if (message.type === "frame") this.#frame(client, desk, message);
      else this.#finish(client, desk, message);
    }
  }

  /**
   * @param {Client} client
   * @param {Desk} desk
   * @param {Extract<FromWorker, {type: "frame"}>} frame
   */
  #frame(client, desk, { id, html, progress }) {
    desk.frames += 1;
    client.onFrame(html, progress, desk.asked?.values ?? {});
    const go = () => desk.asked?.id === id && this.#post({ type: "next", id });
    // The first frame is often the only one; after that the page must have painted before the next is made.
    if (desk.frames === 1) go();
    else if (document.hidden) setTimeout(go, 100);
    else requestAnimationFrame(() => setTimeout(go));
  }

  /**
   * @param {Client} client
   * @param {Desk} desk
   * @param {Extract<FromWorker, {type: "done" | "error"}>} message
   */
  #finish(client, desk, message) {
    const stopped = desk.stopping && !desk.waiting;
    desk.asked = null;
    desk.stopping = false;
    if (stopped) client.onStopped();
    else if (message.type === "done") client.onDone(message.id);
    else client.onError(message.message, message.traceback, message.id);
    this.#hand(desk);
  }

  /** @param {Desk} desk */
  #hand(desk) {
    if (this.#state.phase !== "ready" || desk.asked || !desk.waiting) return;
    desk.asked = desk.waiting;
    desk.waiting = null;
    desk.frames = 0;
    this.#post({ type: "ask", ...desk.asked });
  }

  /**
   * @param {Client} client
   * @param {Desk} desk
   */
  #drop(client, desk) {
    desk.asked = null;
    desk.stopping = false;
    if (desk.waiting) this.#hand(desk);
    else client.onStopped();
  }

  /** What was asked of a worker that is gone will be asked again. @param {Desk} desk */
  #keep(desk) {
    desk.waiting ??= desk.asked;
    desk.asked = null;
    desk.frames = 0;
    desk.stopping = false;
  }

  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#fail("Nothing arrived from the server for a minute."), SILENCE);
  }

  /** @param {string} message */
  #fail(message) {
    clearTimeout(this.#silence);
    this.#worker?.terminate();
    this.#worker = null;
    this.#turns = [];
    this.#failures += 1;
    for (const desk of this.#desks.values()) this.#keep(desk);
    this.#tell({ phase: "failed", message });
  }

  /** @param {RuntimeState} state */
  #tell(state) {
    this.#state = state;
    for (const client of this.#desks.keys()) client.onRuntime(state);
  }

  /** @param {ToWorker} message */
  #post(message) {
    if (message.type === "ask" || message.type === "next") this.#turns.push(message.id);
    this.#worker?.postMessage(message);
  }
}

export const runtime = new Runtime();
