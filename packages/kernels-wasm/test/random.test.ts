import { Generator, rand, randn, referenceBackend, scope } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { backends } from "./hosts.ts";

describe.each(await backends())("%s", (_way, backend) => {
  test.each([
    ["rand", rand],
    ["randn", randn],
  ])("%s draws on the backend that is given, the reference's numbers, bit for bit", (_name, draw) => {
    for (const seed of [0, 7, 2 ** 31 + 5, 2 ** 53 - 1]) {
      const sides = [backend, referenceBackend()].map((side) => ({ side, generator: new Generator(seed) }));
      for (const n of [1, 2, 3, 4, 5, 1023, 200_000]) {
        scope(() => {
          const bits = sides.map(({ side, generator }) => {
            const y = draw([n], { backend: side, generator });
            expect(y.backend).toBe(side);
            return new Int32Array(y.dataSync().slice().buffer);
          });
          const [mine, theirs] = [bits[0]!, bits[1]!];
          expect(mine.every((word, i) => word === theirs[i])).toBe(true);
        });
      }
    }
  });

  test("what is drawn for another backend than the current one is computed there", () => {
    const ran: string[] = [];
    const noting = {
      ...backend,
      run: (...call: Parameters<typeof backend.run>) => {
        ran.push(call[0].name);
        backend.run(...call);
      },
    };
    scope(() => randn([3], { backend: noting }));
    expect(ran).toEqual(["normal"]);
  });
});
