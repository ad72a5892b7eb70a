// The worker: starts Python, unpacks the bundle, answers questions. It keeps no state but Python's.

import { boot, loadRest } from "./boot.js";

/** @typedef {import("./protocol.d.ts").ToWorker} ToWorker */
/** @typedef {import("./protocol.d.ts").FromWorker} FromWorker */
/** @typedef {import("./protocol.d.ts").Answer} Answer */

/** @type {Promise<any> | undefined} */
let starting;
/** @type {Promise<void> | undefined} */
let rest;
/** @type {Set<number>} */
const running = new Set();

/** @param {FromWorker} message */
const post = (message) => self.postMessage(message);

/** Let messages that have arrived be handled, without the 4 ms that nested timers wait. */
const breathe = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });

/** @param {string} name */
async function json(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  return response.json();
}

async function start() {
  const manifest = await json("manifest.json");
  const [python, files] = await Promise.all([
    boot(manifest.runtime, import.meta.url, (/** @type {number} */ ratio) => post({ type: "progress", ratio })),
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
  running.add(id);
  try {
    while (running.has(id)) {
      /** @type {Answer} */
      const result = JSON.parse(answers.next());
      if (result.missing !== undefined && !complete) {
        post({ type: "loading", id, module: result.missing });
        await (rest ??= fetchRest(python, manifest));
        complete = true;
        answers.destroy();
        answers = browser.Answers(demo, JSON.stringify(values));
        continue;
      }
      if (result.message !== undefined) {
        post({ type: "error", id, message: result.message, traceback: result.traceback ?? "" });
        return;
      }
      if (result.done) break;
      post({ type: "frame", id, html: result.html ?? "", progress: result.progress ?? null });
      await breathe();
    }
    post({ type: "done", id });
  } finally {
    running.delete(id);
    answers.destroy();
  }
}

self.addEventListener("message", async (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  if (data.type === "start") {
    starting = start();
    try {
      await starting;
      post({ type: "ready" });
    } catch (error) {
      post({ type: "failed", message: said(error).replace(/[^.!?]$/, "$&.") });
    }
  } else if (data.type === "ask") {
    try {
      await answer(data);
    } catch (error) {
      post({ type: "error", id: data.id, message: said(error), traceback: "" });
    }
  } else {
    running.delete(data.id);
  }
});

/**
 * The message of an error. Of a Python traceback the line with the exception is left.
 * @param {unknown} error
 */
function said(error) {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /^[\w.]+(Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? text;
}
