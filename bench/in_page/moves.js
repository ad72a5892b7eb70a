// Moves in the lab. After each, what it can't do without: a round trip to a worker that does nothing, and the bare
// call of Python. Times in ms: `moves` from the question's post to the patched DOM.
const [count, stock, first] = arguments;
const demo = document.querySelector("live-demo");
const script = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/live-demo.js"));
const empty = new Worker(`${stock}echo.js`); // a file: the page's policy forbids others
const bare = (window.benchBare ??= new Worker(`${stock}bare.js`, { type: "module" })); // kept from one batch to the next

const answer = (worker, question) =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(question);
  });

let posted = 0;
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  if (message?.type === "ask") posted = performance.now();
  return post.call(this, message, ...more);
};
const patched = (values) =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => (observer.disconnect(), resolve(performance.now() - posted)));
    observer.observe(demo, { attributes: true, attributeFilter: ["data-revision"] });
    demo.set(values);
  });
const WARMING = 10; // moves that do not count
const frame = () => new Promise(requestAnimationFrame);

const name = demo.getAttribute("name");
const base = new URL(".", script.name).href;
const times = { moves: [], trips: [], calls: [] };
for (let turn = first - WARMING; turn < first + count; turn += 1) {
  const place = (wave) => Number((2 * wave(0.13 * turn)).toFixed(1));
  const question = { base, demo: name, values: { ...demo.values, x: place(Math.cos), y: place(Math.sin) } };
  const move = await patched({ x: question.values.x, y: question.values.y });
  await demo.settled();
  await frame();
  const before = performance.now();
  await answer(empty, 0);
  const trip = performance.now() - before;
  const call = await answer(bare, question);
  if (turn < first) continue;
  times.moves.push(move);
  times.trips.push(trip);
  times.calls.push(call);
}
Worker.prototype.postMessage = post;
empty.terminate();
return times;
