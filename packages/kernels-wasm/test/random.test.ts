import { apply, Generator, ops, referenceBackend, scope, setBackend } from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import { backends } from "./hosts.ts";

afterEach(() => setBackend(referenceBackend()));

describe.each(await backends())("%s", (_way, backend) => {
  test.each([
    ["uniform", ops.uniform],
    ["normal", ops.normal],
  ])("%s is the reference's, bit for bit", (_name, op) => {
    for (const seed of [0, 7, 2 ** 31 + 5, 2 ** 53 - 1]) {
      const generator = new Generator(seed);
      for (const n of [1, 2, 3, 4, 5, 1023, 200_000]) {
        scope(() => {
          const attrs = { shape: [n], dtype: "float32" as const, state: generator.next() };
          const bits = [backend, referenceBackend()].map((side) => {
            setBackend(side);
            const [y] = apply(op, [], attrs);
            expect(y.backend).toBe(side);
            return new Int32Array(y.dataSync().slice().buffer);
          });
          const [mine, theirs] = [bits[0]!, bits[1]!];
          expect(mine.every((word, i) => word === theirs[i])).toBe(true);
        });
      }
    }
  });
});
