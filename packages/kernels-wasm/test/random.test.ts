import { Generator, rand, randn, referenceBackend, scope } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { backends } from "./hosts.ts";

describe.each(await backends())("%s", (_way, backend) => {
  test.each([
    ["rand", rand],
    ["randn", randn],
  ])("%s is the reference's, bit for bit", (_name, draw) => {
    for (const seed of [0, 7, 2 ** 31 + 5, 2 ** 53 - 1]) {
      scope(() => {
        const [ours, theirs] = [new Generator(seed), new Generator(seed)];
        for (const n of [1, 2, 3, 4, 5, 1023, 20_000]) {
          const got = draw([n], { generator: ours, backend }).dataSync();
          const want = draw([n], { generator: theirs, backend: referenceBackend() }).dataSync();
          expect(Buffer.from(got.slice().buffer).equals(Buffer.from(want.slice().buffer))).toBe(true);
        }
      });
    }
  });
});
