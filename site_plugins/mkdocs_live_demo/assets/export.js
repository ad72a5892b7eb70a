// Saving what a demo shows: the figure as SVG or PNG, its tables as CSV. Loaded when a reader first saves something.

import { fieldsOf, nameOf, read } from "./fields.js";
import { figureSVG } from "./figure-svg.js";

/** @param {HTMLElement} demo */
const figures = (demo) => [...demo.querySelectorAll("[data-view] [data-figure]")];

/** @param {HTMLElement} demo */
const title = (demo) => demo.querySelector(".ld-caption")?.textContent ?? demo.getAttribute("name") ?? "figure";

/**
 * @param {HTMLElement} demo
 * @param {string} kind svg, png or csv
 */
export async function save(demo, kind) {
  const name = `${demo.dataset.key}.${kind}`;
  if (kind === "csv") return download(name, new Blob([tablesCSV(demo)], { type: "text/csv" }));
  const { svg, width, height } = figureSVG(figures(demo), title(demo), kind === "png" ? await webFonts() : "");
  if (kind === "svg") return download(name, new Blob([svg], { type: "image/svg+xml" }));
  download(name, await rasterise(svg, width, height));
}

/**
 * The controls' values and the tables of a view, one below the other, as RFC 4180 says. What is covered stays empty.
 * @param {HTMLElement} demo
 */
export function tablesCSV(demo) {
  const fields = fieldsOf(demo);
  const values = read(fields);
  const controls = fields.map((field) => [nameOf(field), String(values[field.name])]);
  const tables = /** @type {HTMLTableElement[]} */ ([...demo.querySelectorAll("[data-view] table")]);
  const shown = (/** @type {Element} */ cell) => (getComputedStyle(cell).visibility === "visible" ? (cell.textContent ?? "") : "");
  const blocks = [controls, ...tables.map((table) => [...table.rows].map((row) => [...row.cells].map(shown)))];
  const lines = blocks.filter((rows) => rows.length > 0).map((rows) => rows.map((row) => row.map(field).join(",")).join("\r\n"));
  return `${lines.join("\r\n\r\n")}\r\n`;
}

/**
 * A number is written so that a spreadsheet reads it: without its unit, with a plain minus. Any other text that a
 * spreadsheet would run as a formula gets an apostrophe in front, as OWASP advises.
 * @param {string} text
 */
function field(text) {
  const plain = text.trim().replace(/^([−-]?[\d.]+)(°| ×)$/, "$1").replace(/^−(?=[\d.])/, "-");
  const formula = /^\s*[=+@-]|^[\t\r]/.test(plain) && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain);
  const safe = formula ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * @param {string} svg
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Blob>}
 */
async function rasterise(svg, width, height) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(2 * width, 2 * height);
  canvas.getContext("2d")?.drawImage(image, 0, 0, 2 * width, 2 * height);
  return canvas.convertToBlob({ type: "image/png" });
}

/** The page's own fonts as data, since an image may not load any. */
async function webFonts() {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => ({ rule, base: sheet.href }));
    } catch {
      return [];
    }
  });
  const wanted = rules.filter(({ rule }) => /Inter/.test(rule.style.getPropertyValue("font-family")));
  const faces = wanted.map(async ({ rule, base }) => {
    const address = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"))?.[1];
    if (!address) return "";
    const bytes = new Uint8Array(await (await fetch(new URL(address, base ?? document.baseURI))).arrayBuffer());
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const kept = ["font-family", "font-weight", "font-style", "unicode-range"].map((name) => [name, rule.style.getPropertyValue(name)]);
    const descriptors = kept.filter(([, value]) => value).map(([name, value]) => `${name}:${value};`).join("");
    return `@font-face{${descriptors}src:url(data:font/woff2;base64,${data})}`;
  });
  return (await Promise.all(faces)).join("");
}

/**
 * @param {string} name
 * @param {Blob} blob
 */
function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
