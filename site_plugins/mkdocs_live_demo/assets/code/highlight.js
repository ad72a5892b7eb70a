// Colours for code that a link brought, with the names of Pygments' classes. It comes from a stranger: it becomes text
// in spans, and each character is read a bounded number of times.

const KEYWORDS = words(
  "and as assert async await break class continue def del elif else except finally for from global if import in is",
  "lambda nonlocal not or pass raise return try while with yield",
);
const WORDS = words("and in is not or"); // operators that are words
const CONSTANTS = words("False None True Ellipsis NotImplemented");
const BUILTINS = words(
  "abs all any bool bytes callable chr complex dict dir divmod enumerate eval exec filter float format frozenset",
  "getattr hasattr hash help hex id input int isinstance issubclass iter len list map max min next object oct open ord",
  "pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip",
);

const TOKEN = new RegExp(
  [
    String.raw`(?<c1>#[^\n]*)`,
    String.raw`(?<s2>[rRbBuUfFtT]{0,2}(?:"""(?:\\[^]|(?!""")[^\\])*(?:"""|$)|"(?:\\[^]|[^"\\\n])*"?))`,
    String.raw`(?<s1>[rRbBuUfFtT]{0,2}(?:'''(?:\\[^]|(?!''')[^\\])*(?:'''|$)|'(?:\\[^]|[^'\\\n])*'?))`,
    String.raw`(?<mi>(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)[jJ]?)`,
    String.raw`(?<n>[\p{L}_][\p{L}\p{M}\p{N}_]*)`,
    String.raw`(?<nd>(?<=(?:^|\n)[ \t]*)@[\p{L}_][\p{L}\p{M}\p{N}_]*)`,
    String.raw`(?<o>[-+*/%@&|^~<>=!]+)`,
    String.raw`(?<p>[()[\]{},:;.]+)`,
  ].join("|"),
  "gu",
);

/** @param {string[]} lines */
function words(...lines) {
  return new Set(lines.join(" ").split(" "));
}

/**
 * @param {string} code
 * @returns {(Text | HTMLElement)[]} whose text is the code
 */
export function highlighted(code) {
  return classed(code).map(([text, name]) => {
    if (!name) return document.createTextNode(text);
    const span = document.createElement("span");
    span.className = name;
    span.textContent = text;
    return span;
  });
}

/**
 * @param {string} code
 * @returns {[text: string, name: string][]} all of the code, each part with the name of its class
 */
export function classed(code) {
  /** @type {[string, string][]} */
  const found = [];
  let end = 0;
  let before = "";
  for (const { 0: text, index, groups } of code.matchAll(TOKEN)) {
    if (index > end) found.push([code.slice(end, index), ""]);
    const name = Object.entries(groups ?? {}).find(([, part]) => part !== undefined)?.[0] ?? "";
    found.push([text, name === "n" ? ofName(text, before) : name]);
    end = index + text.length;
    before = text;
  }
  if (end < code.length) found.push([code.slice(end), ""]);
  return found;
}

/**
 * @param {string} name
 * @param {string} before what stands before it
 */
function ofName(name, before) {
  if (before === "def") return "nf";
  if (before === "class") return "nc";
  if (before === ".") return "n";
  if (WORDS.has(name)) return "ow";
  if (CONSTANTS.has(name)) return "kc";
  if (KEYWORDS.has(name)) return "k";
  if (BUILTINS.has(name)) return "nb";
  if (name === "self" || name === "cls") return "bp";
  return /^[A-Z].*(?:Error|Exception|Warning)$/.test(name) ? "ne" : "n";
}
