// Stands right after the theme's script, on a page that opens with a demo: there the theme waits for the first result,
// or for the reader's first move. Parsing and starting it takes a core for longer than all that the demo needs of the
// page, and the reader cannot miss it before they touch anything.
{
  // The theme makes addresses absolute when it starts, and the browser would fetch again what it has long used.
  for (const link of document.querySelectorAll("link[rel=preload]")) if (link instanceof HTMLLinkElement) link.href = link.href;
  const WAIT = 1500; // ms, where Python takes longer
  const late = /** @type {HTMLScriptElement} */ (document.currentScript?.previousElementSibling);
  const touches = ["pointermove", "pointerdown", "keydown", "focusin", "wheel"];
  const go = () => {
    for (const touch of touches) removeEventListener(touch, go);
    seen.disconnect();
    clearTimeout(waited);
    const script = document.createElement("script");
    script.onload = () => {
      const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
      const { document$ } = /** @type {{ document$?: { next(page: Document): void } }} */ (window);
      // The theme waits for the end of the page, and does not look whether it has been.
      if (page && page.domContentLoadedEventStart > 0) document$?.next(document);
      document.dispatchEvent(new Event("late-script"));
    };
    script.src = late.src;
    late.replaceWith(script);
  };
  const seen = new PerformanceObserver((list) => list.getEntriesByName("live-demo:ready").length > 0 && setTimeout(go));
  const waited = setTimeout(go, globalThis.liveDemoStart ? WAIT : 0);
  for (const touch of touches) addEventListener(touch, go);
  seen.observe({ type: "mark", buffered: true });
}
