// Which names code brings into being, as far as its text tells.

/**
 * Whether code binds a name at some point: by assignment, definition, import or loop.
 * @param {string} code
 * @param {string} name
 */
export function binds(code, name) {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return false;
  const word = `(?<![\\w.])${name}(?!\\w)`;
  const ways = [
    `^[^#'"(\\n]*${word}[^#'"()\\n]*(?<![=!<>])=(?!=)`, // x = 1, a, x = 1, 2, x: int = 1, a = x = 1
    `${word}\\s*:=`,
    `\\b(?:def|class)\\s+${word}`,
    `\\bas\\s+\\(?[^:\\n]*${word}`,
    `^\\s*(?:import|from\\b.*\\bimport)\\b[^#\\n]*${word}`,
    `\\bfor\\b[^#\\n]*${word}[^#\\n]*\\bin\\b`,
  ];
  return new RegExp(ways.join("|"), "mu").test(code);
}
