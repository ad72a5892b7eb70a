/** Written by the build: by file name, what each script must be that is imported when it is wanted. */
export const hashes: Readonly<Record<string, string>>;
