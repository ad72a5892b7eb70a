// Fonts that this page does without may be wanted by the next one, which instant navigation opens in this document.
// A face that is there by then is used at once; one that is late is left out. Only faces that nothing here is set in:
// to load one that was late would put it in after all, and move the text.

/** @type {{ saveData?: boolean } | undefined} */
const connection = "connection" in navigator ? /** @type {any} */ (navigator).connection : undefined;

function load() {
  for (const face of document.fonts) {
    if (face.status === "unloaded") face.load().catch(() => undefined);
  }
}

if (!connection?.saveData) addEventListener("load", () => setTimeout(load, 1000));
