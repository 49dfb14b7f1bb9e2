import { wasmBackend } from "@saccade/kernels-wasm";
import { tryCall } from "./calls.ts";
import { Draw } from "./draw.ts";
import type { Numbered, Verdict } from "./verdict.ts";

/** The parts of the fuzz: each makes what its cases share, and then tries one case after the other. */
export const parts: Readonly<Record<string, () => Promise<(draw: Draw) => Verdict | Promise<Verdict>>>> = {
  calls: async () => {
    const backend = await wasmBackend({ threads: 1 });
    return (draw) => tryCall(backend, draw);
  },
};

/** The seconds that a case may take. */
export const limit = 5;

/** Tries the cases of a part, from one number to another. */
export async function* tryPart(
  part: string,
  { seed, from, to }: { readonly seed: number; readonly from: number; readonly to: number },
): AsyncGenerator<Numbered> {
  const one = await parts[part]!();
  for (let index = from; index < to; index++) {
    const start = performance.now();
    const verdict = await one(new Draw(seed, part, index));
    const seconds = (performance.now() - start) / 1000;
    const slow = seconds > limit && verdict.fault === undefined;
    yield { ...(slow ? { of: verdict.of, fault: `takes ${seconds.toFixed(1)} s` } : verdict), index };
  }
}
