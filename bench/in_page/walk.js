// Go to and fro between the lab and the home page by the site's own links; each time wait until Python is there.
const [turns] = arguments;
while (!("document$" in window)) await new Promise((go) => setTimeout(go, 50)); // the theme's script comes last
const ways = ['.md-header a.md-logo', '.md-tabs a[href$="lab/"]'];
for (let turn = 0; turn < turns; turn += 1) {
  const link = document.querySelector(ways[turn % 2]);
  const place = new URL(link.href).pathname;
  link.click();
  const until = performance.now() + 60_000;
  while (location.pathname !== place || document.querySelector("live-demo")?.dataset.state !== "ready") {
    if (performance.now() > until) throw new Error(`no live demo at ${place} after a minute`);
    await new Promise((go) => setTimeout(go, 50));
  }
}
return location.pathname;
