// The site's Python without the site: starts it from the site's own files and says how many ms each answer takes.
let starting;

async function start(base) {
  const json = async (name) => (await fetch(new URL(name, base))).json();
  const { boot } = await import("./engine/boot.js");
  const manifest = await json("manifest.json");
  const [{ python }, files] = await Promise.all([boot(manifest.runtime, base), json(manifest.bundle)]);
  const { home } = manifest.runtime;
  for (const [name, text] of Object.entries(files)) {
    const path = `${home}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(home)})`);
  return python.pyimport("live_demo.browser");
}

async function answer({ base, demo, values }) {
  const browser = await (starting ??= start(base));
  const asked = JSON.stringify(values);
  const before = performance.now();
  const answer = browser.Answers(demo, asked).next();
  const took = performance.now() - before;
  if (!JSON.parse(answer).html) throw new Error(answer);
  self.postMessage(took);
}

// What a promise throws, the page would not hear of.
self.onmessage = ({ data }) => {
  answer(data).catch((error) => setTimeout(() => { throw error; }));
};
