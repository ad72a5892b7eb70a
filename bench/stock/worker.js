import { loadPyodide } from "./pyodide/pyodide.mjs";

const pyodide = await loadPyodide();
await pyodide.loadPackage("numpy", { messageCallback: () => {} });
postMessage(pyodide.runPython(`
import numpy as np
Q = K = np.arange(8.0).reshape(4, 2)
W = np.exp(Q @ K.T / np.sqrt(2))
str((W / W.sum(axis=-1, keepdims=True)).round(3))
`));
