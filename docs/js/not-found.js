// The 404 page: say what was asked for, and offer the pages whose addresses come closest.

/** Pairs of neighbouring letters: two spellings of a word share most of them. @param {string} text */
const pairs = (text) => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));

/**
 * How alike two words are, 0 to 1 (Dice's coefficient over pairs of letters).
 * @param {string} a
 * @param {string} b
 */
export function likeness(a, b) {
  const [one, two] = [pairs(a), pairs(b)];
  const both = [...one].filter((pair) => two.has(pair)).length;
  return one.size + two.size ? (2 * both) / (one.size + two.size) : 0;
}

/** Text as it was meant; a broken escape, such as a lone percent sign, stays. @param {string} path */
const decoded = (path) => path.replace(/(?:%[0-9a-f]{2})+/gi, (escape) => {
  try {
    return decodeURIComponent(escape);
  } catch {
    return escape;
  }
});

/** The words of an address. @param {string} path */
const words = (path) => decoded(path).toLowerCase().replace(/index\.html?$|\.html?$/, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/**
 * The best match of each word asked for, on average.
 * @param {string} asked
 * @param {string} path
 */
export function closeness(asked, path) {
  const [wanted, there] = [words(asked), words(path)];
  if (!wanted.length || !there.length) return 0;
  return wanted.reduce((sum, word) => sum + Math.max(...there.map((other) => likeness(word, other))), 0) / wanted.length;
}

function help() {
  const all = document.querySelector("[data-all-pages]");
  const near = document.querySelector("[data-near]");
  const asked = document.querySelector("[data-asked-for]");
  if (!all || !(near instanceof HTMLElement) || !(asked instanceof HTMLElement)) return;
  const code = asked.querySelector("code");
  if (code) code.textContent = location.pathname;
  asked.hidden = false;
  const links = [...all.querySelectorAll("a")];
  const root = links[0]?.pathname ?? "/";
  const scored = links
    .map((link) => ({ link, score: closeness(location.pathname.replace(root, ""), link.pathname.replace(root, "")) }))
    .filter(({ score }) => score >= 0.4)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3);
  const list = near.querySelector("ul");
  if (!list || !scored.length) return;
  list.replaceChildren(...scored.map(({ link }) => {
    const item = document.createElement("li");
    item.append(link.cloneNode(true));
    return item;
  }));
  near.hidden = false;
}

help();
