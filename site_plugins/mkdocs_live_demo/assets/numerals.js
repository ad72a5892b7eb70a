// Numbers as text, read and printed as Python does.

const NUMBER = /^[-+−]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** NaN where the text is no number. @param {string} text */
export const numberIn = (text) => (NUMBER.test(text) ? Number(text.replace("−", "-")) : NaN);

/**
 * With a true minus and no negative zero.
 * @param {number} value
 * @param {number} places
 */
export const printed = (value, places) => value.toFixed(places).replace(/^-(?=.*[1-9])/, "−").replace(/^-/, "");

/** What somebody wrote, in a sentence. @param {unknown} raw */
export function quoted(raw) {
  const text = String(raw);
  return text === "" ? "an empty value" : `“${text.length > 24 ? `${text.slice(0, 24)}…` : text}”`;
}
