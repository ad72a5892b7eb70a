// The point that the reader drags in a plane. Two sliders stand behind it; they hold the value.

/** @typedef {import("./fields.js").Field} Field */

/**
 * @param {Element} root
 * @param {(values: Record<string, number>) => void} move
 * @param {AbortSignal} signal
 */
export function dragging(root, move, signal) {
  root.addEventListener("pointerdown", (event) => {
    const hit = /** @type {Element} */ (event.target).closest(".ld-handle-hit");
    if (!hit || !(event instanceof PointerEvent)) return;
    hit.setPointerCapture(event.pointerId);
    event.preventDefault();
  }, { signal });
  root.addEventListener("pointermove", (event) => {
    const hit = /** @type {Element} */ (event.target).closest(".ld-handle-hit");
    if (!hit || !(event instanceof PointerEvent) || !hit.hasPointerCapture(event.pointerId)) return;
    const group = /** @type {SVGGElement} */ (hit.closest("[data-handle]"));
    const matrix = group.ownerSVGElement?.getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const { unit, centre, names } = scaleOf(group);
    move({ [names[0]]: (x - centre) / unit, [names[1]]: (centre - y) / unit });
  }, { signal });
}

/**
 * Move the handles to their sliders' values at once; the rest of the figure follows with Python's answer.
 * @param {Element} root
 * @param {Record<string, unknown>} values
 */
export function placeHandles(root, values) {
  for (const group of /** @type {NodeListOf<SVGGElement>} */ (root.querySelectorAll("[data-handle]"))) {
    const { unit, centre, names } = scaleOf(group);
    const [x, y] = [centre + unit * Number(values[names[0]]), centre - unit * Number(values[names[1]])];
    const [dot, text] = [group.querySelector(".ld-handle-dot"), group.querySelector("text")];
    const [dx, dy] = [x - Number(dot?.getAttribute("cx")), y - Number(dot?.getAttribute("cy"))];
    if (!dot || (Math.abs(dx) < 0.05 && Math.abs(dy) < 0.05)) continue;
    for (const circle of group.querySelectorAll("circle")) {
      circle.setAttribute("cx", String(x));
      circle.setAttribute("cy", String(y));
    }
    text?.setAttribute("x", String(Number(text.getAttribute("x")) + dx));
    text?.setAttribute("y", String(Number(text.getAttribute("y")) + dy));
    group.querySelector(".ld-handle-line")?.setAttribute("d", `M${centre} ${centre}L${x} ${y}`);
  }
}

/** @param {SVGGElement} group */
function scaleOf(group) {
  const [first = "", second = ""] = (group.dataset.handle ?? "").split(" ");
  return { unit: Number(group.dataset.unit), centre: Number(group.dataset.centre), names: [first, second] };
}
