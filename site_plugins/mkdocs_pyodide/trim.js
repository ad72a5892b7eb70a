/**
 * Runs under Node: starts Pyodide from files on this machine and lets `inside.py` work on a folder.
 *
 * @typedef {object} Job
 * @property {string} loader address of the module that exports loadPyodide
 * @property {Record<string, unknown>} options for loadPyodide
 * @property {string} folder host folder that Python sees as /job
 * @property {string[] | null} imports modules that a start needs; null if that is not the question
 * @property {string} script Python source of `inside.py`
 * @property {string} call Python expression that does the work; it may use the list `modules`
 */

/** @param {Job} job */
export async function run(job) {
  const { loadPyodide } = await import(job.loader);
  const pyodide = await loadPyodide(job.options);
  pyodide.FS.mkdir("/job");
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: job.folder }, "/job");
  const modules = job.imports ? await modulesOfAStart(pyodide, job.imports) : [];
  pyodide.runPython(job.script);
  pyodide.globals.set("modules", pyodide.toPy(modules));
  pyodide.runPython(job.call);
}

/**
 * Imports what a start needs, lets errors cross to JavaScript as they will later, and lists what Python has loaded.
 *
 * @param {any} pyodide
 * @param {string[]} imports
 * @returns {Promise<string[]>}
 */
async function modulesOfAStart(pyodide, imports) {
  pyodide.runPython("import sys; sys.path.append('/job/sources')");
  for (const name of imports) importModule(pyodide, name);
  for (const wrong of ["1 / 0", "1 +", "unknown_name", "import unknown_module"]) {
    try {
      pyodide.runPython(wrong);
    } catch {
      // Wanted: reporting an error imports modules too.
    }
  }
  await pyodide.runPythonAsync("1");
  return pyodide.runPython(`"\\n".join(sorted(sys.modules))`).split("\n");
}

/**
 * @param {any} pyodide
 * @param {string} name
 */
function importModule(pyodide, name) {
  try {
    pyodide.pyimport(name).destroy();
  } catch (error) {
    throw new Error(`import ${name}: ${String(error).trim().split("\n").at(-1)}`);
  }
}
