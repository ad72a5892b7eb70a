// An error takes the sentence's place; the last good figure stays. Everything is inserted as text.

import { keepFocus } from "./status.js";

/** @typedef {{ label: string, act: (button: HTMLButtonElement) => void, opens?: boolean }} Act */

/**
 * A demo raised.
 * @param {HTMLElement} place
 * @param {string} message
 * @param {string} traceback
 * @param {() => void} restart
 */
export function showError(place, message, traceback, restart) {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  /** @type {Act[]} */
  const acts = traceback ? [{ label: SHOW, act: (button) => toggle(place, button, traceback), opens: true }] : [];
  showFault(place, `${sentence} The last result is still shown.`, [...acts, { label: "Restart", act: restart }]);
}

/**
 * Python is not there.
 * @param {HTMLElement} place
 * @param {string} words what it did
 * @param {string} message
 * @param {() => void} again
 */
export function showDown(place, words, message, again) {
  showFault(place, `Python ${words}. ${message} The page’s own results are still shown.`, [{ label: "Try again", act: again }]);
}

/**
 * @param {HTMLElement} place
 * @param {string} message
 * @param {Act[]} acts what the reader can do, as buttons
 */
function showFault(place, message, acts) {
  const line = document.createElement("p");
  line.textContent = message;
  for (const { label, act, opens } of acts) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "ld-quiet";
    button.textContent = label;
    if (opens) button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => act(button));
    line.append(" ", button);
  }
  place.replaceChildren(line);
  place.hidden = false;
}

const SHOW = "Show the traceback";

/**
 * @param {HTMLElement} place
 * @param {HTMLButtonElement} button
 * @param {string} traceback
 */
function toggle(place, button, traceback) {
  const shown = place.querySelector("pre");
  shown?.remove();
  button.setAttribute("aria-expanded", String(!shown));
  button.textContent = shown ? SHOW : "Hide the traceback";
  if (shown) return;
  const detail = document.createElement("pre");
  detail.textContent = traceback;
  detail.tabIndex = 0;
  place.append(detail);
}

/** @param {HTMLElement} place */
export function clearFault(place) {
  keepFocus(/** @type {HTMLElement} */ (place.closest("live-demo")), place);
  place.hidden = true;
  place.replaceChildren();
}
