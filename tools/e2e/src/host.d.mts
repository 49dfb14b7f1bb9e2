/** The path of Chromium. Without one, prints a note and exits without a failure. */
export function findChromium(): string;

/** A free port. */
export function freePort(): Promise<string>;

/** Starts a program that serves a site and takes --port, and waits until it reports that it is ready. */
export function serveOn(program: URL): Promise<{ readonly root: string; end(): void }>;
