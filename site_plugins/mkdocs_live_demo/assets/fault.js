// An error takes the sentence's place; the last good figure stays. Everything is inserted as text.

import { keepFocus } from "./status.js";

/**
 * @param {HTMLElement} place
 * @param {string} message
 * @param {{ label: string, detail?: string, act?: () => void } | null} more a button: more to read, or something to do
 */
export function showFault(place, message, more) {
  const line = document.createElement("p");
  line.textContent = `${message} `;
  place.replaceChildren(line);
  place.hidden = false;
  if (!more) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "ld-quiet";
  button.textContent = more.label;
  line.append(button);
  if (more.detail === undefined) {
    button.addEventListener("click", () => more.act?.());
    return;
  }
  const detail = document.createElement("pre");
  detail.textContent = more.detail;
  detail.hidden = true;
  detail.tabIndex = 0;
  place.append(detail);
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    detail.hidden = !detail.hidden;
    button.setAttribute("aria-expanded", String(!detail.hidden));
    button.textContent = detail.hidden ? more.label : "Hide the traceback";
  });
}

/** @param {HTMLElement} place */
export function clearFault(place) {
  keepFocus(/** @type {HTMLElement} */ (place.closest("live-demo")), place);
  place.hidden = true;
  place.replaceChildren();
}
