// The plain editor: a text area. Where CodeMirror is in the site's node_modules, the build puts codemirror.js here.

/**
 * @typedef {object} Options
 * @property {string} code
 * @property {string} label what the editor is called
 * @property {() => void} changed
 * @property {() => void} run
 * @property {(code: string, position: number) => Promise<string[]>} complete
 *
 * @typedef {object} Editor
 * @property {string} code
 * @property {() => void} focus
 * @property {(line: number, words: string) => void} mark
 * @property {() => void} unmark
 * @property {() => void} close the page is left
 */

/**
 * @param {HTMLElement} host
 * @param {Options} options
 * @returns {Editor}
 */
export function open(host, { code, label, changed, run }) {
  const area = document.createElement("textarea");
  area.className = "lc-area";
  area.spellcheck = false;
  area.autocapitalize = "off";
  area.setAttribute("aria-label", label);
  area.setAttribute("wrap", "off");
  const fit = () => (area.rows = area.value.split("\n").length);
  area.value = code;
  fit();
  area.addEventListener("input", () => {
    fit();
    area.removeAttribute("aria-invalid");
    changed();
  });
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  });
  host.append(area);
  return {
    get code() {
      return area.value;
    },
    set code(text) {
      area.value = text;
      fit();
    },
    focus: () => area.focus(),
    mark(line) {
      const start = area.value.split("\n").slice(0, line - 1).join("\n").length + Number(line > 1);
      area.setAttribute("aria-invalid", "true");
      area.setSelectionRange(start, start + (area.value.split("\n")[line - 1] ?? "").length);
    },
    unmark: () => area.removeAttribute("aria-invalid"),
    close() {},
  };
}
