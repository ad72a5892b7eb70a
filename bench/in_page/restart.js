// How long after Stop the lab shows a live result again. An answer that comes before Stop is noticed is no restart.
const demo = document.querySelector("live-demo");
const script = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/live-demo.js"));
const { runtime } = await import(script.name);
const Before = window.Worker;
const frame = () => new Promise(requestAnimationFrame);
let starts = 0;
window.Worker = class extends Before {
  constructor(...given) {
    super(...given);
    starts += 1;
  }
};
for (let turn = 0; turn < 50; turn += 1) {
  await frame(); // a timer from within a timer would be a slow one
  const stopped = performance.now();
  demo.set({ x: turn % 2 ? 1.1 : 1.2 });
  runtime.stop(demo);
  while (demo.dataset.state === "updating") await frame();
  if (!starts) continue;
  window.Worker = Before;
  const revision = demo.dataset.revision;
  demo.set({ x: 0.5 });
  while (demo.dataset.revision === revision) await new Promise((go) => setTimeout(go, 5));
  return performance.now() - stopped;
}
throw new Error("50 answers came before they could be stopped");
