/** Written by the build: which files start Python, and where they are. */
export const runtime: import("./boot.js").RuntimeManifest & { home: string };
/** Of bundle.json. */
export const bundleHash: string;
/** Of files.json, the list of what demos can fetch. */
export const filesHash: string;
