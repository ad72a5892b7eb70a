// Fonts that this page does without may be wanted by the next one, which instant navigation opens in this document.
// A face that is there by then is used at once; one that is late would be left out, or move the text.

/** @type {{ saveData?: boolean } | undefined} */
const connection = "connection" in navigator ? /** @type {any} */ (navigator).connection : undefined;

if (!connection?.saveData) {
  addEventListener("load", () => setTimeout(() => document.fonts.forEach((face) => void face.load().catch(() => undefined)), 1000));
}
