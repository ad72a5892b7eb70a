// The controls of a demo are native form elements: they are the state, read and written here.

import { isGrid, withCells, writeGrid } from "./grid.js";
import { numberIn, printed, quoted } from "./numerals.js";

/** @typedef {import("./protocol.d.ts").Values} Values */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * @param {Element} root
 * @returns {Field[]}
 */
export const fieldsOf = (root) => [...root.querySelectorAll(".ld-controls :is(input, select)[name]")].map((e) => /** @type {Field} */ (e));

/** @param {Field} field */
const isNumber = (field) => field.type === "range" || field.type === "number";

/** @param {Field} field */
function valueOf(field) {
  if (field.type === "checkbox") return /** @type {HTMLInputElement} */ (field).checked;
  return isNumber(field) ? Number(field.value) : field.value;
}

/** @param {Field} field */
function startOf(field) {
  if (field instanceof HTMLSelectElement) return [...field.options].find((o) => o.defaultSelected)?.value ?? field.value;
  if (field.type === "checkbox") return field.defaultChecked;
  if (field.dataset.start !== undefined) return field.dataset.start; // a hidden field has no default of its own
  return isNumber(field) ? Number(field.defaultValue) : field.defaultValue;
}

/**
 * @param {Field[]} fields
 * @returns {Values}
 */
export const read = (fields) => Object.fromEntries(fields.map((f) => [f.name, valueOf(f)]));

/** No number box is empty or half typed. @param {Field[]} fields */
export const complete = (fields) => fields.every((f) => f.type !== "number" || (f.value !== "" && !f.validity.badInput));

/**
 * The values that the page was built with.
 * @param {Field[]} fields
 * @returns {Values}
 */
export const starting = (fields) => Object.fromEntries(fields.map((f) => [f.name, startOf(f)]));

/** Firefox gives these back on a reload what they held before; here the address says it. @param {Field[]} fields */
export function begin(fields) {
  for (const field of fields) {
    if (field.type === "checkbox") /** @type {HTMLInputElement} */ (field).checked = Boolean(startOf(field));
    else if (field.type === "hidden") field.value = String(startOf(field));
  }
}

/**
 * Presets are pressed while the controls hold their values.
 * @param {Element} root
 * @param {Values} values
 */
export function press(root, values) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".ld-presets [data-set]"))) {
    button.setAttribute("aria-pressed", String(holds(values, JSON.parse(button.dataset.set ?? "{}"))));
  }
}

/**
 * @param {Values} values
 * @param {Values} wanted
 */
export const holds = (values, wanted) => Object.entries(wanted).every(([name, value]) => values[name] === value);

/**
 * Put a value into a field. What does not fit is put right or left out.
 * @param {Field} field
 * @param {unknown} raw a value of any origin, such as the URL
 * @returns {string} what was wrong with it, in words; empty when nothing was
 */
export function write(field, raw) {
  if (isNumber(field)) return writeNumber(/** @type {HTMLInputElement} */ (field), String(raw).trim());
  if (field.type === "checkbox") {
    const box = /** @type {HTMLInputElement} */ (field);
    if (!/^(true|false|1|0|on|off)$/.test(String(raw))) return `${nameOf(field)} can be on or off, not ${quoted(raw)}.`;
    box.checked = /^(true|1|on)$/.test(String(raw));
    return "";
  }
  if (isGrid(field)) {
    const grid = /** @type {HTMLInputElement} */ (field);
    return writeGrid(grid, typeof raw === "object" && raw !== null ? withCells(grid, { ...raw }) : String(raw));
  }
  const text = String(raw);
  const options = field instanceof HTMLSelectElement ? [...field.options].map((o) => o.value) : field.dataset.options?.split("\n");
  if (options && !options.includes(text)) return `${nameOf(field)} has no option ${quoted(raw)}.`;
  const limit = field instanceof HTMLInputElement && field.maxLength >= 0 ? field.maxLength : Infinity;
  field.value = text.slice(0, limit);
  return text.length > limit ? `${nameOf(field)} was cut to ${limit} characters.` : "";
}

/**
 * @param {HTMLInputElement} field
 * @param {string} text
 */
function writeNumber(field, text) {
  const number = numberIn(text);
  if (!Number.isFinite(number)) return `${nameOf(field)} needs a number from ${field.min} to ${field.max}, not ${quoted(text)}.`;
  const within = Math.min(Math.max(number, Number(field.min)), Number(field.max));
  field.value = String(within);
  return Number(field.value) === number ? "" : `${nameOf(field)} ${quoted(text)} was set to ${Number(field.value)}.`;
}

/** What the reader calls it; a hidden field carries it along. @param {Field} field */
export const nameOf = (field) => field.dataset.label ?? (field.closest("label")?.querySelector("span")?.textContent?.trim() || field.name);

/**
 * Show a slider's value beside it and fill its track. Python prints the same at build.
 * @param {Field[]} fields
 */
export function refresh(fields) {
  for (const field of fields) {
    if (field.type !== "range") continue;
    const slider = /** @type {HTMLInputElement} */ (field);
    const [value, low, high] = [Number(slider.value), Number(slider.min), Number(slider.max)];
    slider.style.setProperty("--p", String((value - low) / (high - low)));
    const beside = slider.parentElement?.querySelector(".ld-value");
    if (beside) beside.textContent = printed(value, Number(slider.dataset.places));
  }
}
