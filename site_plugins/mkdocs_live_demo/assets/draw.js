// A view is drawn anew in place: what stays the same keeps its element, and with it its focus.

import { Idiomorph } from "./vendor/idiomorph.js";
import { focusFrame } from "./status.js";

/**
 * @param {HTMLElement} demo
 * @param {HTMLElement} view
 * @param {string} html
 */
export function draw(demo, view, html) {
  const focused = document.activeElement;
  const inside = view.contains(focused);
  // What is being typed stays; a focused button's content is Python's like any other.
  Idiomorph.morph(view, html, { morphStyle: "innerHTML", ignoreActiveValue: focused instanceof HTMLInputElement });
  if (inside && !focused?.isConnected) focusFrame(demo);
}
