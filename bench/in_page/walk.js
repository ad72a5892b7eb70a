// Go to and fro between the lab and the home page by the site's own links; each time wait until Python is there and,
// if it is to be used, move the page's first slider or press one of its buttons, and wait for the answer.
const [turns, used] = arguments;
const PAUSE = 300; // ms: Chromium leaves the address as it is after 200 changes in ten seconds, and a page has several
while (!("document$" in window)) await new Promise((go) => setTimeout(go, 50)); // the theme's script comes last
const ways = ['.md-header a.md-logo', '.md-tabs a[href$="lab/"]'];
const use = async (demo, turn) => {
  const before = demo.dataset.revision;
  const slider = demo.querySelector('input[type="range"]');
  if (slider) {
    slider.value = turn % 4 < 2 ? slider.min : slider.max;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  } else [...demo.querySelectorAll("[data-set]")].find((button) => button.getAttribute("aria-pressed") !== "true").click();
  await demo.settled();
  if (demo.dataset.revision === before) throw new Error(`no answer at ${location.pathname}`);
};
// The theme takes clicks over once it has read the sitemap, and then the last one before as well. Until then a browser
// would load the page whole.
const follow = async (link) => {
  let taken = false;
  const { href } = link;
  const hear = (event) => ((taken = event.defaultPrevented), event.preventDefault());
  addEventListener("click", hear);
  link.click();
  while (!taken && location.href !== href) {
    await new Promise((go) => setTimeout(go, 50));
    if (location.href !== href) link.click();
  }
  removeEventListener("click", hear);
};
for (let turn = 0; turn < turns; turn += 1) {
  const link = document.querySelector(ways[location.pathname.endsWith("/lab/") ? 0 : 1]);
  const place = new URL(link.href).pathname;
  const left = document.querySelector("live-demo");
  await follow(link);
  const until = performance.now() + 60_000;
  const there = () => {
    const demo = document.querySelector("live-demo"); // the address changes before the page does
    return location.pathname === place && demo !== left && demo?.dataset.state === "ready";
  };
  while (!there()) {
    if (performance.now() > until) throw new Error(`no live demo at ${place} after a minute`);
    await new Promise((go) => setTimeout(go, 50));
  }
  if (used) await use(document.querySelector("live-demo"), turn);
  await new Promise((go) => setTimeout(go, PAUSE));
}
return location.pathname;
