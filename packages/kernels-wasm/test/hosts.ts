import { runs } from "../../../vitest.level.ts";
import type { WasmBackend, WasmOptions } from "../src/index.ts";
import { wasmBackend } from "../src/index.ts";
import { hostFacts } from "../src/variant.ts";

/** Every way in which this host can run the kernels. */
export const ways: Readonly<Record<string, WasmOptions>> = {
  plain: { relaxed: false },
  "two threads": { threads: 2 },
  ...(hostFacts().relaxedSimd ? { relaxed: { relaxed: true } } : {}),
};

/** How many cases of a property a way draws: all of them on the plain kernels, a quarter in the other ways. */
export function runsOf(way: string, all: number): { numRuns: number } {
  return runs(way === "plain" ? all : Math.ceil(all / 4));
}

/** A backend for each way. */
export async function backends(): Promise<[string, WasmBackend][]> {
  return Promise.all(
    Object.entries(ways).map(
      async ([name, options]) => [name, await wasmBackend(options)] as [string, WasmBackend],
    ),
  );
}
