/** Written by the build: which files start Python, and where they are. */
export const runtime: import("./boot.js").RuntimeManifest & { home: string };
/** Of bundle.json. */
export const bundleHash: string;
/** Of files.json, the list of what demos can fetch. */
export const filesHash: string;
/** Files of more bytes are fetched only when the reader has agreed; the page, below the site, on which they remove them. */
export type LargeFiles = { above: number; storage: string };
export const large: LargeFiles;
