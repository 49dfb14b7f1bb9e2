import { wasmBackend } from "@saccade/kernels-wasm";
import { drawCall } from "./calls.ts";
import { Draw } from "./draw.ts";
import { drawFile } from "./files.ts";
import { drawFlex } from "./flex.ts";
import { makeReaders } from "./readers.ts";
import type { Case, News } from "./verdict.ts";
import { drawWrong } from "./wrong.ts";

/** The parts of the fuzz: each makes what its cases share, and then draws one case after the other. */
export const parts: Readonly<Record<string, () => Promise<(draw: Draw) => Case>>> = {
  calls: async () => {
    const backend = await wasmBackend({ threads: 1 });
    return (draw) => drawCall(backend, draw);
  },
  wrong: async () => (draw) => drawWrong(draw),
  flex: async () => {
    const backends = await Promise.all([1, 2].map((threads) => wasmBackend({ threads })));
    return (draw) => drawFlex(backends, draw);
  },
  files: async () => {
    const readers = await makeReaders();
    return (draw) => drawFile(readers, draw);
  },
};

/** The seconds that a case may take. */
export const limit = 5;

/** Tries the cases of a part, from one number to another: says what each is before, and how it went. */
export async function* tryPart(
  part: string,
  { seed, from, to }: { readonly seed: number; readonly from: number; readonly to: number },
): AsyncGenerator<News> {
  const draw = await parts[part]!();
  for (let index = from; index < to; index++) {
    const { of, args, run } = draw(new Draw(seed, part, index));
    yield { index, of, args };
    const start = performance.now();
    const verdict = await run();
    const seconds = (performance.now() - start) / 1000;
    const slow = seconds > limit && verdict.fault === undefined;
    yield { index, of, args, ...(slow ? { fault: `takes ${seconds.toFixed(1)} s` } : verdict) };
  }
}
