// The code around a program in its worker: gives it the packages and a console, and reports how it ended.
import packages from "virtual:saccade-packages";
import { longest, type Message } from "./messages.ts";
import { textOf } from "./text.ts";

/**
 * In the worker's file these stand before this one (see run-program.ts): the program as a function, and how many lines of the
 * file are the program's.
 */
declare const program: (require: (name: string) => object, exports: object, console: object) => Promise<void>;
declare const programLines: number;

Error.stackTraceLimit = 100; // a line of the program may lie far below those of the library

self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  fail(event.reason);
});
self.addEventListener("error", (event) => {
  event.preventDefault();
  fail(event.error);
});

const log = (...values: unknown[]): void =>
  tell({ kind: "line", text: values.map(textOf).join(" ").slice(0, longest.line) });
program(load, {}, { log, info: log, debug: log, warn: log, error: log }).then(
  () => tell({ kind: "done" }),
  fail,
);

function load(name: string): object {
  const found = packages.get(name);
  if (found === undefined) throw new Error(`"${name}" cannot be imported in a page.`);
  return found;
}

function fail(error: unknown): void {
  const known = error instanceof Error;
  const text = known ? `${error.name}: ${error.message}` : `${textOf(error)} was thrown`;
  tell({ kind: "failed", text: text.slice(0, longest.failed + 1), line: known ? lineOf(error) : null });
}

/** The innermost line of the program that an error passed. */
function lineOf({ stack = "" }: Error): number | null {
  for (const rest of stack.split(`${location.href}:`).slice(1)) {
    const line = Number.parseInt(rest, 10);
    if (line <= programLines) return line;
  }
  return null;
}

function tell(message: Message): void {
  self.postMessage(message);
}
