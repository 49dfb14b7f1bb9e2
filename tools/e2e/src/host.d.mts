/** Where Chromium is; where there is none, says so and ends the process without a failure. */
export function findChromium(): string;

/** A port that nobody listens on. */
export function freePort(): Promise<string>;

/** Starts a program that serves a site and takes --port, and waits until it says that it does. */
export function serveOn(program: URL): Promise<{ readonly root: string; end(): void }>;
