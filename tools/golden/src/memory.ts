import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { memory } from "@saccade/tensor";

/**
 * Checks that no tensors leak. Cases free theirs with their scopes, at once. What an optimizer
 * keeps beyond scopes (its state) goes with the optimizer, when the garbage collector takes it.
 */
export class LiveTensors {
  readonly #start: number = memory().tensors;
  readonly #stayed: string[] = [];
  readonly #leaked: string[] = [];

  /** Runs one task and notes how many more tensors there are after it than before. */
  async watch<T>(name: string, mayKeep: boolean, run: () => T | Promise<T>): Promise<T> {
    const before = memory().tensors;
    const result = await run();
    const more = memory().tensors - before;
    if (more > 0) (mayKeep ? this.#stayed : this.#leaked).push(`${name}: ${more} tensors stayed alive`);
    return result;
  }

  /** The problems at the end, a line each. */
  async findings(): Promise<string[]> {
    for (let i = 0; i < 20 && memory().tensors > this.#start; i++) {
      collectGarbage();
      await wait(5);
    }
    const more = memory().tensors - this.#start;
    if (more <= 0) return this.#leaked;
    return [...this.#leaked, `${more} tensors are alive after everything`, ...this.#stayed];
  }
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
}
