// The longest task of the main thread up to now, in ms, and the sum of all layout shifts. Chromium alone tells.
const told = (type) =>
  new Promise((resolve) => {
    new PerformanceObserver((list, observer) => (observer.disconnect(), resolve(list.getEntries()))).observe({ type, buffered: true });
    setTimeout(() => resolve([]), 300);
  });
const [tasks, shifts] = await Promise.all([told("longtask"), told("layout-shift")]);
return { longest: Math.max(0, ...tasks.map((task) => task.duration)), shift: shifts.reduce((sum, entry) => sum + entry.value, 0) };
