// The worker: starts Python, unpacks the bundle, answers questions. It keeps no state but Python's.

import { boot, loadRest } from "./boot.js";

/** @typedef {import("./protocol.d.ts").ToWorker} ToWorker */
/** @typedef {import("./protocol.d.ts").FromWorker} FromWorker */
/** @typedef {import("./protocol.d.ts").Answer} Answer */

/** @type {Promise<any> | undefined} */
let starting;
/** @type {Promise<void> | undefined} */
let rest;
/** @type {Map<number, (goOn: boolean) => void>} questions that wait for the page to draw a frame */
const waiting = new Map();
/** How many starts the page has made after a failure: then nothing is taken from the browser's cache. */
const again = Number(new URL(import.meta.url).searchParams.get("again"));

/** @param {FromWorker} message */
const post = (message) => self.postMessage(message);

/** @param {string} name */
async function json(name) {
  const response = await fetch(new URL(name, import.meta.url), { cache: again ? "reload" : "default" });
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  return response.json();
}

async function start() {
  const manifest = await json("manifest.json");
  const [python, files] = await Promise.all([
    boot(manifest.runtime, import.meta.url, (/** @type {number} */ ratio) => post({ type: "progress", ratio }), again),
    json(manifest.bundle),
  ]);
  unpack(python, files);
  return { python, manifest, browser: python.pyimport("live_demo.browser") };
}

/**
 * @param {any} python
 * @param {Record<string, string>} files
 */
function unpack(python, files) {
  const home = "/lib/site";
  for (const [name, text] of Object.entries(files)) {
    const path = `${home}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(home)})`);
}

/**
 * Fetch all of the standard library and the packages. A failure may be tried again.
 * @param {any} python
 * @param {any} manifest
 */
async function fetchRest(python, manifest) {
  try {
    await loadRest(python, manifest.runtime, import.meta.url);
  } catch (error) {
    rest = undefined;
    throw error;
  }
}

/** @param {Extract<ToWorker, {type: "ask"}>} question */
async function answer({ id, demo, values }) {
  const { python, manifest, browser } = await starting;
  let answers = browser.Answers(demo, JSON.stringify(values));
  let complete = false;
  for (;;) {
    /** @type {Answer} */
    const result = JSON.parse(answers.next());
    if (result.missing !== undefined && !complete) {
      post({ type: "loading", id, module: result.missing });
      try {
        await (rest ??= fetchRest(python, manifest));
      } catch (error) {
        return post({ type: "error", id, message: said(error), traceback: "" });
      }
      complete = true;
      answers = browser.Answers(demo, JSON.stringify(values));
    } else if (result.message !== undefined) {
      return post({ type: "error", id, message: result.message, traceback: result.traceback ?? "" });
    } else if (result.done) {
      return post({ type: "done", id });
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
    await starting.then(() => post({ type: "ready" }), broken);
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
