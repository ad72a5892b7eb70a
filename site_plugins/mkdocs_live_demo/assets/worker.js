// The worker: starts Python, unpacks the bundle, answers questions. It keeps no state but Python's.

import { addRest, boot, fetchRest } from "./boot.js";
import "./downloads.js"; // boot.js needs it; named here, it is asked for at the same time
import { runtime } from "./manifest.js";

/** @typedef {import("./protocol.d.ts").ToWorker} ToWorker */
/** @typedef {import("./protocol.d.ts").FromWorker} FromWorker */
/** @typedef {import("./protocol.d.ts").Answer} Answer */
/** @typedef {{ python: any, browser: any, rest: Rest }} Ready */

const LATER = 2000; // ms after an answer, so that the page is drawn and the reader's own doing goes first

/** @type {Promise<Ready> | undefined} */
let starting;
/** @type {Map<number, (goOn: boolean) => void>} questions that wait for the page to draw a frame */
const waiting = new Map();
/** How many starts the page has made after a failure: then nothing is taken from the browser's cache. */
const again = Number(new URL(import.meta.url).searchParams.get("again"));
/** The reader asks to save data: then nothing is fetched before it is needed. */
const frugal = /** @type {any} */ (navigator).connection?.saveData === true;

const bundle = json("bundle.json");
bundle.catch(() => {}); // the start tells

/** @param {FromWorker} message */
const post = (message) => self.postMessage(message);

/** @param {string} name */
async function json(name) {
  const response = await fetch(new URL(name, import.meta.url), { cache: again ? "reload" : "default" });
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  return response.json();
}

/** @returns {Promise<Ready>} */
async function start() {
  const progress = (/** @type {number} */ ratio) => post({ type: "progress", ratio });
  const [started, files] = await Promise.all([boot(runtime, import.meta.url, progress, again), bundle]);
  const { python, route, why } = started;
  unpack(python, runtime.home, files);
  const browser = python.pyimport("live_demo.browser");
  console.info(`Python ${runtime.python} came from ${route === "snapshot" ? "its snapshot" : `its files: ${why}`}`);
  post({ type: "ready", route, why });
  return { python, browser, rest: new Rest(started, runtime) };
}

/**
 * @param {any} python
 * @param {string} home
 * @param {Record<string, string>} files
 */
function unpack(python, home, files) {
  for (const [name, text] of Object.entries(files)) {
    const path = `${home}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(home)})`);
}

/** All of the standard library and the packages: fetched when there is time, added when something needs it. */
class Rest {
  /** @type {ReturnType<typeof fetchRest> | undefined} */
  #fetched;
  added = false;

  /**
   * @param {import("./boot.js").Started} started
   * @param {import("./boot.js").RuntimeManifest} runtime
   */
  constructor(started, runtime) {
    this.started = started;
    this.runtime = runtime;
  }

  /** A failure may be tried again. */
  fetch() {
    this.#fetched ??= fetchRest(this.started, this.runtime, import.meta.url);
    this.#fetched.catch(() => (this.#fetched = undefined));
    return this.#fetched;
  }

  async add() {
    const files = await this.fetch();
    if (!this.added) addRest(this.started, this.runtime, files);
    this.added = true;
  }
}

/** @param {Extract<ToWorker, {type: "ask"}>} question */
async function answer({ id, demo, values }) {
  const { browser, rest } = await /** @type {Promise<Ready>} */ (starting);
  let answers = browser.Answers(demo, JSON.stringify(values));
  let complete = false;
  for (;;) {
    /** @type {Answer} */
    const result = JSON.parse(answers.next());
    if (result.missing !== undefined && !complete) {
      post({ type: "loading", id, module: result.missing });
      try {
        await rest.add();
      } catch (error) {
        return post({ type: "error", id, message: said(error), traceback: "" });
      }
      complete = true;
      answers = browser.Answers(demo, JSON.stringify(values));
    } else if (result.message !== undefined) {
      return post({ type: "error", id, message: result.message, traceback: result.traceback ?? "" });
    } else if (result.done) {
      post({ type: "done", id });
      if (!frugal) setTimeout(() => rest.fetch().catch(() => {}), LATER); // nobody waits for it yet
      return;
    } else {
      post({ type: "frame", id, html: result.html ?? "", progress: result.progress ?? null });
      const goOn = await new Promise((resolve) => waiting.set(id, resolve));
      if (!goOn) return post({ type: "done", id });
    }
  }
}

self.addEventListener("message", async (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  if (data.type === "start") {
    starting = start();
    await starting.catch(broken);
  } else if (data.type === "ask") {
    await answer(data).catch(broken);
  } else {
    waiting.get(data.id)?.(data.type === "next");
    waiting.delete(data.id);
  }
});

/** Python itself failed, not a demo: its state can't be trusted any more. @param {unknown} error */
const broken = (error) => post({ type: "failed", message: said(error).replace(/[^.!?]$/, "$&.") });

/**
 * The message of an error. Of a Python traceback the line with the exception is left.
 * @param {unknown} error
 */
function said(error) {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /^[\w.]+(Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? text;
}
