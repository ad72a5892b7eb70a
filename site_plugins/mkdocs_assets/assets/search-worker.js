// Stands where the theme expects its search worker. The theme's own, and all that it searches, come with the first
// word that a reader looks for. The theme's worker is named in this script's fragment.

// Messages are the theme's, by its numbers.
const SETUP = 0;
const READY = 1;
const RESULT = 3;

/** @typedef {{ type: number, data?: any }} Message */

/** @type {unknown} what the page wants of a search, such as suggestions */
let options;
/** @type {Promise<Worker> | undefined} */
let theme;
/** @type {Message | undefined} the newest question, while the theme's worker starts */
let asked;

/** @returns {Promise<Worker>} once it is ready */
async function start() {
  const answer = await fetch(new URL("documents.json", location.href));
  if (!answer.ok) throw new Error(`search: ${answer.status}`);
  const index = await answer.json();
  const worker = new Worker(new URL(location.hash.slice(1), location.href));
  return new Promise((resolve, reject) => {
    worker.onerror = reject;
    worker.onmessage = ({ data }) => (data.type === READY ? resolve(worker) : postMessage(data));
    worker.postMessage({ type: SETUP, data: { ...index, options } });
  });
}

/** @param {Message} message */
async function ask(message) {
  asked = message;
  theme ??= start();
  try {
    const worker = await theme;
    if (asked === message) worker.postMessage(message);
  } catch {
    theme = undefined; // the next letter tries again
  }
}

addEventListener("message", ({ data }) => {
  if (data.type === SETUP) {
    options = data.data.options;
    postMessage({ type: READY });
  } else if (theme || data.data) {
    void ask(data);
  } else {
    postMessage({ type: RESULT, data: { items: [] } }); // nothing is asked yet
  }
});
