// What saves a demo's figure and tables is fetched when a reader first asks for it; if it does not come, they are told.

import { retried } from "./retried.js";

const LOST = "What saves this figure could not be loaded. Is the connection there? Press the button again.";
const FAILED = "This figure could not be saved. Press the button again, or save it as SVG.";

const load = retried(() => import("./export.js"), new URL("export.js", import.meta.url));

/**
 * @param {HTMLElement} demo
 * @param {string} kind svg, png or csv
 * @param {HTMLElement} note
 */
export async function saving(demo, kind, note) {
  let words = LOST;
  try {
    const { save } = await load();
    words = FAILED;
    await save(demo, kind);
    if ([LOST, FAILED].includes(note.textContent ?? "")) note.textContent = "";
  } catch (error) {
    console.error(error);
    note.textContent = words;
  }
}
