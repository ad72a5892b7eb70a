// Train a network in the page. Seconds from the press of the button to the end; its frames; the main thread's longest
// task meanwhile, in ms, where the browser tells.
const [name, patience] = arguments;
const find = () => document.querySelector(`live-demo[name=${name}]`);
while (!find() || document.readyState !== "complete") await new Promise((go) => setTimeout(go, 50));
const demo = find();
const state = async (wanted) => {
  const end = performance.now() + 1000 * patience;
  while (demo?.dataset.state !== wanted) {
    if (performance.now() > end) throw new Error(`${name} is ${demo?.dataset.state}: ${demo?.innerText.slice(0, 200)}`);
    await new Promise((go) => setTimeout(go, 20));
  }
};
demo.scrollIntoView();
await state("ready");
await new Promise((go) => setTimeout(go, 1000));

let longest = 0;
const tasks = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
});
if (PerformanceObserver.supportedEntryTypes.includes("longtask")) tasks.observe({ type: "longtask" });
const first = Number(demo.dataset.revision);
const begun = performance.now();
[...demo.querySelectorAll("button")].find((button) => button.textContent.trim() === "train it now").click();
await state("updating");
await state("ready");
const seconds = (performance.now() - begun) / 1000;
await new Promise((go) => setTimeout(go, 300)); // an observer is told late
return { seconds, frames: Number(demo.dataset.revision) - first, longest };
