// A demo's values in the address, and that address in the clipboard: `?<demo>.<control>=<value>`. Only what differs from the page's own values is written.

/** @typedef {import("./protocol.d.ts").Values} Values */

const LONGEST = 2000; // characters of one value as an address writes it: servers refuse addresses of several thousand

/** Whether a value can be part of an address. @param {unknown} value */
const fits = (value) => new URLSearchParams([["", String(value)]]).toString().length <= LONGEST;

/**
 * @param {string} search
 * @param {string} key the demo's name on this page
 * @returns {Map<string, string>} raw values by control
 */
export function valuesIn(search, key) {
  const found = new Map();
  for (const [name, value] of new URLSearchParams(search)) {
    if (name.startsWith(`${key}.`)) found.set(name.slice(key.length + 1), value);
  }
  return found;
}

/**
 * @param {string} href
 * @param {string} key
 * @param {Values} values
 * @param {Values} starting
 */
export function withValues(href, key, values, starting) {
  const url = new URL(href);
  for (const name of [...url.searchParams.keys()]) if (name.startsWith(`${key}.`)) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(values)) {
    if (value !== starting[name] && fits(value)) url.searchParams.set(`${key}.${name}`, String(value));
  }
  url.search = url.search.replace(/%(2C|3B)/g, (code) => decodeURIComponent(code)); // a grid's marks may stand as they are
  return url.href;
}

/**
 * Copy a text, and let the button say for a moment whether that worked.
 * @param {HTMLElement} button
 * @param {string} text
 * @param {string} otherwise what the button says where the clipboard is refused
 */
export async function copy(button, text, otherwise) {
  const name = (button.dataset.name ??= button.textContent ?? ""); // pressed again, it says something else
  const written = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.textContent = written ? "Copied" : otherwise;
  setTimeout(() => (button.textContent = name), 1600);
  return Boolean(written);
}

/**
 * Copy the address with all values, and say in the note what it cannot hold.
 * @param {HTMLElement} button
 * @param {string} key
 * @param {Values} values
 * @param {HTMLElement} note
 */
export function copyLink(button, key, values, note) {
  note.textContent = Object.values(values).every(fits) ? "" : "The text is too long for a link, so the link goes without it.";
  return copy(button, withValues(location.href, key, values, {}), "In the address bar");
}
