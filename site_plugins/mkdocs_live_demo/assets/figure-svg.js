// A figure on the page as one SVG file that needs neither the page nor its styles: what is drawn is read back from
// the browser, so the file shows what the reader saw. HTML boxes become rectangles, text becomes text.

const SVG = "http://www.w3.org/2000/svg";
const SHAPE = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "paint-order", "text-anchor", "font-family", "font-size", "font-weight", "font-style"];
const COLOURS = new Set(["fill", "stroke"]);

const ink = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

/** Any CSS colour as `rgb()`, which every program reads. @param {string} css */
function rgb(css) {
  if (!ink || css === "none" || css.startsWith("url")) return css;
  ink.clearRect(0, 0, 1, 1);
  ink.fillStyle = css;
  ink.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = ink.getImageData(0, 0, 1, 1).data;
  return a === 255 ? `rgb(${r},${g},${b})` : a === 0 ? "none" : `rgba(${r},${g},${b},${(a / 255).toFixed(3)})`;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function shape(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    node.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  return node;
}

/**
 * @param {Element[]} parts the figure's elements, as they lie on the page
 * @param {string} title
 * @param {string} fontFaces CSS to embed
 */
export function figureSVG(parts, title, fontFaces) {
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const pad = 16;
  const left = Math.min(...boxes.map((b) => b.left)) - pad;
  const top = Math.min(...boxes.map((b) => b.top)) - pad;
  const width = Math.ceil(Math.max(...boxes.map((b) => b.right)) - left + pad);
  const height = Math.ceil(Math.max(...boxes.map((b) => b.bottom)) - top + pad);
  const root = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  root.setAttribute("xmlns", SVG);
  root.append(Object.assign(shape("title", {}), { textContent: title }));
  if (fontFaces) root.append(Object.assign(shape("style", {}), { textContent: fontFaces }));
  root.append(shape("rect", { width, height, fill: backdrop(parts[0]) }));
  for (const part of parts) draw(part, root, left, top);
  return { svg: new XMLSerializer().serializeToString(root), width, height };
}

/** The first opaque colour behind an element. @param {Element | null} element */
function backdrop(element) {
  for (let e = element; e; e = e.parentElement) {
    const colour = rgb(getComputedStyle(e).backgroundColor);
    if (colour !== "none") return colour;
  }
  return "rgb(255,255,255)";
}

/**
 * @param {Element} element
 * @param {Element} into
 * @param {number} left
 * @param {number} top
 */
function draw(element, into, left, top) {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.opacity === "0" || element.matches(".ld-hint, .ld-sr")) return; // of use on the page only
  const box = element.getBoundingClientRect();
  const shown = style.visibility === "visible";
  if (element instanceof SVGSVGElement) {
    if (shown) into.append(drawing(element, box, left, top));
    return;
  }
  if (shown) into.append(...box_(style, box, left, top));
  if (shown && element instanceof HTMLInputElement) into.append(typed(element, style, box, left, top));
  for (const child of element.childNodes) {
    if (child instanceof Element) draw(child, into, left, top);
    else if (shown && child instanceof Text && child.data.trim()) into.append(...lines(child, style, left, top));
  }
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {DOMRect} box
 * @param {number} left
 * @param {number} top
 */
function box_(style, box, left, top) {
  const made = [];
  const [x, y] = [box.left - left, box.top - top];
  const fill = rgb(style.backgroundColor);
  if (fill !== "none" && box.width && box.height) {
    // CSS cuts a radius to half the shorter side; SVG would draw an ellipse.
    const rx = Math.min(parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2);
    made.push(shape("rect", { x, y, width: box.width, height: box.height, rx, fill }));
  }
  const edges = /** @type {const} */ ([["top", x, y, box.right - left, y], ["bottom", x, box.bottom - top, box.right - left, box.bottom - top]]);
  for (const [side, x1, y1, x2, y2] of edges) {
    const size = parseFloat(style.getPropertyValue(`border-${side}-width`));
    const kind = style.getPropertyValue(`border-${side}-style`);
    if (!size || kind === "none") continue;
    const stroke = rgb(style.getPropertyValue(`border-${side}-color`));
    made.push(shape("line", { x1, y1, x2, y2, stroke, "stroke-width": size, ...(kind === "dashed" && { "stroke-dasharray": "4 3" }) }));
  }
  return made;
}

/**
 * The number in a cell that can be typed into.
 * @param {HTMLInputElement} input
 * @param {CSSStyleDeclaration} style
 * @param {DOMRect} box
 * @param {number} left
 * @param {number} top
 */
function typed(input, style, box, left, top) {
  const node = shape("text", {
    x: box.left - left + box.width / 2, y: box.top - top + box.height / 2 + 0.35 * parseFloat(style.fontSize), fill: rgb(style.color),
    "text-anchor": "middle", "font-family": style.fontFamily, "font-size": style.fontSize, "font-weight": style.fontWeight,
  });
  node.textContent = input.value;
  return node;
}

/**
 * @param {Text} text
 * @param {CSSStyleDeclaration} style
 * @param {number} left
 * @param {number} top
 */
function lines(text, style, left, top) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const [box] = range.getClientRects();
  if (!box || !ink) return [];
  ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const metrics = ink.measureText(text.data);
  const [up, down] = [metrics.fontBoundingBoxAscent, metrics.fontBoundingBoxDescent];
  const node = shape("text", {
    x: box.left - left, y: box.top - top + (box.height - up - down) / 2 + up, fill: rgb(style.color),
    "font-family": style.fontFamily, "font-size": style.fontSize, "font-weight": style.fontWeight,
  });
  node.textContent = text.data.trim();
  return [node];
}

/**
 * @param {SVGSVGElement} svg
 * @param {DOMRect} box
 * @param {number} left
 * @param {number} top
 */
function drawing(svg, box, left, top) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const originals = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((node, i) => {
    const style = getComputedStyle(originals[i]);
    if (style.visibility !== "visible" || style.display === "none") return node.remove();
    for (const name of SHAPE) {
      const value = style.getPropertyValue(name);
      if (value) node.setAttribute(name, COLOURS.has(name) ? rgb(value) : value);
    }
    node.removeAttribute("class");
    node.removeAttribute("style");
  });
  for (const name of ["class", "style", "role", "aria-label", "data-figure"]) copy.removeAttribute(name);
  for (const [name, value] of Object.entries({ x: box.left - left, y: box.top - top, width: box.width, height: box.height })) {
    copy.setAttribute(name, value.toFixed(2));
  }
  return copy;
}
