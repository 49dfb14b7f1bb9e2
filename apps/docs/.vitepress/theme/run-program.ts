import type { FromRunner } from "./runner-worker.ts";

export interface Run {
  /** Settles when the program has ended; rejects with its error. */
  readonly done: Promise<void>;
  readonly stop: () => void;
}

/** Runs a program (a CommonJS body) in a Worker of its own; `print` hears each line that it logs. */
export function runProgram(program: string, print: (line: string) => void): Run {
  const worker = new Worker(new URL("./runner-worker.ts", import.meta.url), { type: "module" });
  const done = new Promise<void>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromRunner>) => {
      if (data.kind === "line") print(data.line);
      else if (data.kind === "done") resolve();
      else reject(new Error(data.message));
    };
    worker.onerror = (event) => reject(new Error(event.message || "The program's worker could not start."));
    worker.postMessage(program);
  }).finally(() => worker.terminate());
  return { done, stop: () => worker.terminate() };
}
