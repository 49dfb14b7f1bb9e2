import type { WasmBackend, WasmOptions } from "../src/index.ts";
import { wasmBackend } from "../src/index.ts";
import { hostFacts } from "../src/variant.ts";

/** Every way in which this host can run the kernels. */
export const ways: Readonly<Record<string, WasmOptions>> = {
  plain: { relaxed: false },
  ...(hostFacts().relaxedSimd ? { relaxed: { relaxed: true } } : {}),
};

/** A backend for each way. */
export async function backends(): Promise<[string, WasmBackend][]> {
  return Promise.all(
    Object.entries(ways).map(
      async ([name, options]) => [name, await wasmBackend(options)] as [string, WasmBackend],
    ),
  );
}
