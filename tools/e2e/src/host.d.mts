/** Where Chromium is; where there is none, says so and ends the process without a failure. */
export function findChromium(): string;

/** A port that nobody listens on. */
export function freePort(): Promise<string>;
