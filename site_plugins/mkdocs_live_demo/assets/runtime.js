// The page's one Python: hands the worker the newest question of each demo and the cells' runs one by one, and
// restarts it on Stop. It lives as long as the tab's document, across instant navigation.

import { Link } from "./link.js";

/** @typedef {import("./protocol.d.ts").Client} Client */
/** @typedef {import("./protocol.d.ts").DemoClient} DemoClient */
/** @typedef {import("./protocol.d.ts").CellClient} CellClient */
/** @typedef {import("./protocol.d.ts").Told} Told */
/** @typedef {import("./protocol.d.ts").Question & { id: number }} Question */
/** @typedef {{ asked: Question | null, waiting: Question | null, frames: number, stopping: boolean }} Desk */

const GRACE = 400; // ms that a streaming demo gets to end by itself before the worker is ended

class Runtime {
  #link = new Link((message) => this.#receive(message), (message) => this.#fail(message));
  /** @type {import("./protocol.d.ts").RuntimeState} */
  #state = { phase: "idle" };
  /** @type {Map<Client, Desk>} */
  #desks = new Map();
  /** @type {number[]} what the worker has been told to do and has not answered; the first one holds it */
  #turns = [];
  /** @type {Map<number, (names: string[]) => void>} */
  #completing = new Map();
  #lastId = 0;
  #failures = 0;

  /** @param {Client} client */
  join(client) {
    if (!this.#desks.has(client)) this.#desks.set(client, { asked: null, waiting: null, frames: 0, stopping: false });
    client.onRuntime(this.#state);
  }

  /** A client has left the page. What runs for it is ended, by ending the worker if need be. @param {Client} client */
  leave(client) {
    const asked = this.#desks.get(client)?.asked;
    this.#desks.delete(client);
    if (!asked) return;
    this.#post({ type: "cancel", id: asked.id }); // a run does not hear it
    setTimeout(() => this.#turns[0] === asked.id && this.#replace(), asked.type === "run" ? 0 : GRACE);
  }

  start() {
    if (this.#state.phase === "starting" || this.#state.phase === "ready") return;
    if (this.#link.untouched) performance.mark("live-demo:start");
    this.#launch();
  }

  /** End the worker and start another: all variables of cells are gone, demos keep their values. */
  restart() {
    const begun = this.#state.phase !== "idle";
    if (begun) this.#launch();
    return begun;
  }

  /**
   * Ask for a demo's result or a cell's run. Of several questions of one client only the newest is kept while one is
   * being answered.
   * @param {Client} client
   * @param {import("./protocol.d.ts").Question} question
   * @returns {number} the question's number, which its answers carry
   */
  ask(client, question) {
    const desk = this.#desks.get(client);
    if (!desk) return 0;
    desk.waiting = { id: ++this.#lastId, ...question };
    if (desk.asked) this.#post({ type: "cancel", id: desk.asked.id });
    this.#hand();
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
    const { id, type } = desk.asked;
    desk.stopping = true;
    if (type === "run") return this.#launch();
    this.#post({ type: "cancel", id });
    setTimeout(() => {
      if (desk.asked?.id !== id) return;
      if (this.#turns[0] === id) return this.#launch();
      Object.assign(desk, { asked: null, stopping: false });
      if (desk.waiting) this.#hand();
      else client.onStopped();
    }, desk.frames > 0 ? GRACE : 0);
  }

  /**
   * Names that could stand at a place in a cell's code; none while Python is not there or has something to do.
   * @param {string} session
   * @param {string} code
   * @param {number} position in code points
   * @returns {Promise<string[]>}
   */
  complete(session, code, position) {
    if (this.#state.phase !== "ready" || this.#turns.length > 0) return Promise.resolve([]);
    const id = ++this.#lastId;
    this.#post({ type: "complete", id, session, code, position });
    return new Promise((resolve) => this.#completing.set(id, resolve));
  }

  /** @param {string} session */
  forget(session) {
    this.#post({ type: "forget", session });
  }

  #launch() {
    this.#clear(this.#turns[0]);
    this.#tell({ phase: "starting", ratio: 0 });
    this.#link.launch(this.#failures > 0);
  }

  /** End the worker; start another if anybody is there. */
  #replace() {
    if (this.#desks.size > 0) return this.#launch();
    this.#clear();
    this.#link.end();
    this.#tell({ phase: "idle" });
  }

  /**
   * The worker is as good as gone. What demos have asked will be asked again; cells do not run twice by themselves.
   * @param {number} [holder] the question that the worker is ended for: nor is that
   */
  #clear(holder) {
    this.#turns = [];
    for (const resolve of this.#completing.values()) resolve([]);
    this.#completing.clear();
    for (const [client, desk] of this.#desks) {
      const { asked, waiting, stopping } = desk;
      const queued = waiting?.type === "run" && this.#state.phase === "ready"; // it counts on what ran before it
      const given = queued || (asked && (stopping || asked.type === "run" || asked.id === holder));
      if (!given) desk.waiting ??= asked;
      Object.assign(desk, { asked: null, frames: 0, stopping: false }, queued && { waiting: null });
      if ("onLost" in client) client.onLost();
      if (given && !desk.waiting) client.onStopped();
    }
  }

  /** @param {Told} message */
  #receive(message) {
    if (message.type === "progress") this.#tell({ phase: "starting", ratio: message.ratio });
    else if (message.type === "failed") this.#fail(message.message);
    else if (message.type === "ready") {
      this.#failures = 0;
      performance.mark("live-demo:python", { detail: { route: message.route, why: message.why, files: message.files } });
      this.#tell({ phase: "ready" });
      this.#hand();
    } else if (message.type === "completions") {
      this.#turns = this.#turns.filter((id) => id !== message.id);
      this.#completing.get(message.id)?.(message.names);
      this.#completing.delete(message.id);
    } else this.#answer(message);
  }

  /** @param {Exclude<Told, {type: "progress" | "ready" | "failed" | "completions"}>} message */
  #answer(message) {
    const goesOn = message.type === "loading" || message.type === "output";
    if (!goesOn) this.#turns = this.#turns.filter((id) => id !== message.id);
    for (const [client, desk] of this.#desks) {
      if (desk.asked?.id !== message.id) continue;
      if (message.type === "loading") client.onLoading(message.module, message.ratio);
      else if ("onRan" in client) this.#cell(client, desk, message);
      else if (message.type === "frame") this.#frame(client, desk, message);
      else if (message.type === "done" || message.type === "error") this.#finish(client, desk, message);
    }
  }

  /**
   * @param {CellClient} client
   * @param {Desk} desk
   * @param {Told} message
   */
  #cell(client, desk, message) {
    if (message.type === "output") return client.onOutput(message);
    desk.asked = null;
    if (message.type === "ran") client.onRan(message);
    else if (message.type === "error") client.onBroken(message.message);
    this.#hand();
  }

  /**
   * @param {DemoClient} client
   * @param {Desk} desk
   * @param {Extract<Told, {type: "frame"}>} frame
   */
  #frame(client, desk, { id, html, progress }) {
    desk.frames += 1;
    client.onFrame(html, progress, desk.asked?.type === "ask" ? desk.asked.values : {});
    const go = () => desk.asked?.id === id && this.#post({ type: "next", id });
    // The first frame is often the only one; after that the page must have painted before the next is made.
    if (desk.frames === 1) go();
    else if (document.hidden) setTimeout(go, 100);
    else requestAnimationFrame(() => setTimeout(go));
  }

  /**
   * @param {DemoClient} client
   * @param {Desk} desk
   * @param {Extract<Told, {type: "done" | "error"}>} message
   */
  #finish(client, desk, message) {
    const stopped = desk.stopping && !desk.waiting;
    desk.asked = null;
    desk.stopping = false;
    if (stopped) client.onStopped();
    else if (message.type === "done") client.onDone(message.id);
    else client.onError(message.message, message.traceback, message.id, message.large);
    this.#hand();
  }

  /** Hand the worker what waits: of each demo its newest question, and the oldest run if no other run is on. */
  #hand() {
    if (this.#state.phase !== "ready") return;
    const desks = [...this.#desks];
    const next = desks.filter(([, desk]) => desk.waiting && !desk.asked).sort(([, a], [, b]) => Number(a.waiting?.id) - Number(b.waiting?.id));
    for (const [client, desk] of next) {
      if (desk.waiting?.type === "run" && desks.some(([, { asked }]) => asked?.type === "run")) continue;
      Object.assign(desk, { asked: desk.waiting, waiting: null, frames: 0 });
      this.#post(/** @type {Question} */ (desk.asked));
      if ("onBegun" in client) client.onBegun();
    }
  }

  /** @param {string} message */
  #fail(message) {
    this.#failures += 1;
    this.#link.end(true);
    for (const [client, desk] of this.#desks) {
      const run = desk.asked ?? desk.waiting;
      if (run?.type !== "run" || !("onBroken" in client)) continue;
      desk.asked = desk.waiting = null;
      client.onBroken(message);
    }
    this.#clear();
    this.#tell({ phase: "failed", message });
  }

  /** @param {import("./protocol.d.ts").RuntimeState} state */
  #tell(state) {
    this.#state = state;
    for (const client of this.#desks.keys()) client.onRuntime(state);
  }

  /** @param {import("./protocol.d.ts").ToWorker} message */
  #post(message) {
    const answered = ["ask", "next", "run", "complete"].includes(message.type);
    this.#link.post(message, [], answered && this.#turns.length === 0);
    if (answered) this.#turns.push(/** @type {any} */ (message).id);
  }
}

export const runtime = new Runtime();
