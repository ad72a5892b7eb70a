// The worker: starts Python, unpacks the bundle, answers questions. It keeps no state but Python's.

import { boot } from "./boot.js";
import "./downloads.js"; // boot.js needs it; named here, it is asked for at the same time
import { Files } from "./files.js";
import { bundleHash, filesHash, large, runtime } from "./manifest.js";
import { Rest } from "./rest.js";
import { fetchWhole } from "./whole.js";

/** @typedef {import("./protocol.d.ts").ToWorker} ToWorker */
/** @typedef {import("./protocol.d.ts").FromWorker} FromWorker */
/** @typedef {import("./protocol.d.ts").Answer} Answer */
/** @typedef {{ python: any, browser: any, rest: Rest, files: Files }} Ready */

/** @type {import("./protocol.d.ts").Heir} */
const HEIR = "live-demo-heir";
const REST = ""; // no file's name

/** @type {Promise<Ready> | undefined} */
let starting;
/** @type {Map<number, (goOn: boolean) => void>} questions that wait for the page to draw a frame */
const waiting = new Map();
/** How many starts the page has made after a failure: then nothing is taken from the browser's cache. */
const again = Number(new URL(import.meta.url).searchParams.get("again"));

const bundle = sources();
bundle.catch(() => {}); // the start tells

// Python reaches it, and the page would hear nothing of it.
Object.defineProperty(self, "close", {
  value: () => {
    throw new Error("close() would end Python for all that is on the page.");
  },
});

let started = false;
// While Python starts, the page hears of a failure by the start's own promise. Pyodide has others, and drops them.
self.addEventListener("unhandledrejection", (event) => !started && event.preventDefault());

// Later an error that nobody catches is that of a reader's callback. Python and its variables are whole.
self.addEventListener("error", (event) => {
  if (!started) return;
  event.preventDefault();
  console.error(event.message);
});

/** @param {FromWorker} message */
const post = (message) => self.postMessage(message);

/** @returns {Promise<Record<string, string>>} */
async function sources() {
  const cache = again ? "reload" : "default";
  const data = await fetchWhole(new URL("bundle.json", import.meta.url), bundleHash, { cache });
  return JSON.parse(new TextDecoder().decode(data));
}

/**
 * @param {import("./boot.js").Kept} [given] by the worker before this one
 * @returns {Promise<Ready>}
 */
async function start(given) {
  const progress = (/** @type {number} */ ratio) => post({ type: "progress", ratio });
  const [made, texts] = await Promise.all([boot(runtime, import.meta.url, progress, { again, kept: given }), bundle]);
  const { python, route, why, kept } = made;
  unpack(python, runtime.home, texts);
  const browser = python.pyimport("live_demo.browser");
  console.info(`Python ${runtime.python} came from ${route === "snapshot" ? "its snapshot" : `its files: ${why}`}`);
  started = true;
  const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
  post({ type: "ready", route, why, files: [import.meta.url, ...fetched] });
  self.postMessage({ type: "kept", kept }, Object.values(kept.memory)); // handed over, not copied
  const files = new Files(python, runtime.home, import.meta.url, filesHash, large);
  return { python, browser, rest: new Rest(made, runtime, import.meta.url), files };
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

/** @param {Extract<ToWorker, {type: "ask"}>} question */
async function answer({ id, demo, values, agreed }) {
  const ready = await /** @type {Promise<Ready>} */ (starting);
  const ask = () => ready.browser.Answers(demo, JSON.stringify(values));
  const had = new Set(); // what has been fetched for this answer, or the demo would ask for it for ever
  let answers = ask();
  try {
    for (;;) {
      /** @type {Answer} */
      const result = JSON.parse(answers.next());
      const lacks = lacking(result);
      if (lacks !== undefined && !had.has(lacks)) {
        const failure = await supply(id, result, ready, agreed);
        if (failure) return post({ type: "error", id, traceback: "", ...failure });
        had.add(lacks);
        answers.destroy();
        answers = ask();
      } else if (result.message !== undefined) {
        return post({ type: "error", id, message: result.message, traceback: result.traceback ?? "" });
      } else if (result.done) {
        post({ type: "done", id });
        return ready.rest.fetchLater();
      } else {
        post({ type: "frame", id, html: result.html ?? "", progress: result.progress ?? null });
        const goOn = await new Promise((resolve) => waiting.set(id, resolve));
        if (!goOn) return post({ type: "done", id });
      }
    }
  } finally {
    answers.destroy(); // or Python holds a question's frames until the worker's rubbish is collected
  }
}

/** What must be fetched: a file of the demo's own, or all that the start left out. @param {Answer} result */
const lacking = ({ file, missing }) => file ?? (missing === undefined ? undefined : REST);

/**
 * Fetch what an answer lacks.
 * @param {number} id
 * @param {Answer} lacks
 * @param {Ready} ready
 * @param {import("./protocol.d.ts").Agreed} agreed
 * @returns {Promise<{ message: string, large?: import("./protocol.d.ts").Large } | undefined>} why it did not
 */
async function supply(id, { file, what = "", missing = "" }, { rest, files }, agreed) {
  const loading = (ratio = 0) => post({ type: "loading", id, module: what || missing, ratio });
  loading();
  try {
    if (file === undefined) await rest.add();
    const asked = file === undefined ? undefined : await files.add(file, what, loading, agreed);
    return asked && { message: "", large: asked };
  } catch (error) {
    return { message: said(error) };
  }
}

/** What runs cells, made when the first one is run. @type {any} */
let cells;
/** The run that is on. */
let running = 0;

/** @returns {Promise<any>} */
async function runner() {
  const { python, rest, files } = await /** @type {Promise<Ready>} */ (starting);
  if (cells) return cells;
  cells = python.pyimport("live_code.browser");
  cells.set_fetcher((/** @type {string} */ module) => {
    post({ type: "loading", id: running, module });
    return rest.addNow(module);
  });
  python.pyimport("live_demo.files").set_fetcher((/** @type {string} */ name) => {
    post({ type: "loading", id: running, module: name });
    files.addNow(name);
  });
  return cells;
}

/** @param {Extract<ToWorker, {type: "run"}>} question */
async function run({ id, session, name, code, echo, agreed }) {
  const python = await runner();
  running = id;
  const { rest, files } = await /** @type {Promise<Ready>} */ (starting);
  const loading = (/** @type {string} */ module, ratio = 0) => post({ type: "loading", id, module, ratio });
  if (/\b(?:fetched|demos)\b/.test(code)) await files.addKept(loading, agreed).catch(() => {}); // the cell is told
  files.wanted = undefined;
  const emit = (/** @type {string} */ output) => post({ type: "output", id, ...JSON.parse(output) });
  const ran = JSON.parse(python.run(session, name, code, emit, echo));
  post({ type: "ran", id, ...ran, large: files.wanted });
  rest.fetchLater(); // a reader who runs code may import anything next
}

/** @param {Extract<ToWorker, {type: "complete"}>} question */
async function complete({ id, session, code, position }) {
  const python = await runner();
  post({ type: "completions", id, names: JSON.parse(python.complete(session, code, position)) });
}

/** @param {ToWorker} message */
async function heard(message) {
  if (["ask", "next", "run", "complete"].includes(message.type)) post({ type: "heard" });
  if (message.type === "inherit") await begin(message.kept);
  else if (message.type === "ask") await answer(message);
  else if (message.type === "run") await run(message);
  else if (message.type === "complete") await complete(message);
  else if (message.type === "forget") cells?.forget(message.session);
  else {
    waiting.get(message.id)?.(message.type === "next");
    waiting.delete(message.id);
  }
}

/** @param {import("./boot.js").Kept} [kept] */
function begin(kept) {
  starting = start(kept);
  return starting.catch(broken);
}

self.addEventListener("message", (/** @type {MessageEvent<ToWorker>} */ { data }) => heard(data).catch(broken));

/** Python itself failed, not a demo: its state can't be trusted any more. @param {unknown} error */
const broken = (error) => post({ type: "failed", message: said(error).replace(/[^.!?]$/, "$&.") });

/** Whether a request got no answer: each browser has its own words for it. @param {unknown} error */
const isOffline = (error) =>
  error instanceof TypeError && /failed to fetch|networkerror|load failed|network error/i.test(error.message);

/** @param {unknown} error */
const isFull = (error) => error instanceof RangeError && /memory/i.test(error.message);

/**
 * The message of an error. Of a Python traceback the line with the exception is left.
 * @param {unknown} error
 */
function said(error) {
  if (isOffline(error)) return "The server could not be reached. Is the connection there?";
  if (isFull(error)) return "The browser has too little memory for it. Closing other tabs may help.";
  const text = error instanceof Error ? error.message || error.name : String(error);
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /^[\w.]+(Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? text;
}

if (self.name !== HEIR) begin(); // a message would be read only when the page's first layout leaves time
