// How long after Stop the lab shows a live result again. An answer that comes before Stop is noticed is no restart.
// Stop is pressed: a driver's script may not share the page's modules.
const demo = document.querySelector("live-demo");
const frame = () => new Promise(requestAnimationFrame);
for (let turn = 0; turn < 50; turn += 1) {
  await frame(); // a timer from within a timer would be a slow one
  const stopped = performance.now();
  demo.set({ x: turn % 2 ? 1.1 : 1.2 });
  demo.querySelector("[data-act=stop]").click();
  while (demo.dataset.state === "updating") await frame();
  if (demo.dataset.state !== "stopped") continue;
  const revision = demo.dataset.revision;
  demo.set({ x: 0.5 });
  while (demo.dataset.revision === revision) await new Promise((go) => setTimeout(go, 5));
  return performance.now() - stopped;
}
throw new Error("50 answers came before they could be stopped");
