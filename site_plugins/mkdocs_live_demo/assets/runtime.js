// The page's one Python: starts the worker, hands it the newest question of each demo, restarts it on Stop.
// It lives as long as the tab's document, across instant navigation.

/** @typedef {import("./protocol.d.ts").Client} Client */
/** @typedef {import("./protocol.d.ts").Values} Values */
/** @typedef {import("./protocol.d.ts").RuntimeState} RuntimeState */
/** @typedef {import("./protocol.d.ts").ToWorker} ToWorker */
/** @typedef {import("./protocol.d.ts").FromWorker} FromWorker */
/** @typedef {{ id: number, demo: string, values: Values }} Question */
/** @typedef {{ asked: Question | null, waiting: Question | null, frames: number, cancelled: boolean }} Desk */

const CANCEL_GRACE = 400; // ms that a streaming demo gets to end by itself before the worker is ended
const SILENCE = 60_000; // ms without any progress after which a start counts as failed

class Runtime {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {RuntimeState} */
  #state = { phase: "idle" };
  /** @type {Map<Client, Desk>} */
  #desks = new Map();
  #lastId = 0;
  /** @type {number | undefined} */
  #silence;

  /** @param {Client} client */
  join(client) {
    this.#desks.set(client, { asked: null, waiting: null, frames: 0, cancelled: false });
    client.onRuntime(this.#state);
  }

  /** @param {Client} client */
  leave(client) {
    const desk = this.#desks.get(client);
    this.#desks.delete(client);
    if (desk?.asked) this.#post({ type: "cancel", id: desk.asked.id });
  }

  start() {
    if (this.#state.phase === "starting" || this.#state.phase === "ready") return;
    performance.mark("live-demo:start");
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
    if (desk.asked && desk.frames > 0) this.#post({ type: "cancel", id: desk.asked.id });
    this.#hand(desk);
    return this.#lastId;
  }

  /**
   * End what runs for a client: between frames where it streams, by ending the worker otherwise.
   * @param {Client} client
   */
  stop(client) {
    const desk = this.#desks.get(client);
    if (!desk?.asked) return;
    const { id } = desk.asked;
    desk.waiting = null;
    desk.cancelled = true;
    this.#post({ type: "cancel", id });
    const patience = desk.frames > 0 ? CANCEL_GRACE : 0;
    setTimeout(() => {
      if (desk.asked?.id !== id) return;
      this.#finish(client, desk, id);
      this.#launch();
    }, patience);
  }

  #launch() {
    this.#worker?.terminate();
    for (const desk of this.#desks.values()) {
      desk.waiting ??= desk.asked;
      desk.asked = null;
      desk.frames = 0;
    }
    this.#tell({ phase: "starting", ratio: 0 });
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "live-demo" });
    worker.addEventListener("message", (event) => worker === this.#worker && this.#receive(event.data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#fail(event.message || "A script of the worker could not be loaded.");
    });
    this.#worker = worker;
    this.#listen();
    this.#post({ type: "start" });
  }

  /** @param {FromWorker} message */
  #receive(message) {
    if (message.type === "progress") {
      this.#listen();
      this.#tell({ phase: "starting", ratio: message.ratio });
    } else if (message.type === "failed") this.#fail(message.message);
    else if (message.type === "ready") {
      clearTimeout(this.#silence);
      this.#tell({ phase: "ready" });
      for (const desk of this.#desks.values()) this.#hand(desk);
    } else this.#answer(message);
  }

  /** @param {Exclude<FromWorker, {type: "progress" | "ready" | "failed"}>} message */
  #answer(message) {
    for (const [client, desk] of this.#desks) {
      if (desk.asked?.id !== message.id) continue;
      if (message.type === "loading") client.onLoading(message.module);
      else if (message.type === "frame") {
        desk.frames += 1;
        client.onFrame(message.html, message.progress, message.id);
      } else if (message.type === "done") this.#finish(client, desk, message.id);
      else {
        desk.asked = null;
        client.onError(message.message, message.traceback, message.id);
        this.#hand(desk);
      }
    }
  }

  /**
   * @param {Client} client
   * @param {Desk} desk
   * @param {number} id
   */
  #finish(client, desk, id) {
    const { cancelled } = desk;
    desk.asked = null;
    desk.cancelled = false;
    client.onDone(id, cancelled);
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

  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#fail("Nothing arrived from the server for a minute."), SILENCE);
  }

  /** @param {string} message */
  #fail(message) {
    clearTimeout(this.#silence);
    this.#worker?.terminate();
    this.#worker = null;
    for (const desk of this.#desks.values()) {
      desk.waiting ??= desk.asked;
      desk.asked = null;
    }
    this.#tell({ phase: "failed", message });
  }

  /** @param {RuntimeState} state */
  #tell(state) {
    this.#state = state;
    for (const client of this.#desks.keys()) client.onRuntime(state);
  }

  /** @param {ToWorker} message */
  #post(message) {
    this.#worker?.postMessage(message);
  }
}

export const runtime = new Runtime();
