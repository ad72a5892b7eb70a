// What a cell prints: text in blocks of lines, in styles, whose last line may be written anew.

const BLOCK = 100; // lines that are laid out together

/**
 * Text in blocks of whole lines, so that the browser lays out what is in view and leaves the rest.
 * @param {string} text
 */
const blocks = (text) => text.match(new RegExp(`(?:[^\\n]*\\n){1,${BLOCK}}|[^\\n]+$`, "g")) ?? [];

/**
 * @param {HTMLElement} stream
 * @param {string} text
 * @param {string} classes of its style
 */
export function append(stream, text, classes) {
  for (const block of blocks(text)) appendBlock(stream, block, classes);
}

/**
 * @param {HTMLElement} stream
 * @param {string} text
 * @param {string} classes
 */
function appendBlock(stream, text, classes) {
  const last = stream.lastElementChild;
  const open = last && (!last.textContent?.endsWith("\n") || Number(last.getAttribute("data-lines")) < BLOCK);
  const block = open ? last : document.createElement("span");
  block.append(classes ? styled(text, classes) : text);
  const lines = Number(block.getAttribute("data-lines")) + text.split("\n").length - 1;
  block.setAttribute("data-lines", String(lines));
  /** @type {HTMLElement} */ (block).style.setProperty("--lines", String(lines));
  if (block !== last) stream.append(block);
}

/**
 * @param {string} text
 * @param {string} classes
 */
function styled(text, classes) {
  const made = document.createElement("span");
  made.className = classes;
  made.textContent = text;
  return made;
}

/** Take away the last line, which is not ended. @param {HTMLElement} stream */
export function dropUnended(stream) {
  const block = stream.lastElementChild;
  for (let last = block?.lastChild; block && last; last = block.lastChild) {
    const text = last.textContent ?? "";
    const kept = text.lastIndexOf("\n") + 1;
    if (kept === text.length) return;
    if (kept > 0) {
      last.textContent = text.slice(0, kept);
      return;
    }
    last.remove();
  }
}
