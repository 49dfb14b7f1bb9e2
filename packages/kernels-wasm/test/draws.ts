import { type Backend, Generator, type rand, type randn, referenceBackend, scope } from "@saccade/tensor";
import { expect } from "vitest";

/** Holds random numbers of some counts to the reference's, bit for bit. */
export function holdDraws(
  backend: Backend,
  draw: typeof rand | typeof randn,
  counts: readonly number[],
): void {
  for (const seed of [0, 7, 2 ** 31 + 5, 2 ** 53 - 1]) {
    const sides = [backend, referenceBackend()].map((side) => ({ side, generator: new Generator(seed) }));
    for (const n of counts)
      scope(() => {
        const [mine, theirs] = sides.map(({ side, generator }) => {
          const y = draw([n], { backend: side, generator });
          expect(y.backend).toBe(side);
          return new Int32Array(y.dataSync().slice().buffer);
        });
        expect(mine!.every((word, i) => word === theirs![i])).toBe(true);
      });
  }
}
