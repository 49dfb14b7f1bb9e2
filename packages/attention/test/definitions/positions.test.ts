import { tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import * as defined from "../../src/definitions/index.ts";
import * as attention from "../../src/index.ts";
import { expectClose } from "../helpers.ts";
import { backends, hold, inputsOf, seeds, size } from "./hold.ts";
import * as plain from "./plain.ts";

const call = fc.record({
  n: size(9),
  half: size(5),
  offset: fc.nat(30),
  base: fc.constantFrom(100, 10_000, 500_000),
  flag: fc.boolean(),
  seed: seeds,
});

describe.each(backends)("on %s", (_name, backend) => {
  test("rotary positions turn pairs as by definition, and back in the gradient", () => {
    const property = fc.property(call, ({ n, half, offset, base, flag: interleaved, seed }) => {
      const positions = new attention.RotaryPositions(2 * half, { base, interleaved });
      hold(backend, {
        definition: (x) => defined.rotary(x!, offset, { base, interleaved }),
        library: (x) => positions.forward(x!, { offset }),
        inputs: inputsOf(seed, [2, n, 2 * half]),
        second: true,
      });
    });
    fc.assert(property, runs(30));
  });

  test("sines and cosines are added as by definition", () => {
    const property = fc.property(call, ({ n, half, offset, flag, seed }) => {
      const width = 2 * half - Number(flag);
      const encoding = new attention.PositionalEncoding(width, { maxLen: 64 });
      hold(backend, {
        definition: (x) => x!.add(plain.positionalEncoding(64, width).narrow(0, offset, n)),
        library: (x) => encoding.forward(x!, { offset }),
        inputs: inputsOf(seed, [2, n, width]),
      });
    });
    fc.assert(property, runs(20));
  });

  test("relative positions add the definition's number of each bucket", () => {
    const property = fc.property(call, size(9), ({ n, half, offset, flag, seed }, lk) => {
      const buckets = { numBuckets: 4 * half, maxDistance: 3 * half + 1, bidirectional: flag };
      const positions = new attention.RelativePositions(1 + (seed % 3), buckets);
      hold(backend, {
        definition: () => plain.relativeBias(positions.weight, buckets, n, lk, offset),
        library: () => positions.forward(n, lk, offset).squeeze(0),
        inputs: [],
        module: positions,
      });
    });
    fc.assert(property, runs(20));
  });
});

test("the table of sines and cosines has the definition's numbers", () => {
  const property = fc.property(fc.nat(40), size(12), (n, width) => {
    expectClose(attention.positionalEncoding(n, width), plain.positionalEncoding(n, width));
  });
  fc.assert(property);
});

test("ALiBi's bias is the definition's", () => {
  const property = fc.property(size(12), size(6), size(9), fc.nat(20), (heads, lq, lk, offset) => {
    const { backend } = tensor(0);
    const bias = new attention.AlibiPositions(heads).bias({ queries: lq, keys: lk, offset, backend });
    expectClose(bias.squeeze(0), tensor(plain.alibiBias(defined.alibiSlopes(heads), lq, lk, offset)));
  });
  fc.assert(property);
});

test("masks are those of their definitions", () => {
  const property = fc.property(call, size(9), size(6), ({ n, half, offset, flag: causal }, lk, window) => {
    expect(attention.causalMask(n, lk, { offset }).toArray()).toEqual(
      plain.causalMask(n, lk, offset).toArray(),
    );
    const lengths = tensor([offset % (lk + 1), lk], { dtype: "int32" });
    expect(attention.lengthsMask(lengths, lk).toArray()).toEqual(plain.lengthsMask(lengths, lk).toArray());
    const near = plain.windowMask(n, window, half);
    const seen = causal ? near.logicalAnd(plain.causalMask(n)) : near;
    expect(attention.windowMask(n, { window, dilation: half, causal }).toArray()).toEqual(seen.toArray());
  });
  fc.assert(property);
});
