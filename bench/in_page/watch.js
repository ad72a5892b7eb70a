// Count the workers that run Python from now on, with the one that is there, and keep what is said of errors.
const workers = (window.benchWorkers = { now: 1, most: 1 });
window.benchErrors = [];
const Made = window.Worker;
window.Worker = class extends Made {
  constructor(address, options) {
    super(address, options);
    if (!options?.name?.startsWith("live-demo")) return; // the theme has one for the search
    workers.now += 1;
    workers.most = Math.max(workers.most, workers.now);
  }
  terminate() {
    workers.now -= 1;
    super.terminate();
  }
};
const told = console.error;
console.error = (...said) => {
  window.benchErrors.push(said.join(" "));
  told(...said);
};
for (const type of ["error", "unhandledrejection"]) {
  addEventListener(type, (event) => window.benchErrors.push(String(event.message ?? event.reason)));
}
