// When the page was ready, in ms after navigation: `mark:NAME` is a performance mark, all else a selector that matches.
const [ready] = arguments;
const at = () => {
  if (ready.startsWith("mark:")) return performance.getEntriesByName(ready.slice(5))[0]?.startTime;
  return document.querySelector(ready) ? performance.now() : undefined;
};
for (;;) {
  const time = at();
  if (time !== undefined) return time;
  if (performance.now() > 100_000) throw new Error(`${location.href} is not ready after 100 s: ${document.body.innerText.slice(0, 300)}`);
  await new Promise((go) => setTimeout(go, 10));
}
