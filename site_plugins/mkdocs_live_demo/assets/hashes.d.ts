/** Written by the build: scripts that are imported when they are wanted, and what each must be. */
export const hashes: Readonly<Record<string, string>>;
