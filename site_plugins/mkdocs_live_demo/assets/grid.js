// A small matrix that the reader types into. A hidden field holds it as `1.4,0.6;0.2,1`; each cell shows one number.

import { numberIn, printed, quoted } from "./numerals.js";

const BEGUN = /^[-+−]?[.,]?$/; // nothing that could be called wrong yet
const LAST = "The last result is still shown.";

/** @param {HTMLElement} field */
export const isGrid = (field) => field.dataset.rows !== undefined;

/** @param {HTMLInputElement} field */
function limitsOf(field) {
  const { min, max, step, places, rows, columns } = field.dataset;
  const [low, high, by, digits, m, n] = [min, max, step, places, rows, columns].map(Number);
  return { low, high, by, digits, m, n };
}

/** @param {HTMLInputElement} field @param {"min" | "max"} end */
const endOf = (field, end) => field.dataset[end]?.replace("-", "−");

/** @param {HTMLInputElement} field */
const numbersOf = (field) => field.value.split(";").map((row) => row.split(",").map(Number));

/** @param {number[][]} rows @param {number} digits */
const written = (rows, digits) => rows.map((row) => row.map((v) => String(Number(v.toFixed(digits)))).join(",")).join(";");

/** The field's text with some of its cells changed. @param {HTMLInputElement} field @param {Record<string, unknown>} cells by `row,column` */
export function withCells(field, cells) {
  const rows = numbersOf(field);
  for (const [place, value] of Object.entries(cells)) {
    const [i, j] = place.split(",").map(Number);
    rows[i][j] = Number(value);
  }
  return written(rows, limitsOf(field).digits);
}

/**
 * Put a text of any origin into a grid's field. Numbers beyond the ends are put right, other misfits left out.
 * @param {HTMLInputElement} field
 * @param {string} text
 * @returns {string} what was wrong with it, in words; empty when nothing was
 */
export function writeGrid(field, text) {
  const { low, high, digits, m, n } = limitsOf(field);
  const name = field.dataset.label ?? field.name;
  const parts = text.split(";").map((row) => row.split(",").map((part) => part.trim()));
  if (parts.length !== m || parts.some((row) => row.length !== n)) {
    return `${name} needs ${m} × ${n} numbers, such as ${field.value}, not ${quoted(text)}.`;
  }
  const wrong = parts.flat().find((part) => !Number.isFinite(numberIn(part)));
  if (wrong !== undefined) return `${name} needs numbers from ${endOf(field, "min")} to ${endOf(field, "max")}, not ${quoted(wrong)}.`;
  const asked = parts.map((row) => row.map(numberIn));
  field.value = written(asked.map((row) => row.map((v) => Math.min(Math.max(v, low), high))), digits);
  const kept = numbersOf(field).flat();
  const moved = asked.flat().findIndex((v, i) => v !== kept[i]);
  return moved < 0 ? "" : `${name} ${quoted(parts.flat()[moved])} was set to ${kept[moved]}.`;
}

/**
 * @param {HTMLElement} root
 * @param {{ set: (values: Record<string, string>) => void, note: HTMLElement | null, signal: AbortSignal }} page
 * @returns {{ show: () => void }} what to call when a control has moved or the view was drawn
 */
export function editing(root, { set, note, signal }) {
  /** @param {Element} cell */
  const fieldOf = (cell) => {
    const name = /** @type {HTMLElement} */ (cell).dataset.grid ?? "";
    return /** @type {HTMLInputElement} */ (root.querySelector(`.ld-controls input[name="${CSS.escape(name)}"]`));
  };
  /** @param {HTMLInputElement} cell */
  const placeOf = (cell) => [Number(cell.dataset.row), Number(cell.dataset.column)];
  /** @param {Event} event */
  const cellOf = (event) => {
    const cell = event.target instanceof HTMLInputElement ? event.target : null;
    return cell?.dataset.grid === undefined ? null : cell;
  };

  /** @param {HTMLInputElement} cell */
  const show = (cell) => {
    const [i, j] = placeOf(cell);
    const value = numbersOf(fieldOf(cell))[i][j];
    const places = Number(cell.dataset.places);
    const text = Number(value.toFixed(places)) === value ? printed(value, places) : String(value).replace("-", "−");
    if (cell.value !== text) cell.value = text;
    cell.removeAttribute("aria-invalid");
  };

  /** @param {HTMLInputElement} cell @param {number} value */
  const put = (cell, value) => {
    const field = fieldOf(cell);
    set({ [field.name]: withCells(field, { [placeOf(cell).join()]: value }) });
  };

  /** What keeps a cell's text from being its number, in words. @param {HTMLInputElement} cell */
  const fault = (cell) => {
    const text = cell.value.trim();
    const field = fieldOf(cell);
    const { low, high } = limitsOf(field);
    const value = numberIn(text.replace(",", "."));
    if (BEGUN.test(text) || (value >= low && value <= high)) return "";
    return `${cell.ariaLabel} needs a number from ${endOf(field, "min")} to ${endOf(field, "max")}, not ${quoted(text)}. ${LAST}`;
  };

  /** @param {HTMLInputElement} cell */
  const mark = (cell) => {
    const wrong = fault(cell);
    if (wrong) cell.setAttribute("aria-invalid", "true");
    else cell.removeAttribute("aria-invalid");
    if (note && (wrong || note.textContent?.endsWith(LAST))) note.textContent = wrong;
    return wrong;
  };

  root.addEventListener("input", (event) => {
    const cell = cellOf(event);
    if (cell && !mark(cell) && !BEGUN.test(cell.value.trim())) put(cell, numberIn(cell.value.trim().replace(",", ".")));
  }, { signal });
  root.addEventListener("focusout", (event) => {
    const cell = cellOf(event);
    if (cell) show(cell);
  }, { signal });
  root.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    if (!cell || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    const { low, high, by } = limitsOf(fieldOf(cell));
    const [i, j] = placeOf(cell);
    const value = numbersOf(fieldOf(cell))[i][j] + (event.key === "ArrowUp" ? by : -by);
    put(cell, Math.min(Math.max(value, low), high));
    show(cell);
    mark(cell);
  }, { signal });

  return {
    show: () => {
      if (note?.textContent?.endsWith(LAST)) note.textContent = "";
      for (const cell of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("input[data-grid]"))) {
        if (cell === document.activeElement) mark(cell);
        else show(cell);
      }
    },
  };
}
