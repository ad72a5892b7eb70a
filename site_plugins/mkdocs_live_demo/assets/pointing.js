// Cells that say where their number comes from: the one pointed at or focused outlines its parents and writes its own
// name into the view's line. Together they are one stop of the Tab key; arrow keys go to the next cell as it lies, Home and End
// to the ends of its row.

const KEYS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** @param {Element} cell */
const nameOf = (cell) => /** @type {HTMLElement} */ (cell).dataset.cell ?? "";

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 * @returns {{ show: () => void }} what to call when the view was drawn
 */
export function pointing(root, signal) {
  let at = ""; // the cell's name; empty until the reader points
  const cells = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-view] [data-parents]")]);

  const show = () => {
    const cell = cells().find((e) => nameOf(e) === at);
    if (!cell) return;
    const hot = [at, ...(cell.dataset.parents ?? "").split(" ")];
    for (const e of root.querySelectorAll("[data-view] [data-cell]")) {
      e.classList.toggle("ld-hot", hot.some((h) => nameOf(e) === h || nameOf(e).startsWith(`${h}-`)));
    }
    for (const e of cells()) e.tabIndex = e === cell ? 0 : -1;
    const line = root.querySelector("[data-view] .ld-pointed-say");
    if (line) line.textContent = cell.ariaLabel;
  };

  for (const touch of ["pointerover", "focusin"]) {
    root.addEventListener(touch, (event) => {
      const cell = /** @type {Element} */ (event.target).closest("[data-view] [data-parents]");
      if (!cell || nameOf(cell) === at) return;
      at = nameOf(cell);
      show();
    }, { signal });
  }
  root.addEventListener("keydown", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("[data-view] [data-parents]");
    const end = ["Home", "End"].includes(event.key);
    const step = KEYS[event.key];
    if (!cell || (!step && !end)) return;
    event.preventDefault();
    if (end) rowOf(cell, cells()).at(event.key === "Home" ? 0 : -1)?.focus();
    else beside(cell, cells(), step)?.focus();
  }, { signal });
  return { show };
}

/**
 * The cells beside one, from left to right.
 * @param {Element} from
 * @param {HTMLElement[]} cells
 */
function rowOf(from, cells) {
  const { top, height } = from.getBoundingClientRect();
  const placed = cells.map((cell) => ({ cell, box: cell.getBoundingClientRect() }));
  const row = placed.filter(({ box }) => Math.abs(box.top + box.height / 2 - top - height / 2) < height / 2);
  return row.sort((a, b) => a.box.left - b.box.left).map(({ cell }) => cell);
}

/**
 * The nearest cell in a direction; one that lies askew counts as further away.
 * @param {Element} from
 * @param {HTMLElement[]} cells
 * @param {[number, number]} step
 */
function beside(from, cells, [dx, dy]) {
  const centre = (/** @type {Element} */ e) => {
    const box = e.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(from);
  const ahead = cells.map((cell) => {
    const [u, v] = centre(cell);
    const along = (u - x) * dx + (v - y) * dy;
    return { cell, along, far: along + 4 * Math.abs((u - x) * dy + (v - y) * dx) };
  });
  return ahead.filter((c) => c.along > 1).sort((a, b) => a.far - b.far)[0]?.cell;
}
