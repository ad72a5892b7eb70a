// When a demo is to be taken over, and when Python is to start for it.

const NEAR = "300px"; // how far below the window a demo may be
const AT_ONCE = "[data-start=at-once]"; // the build saw that the demo lies in the first window

/** The reader asks to save data: then nothing is fetched before they touch a demo. */
const frugal = /** @type {any} */ (navigator).connection?.saveData === true;

/** Whether the page has a demo that Python may start for before anything is laid out. */
export const opensWithDemo = () => !frugal && document.querySelector(`live-demo${AT_ONCE}`) !== null;

/**
 * @param {Element} element
 * @param {() => void} begin called when the reader comes near the element
 * @param {AbortSignal} signal
 */
export function whenNear(element, begin, signal) {
  if (frugal) return;
  if (element.matches(AT_ONCE)) return begin();
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && begin(), { rootMargin: NEAR });
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
}

/**
 * Whether the parser has passed an element, so that all its children are there.
 * @param {Element} element
 */
export function isWhole(element) {
  if (document.readyState !== "loading") return true;
  /** @type {Element | null} */
  let part = element;
  while (part && !part.nextSibling) part = part.parentElement;
  return part !== null;
}
