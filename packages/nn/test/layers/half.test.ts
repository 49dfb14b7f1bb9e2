import { fromData, Generator, type Tensor, tensor, uniform } from "@saccade/tensor";
import { widenHalf } from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { Embedding, HalfEmbedding, type HalfFormat, HalfLinear, Linear } from "../../src/index.ts";

const formats: readonly HalfFormat[] = ["bfloat16", "float16"];
const linearOf = (weight: Tensor): Linear => {
  const layer = new Linear(weight.size(1), weight.size(0), { bias: false });
  layer.loadStateDict({ weight });
  return layer;
};
const stored = ({ weight, format }: HalfLinear): readonly number[] => [
  ...widenHalf(weight, format).dataSync(),
];

describe("HalfLinear", () => {
  test.each(formats)("%s: a weight that 16 bits hold gives exactly what a Linear gives", (format) => {
    const layer = linearOf(tensor([[1, -0.5, 2, 0.25], [3, 0, -1.5, 8]])); // biome-ignore format: one line
    const half = HalfLinear.from(layer, format);
    expect(half.forward(tensor([[1, 2, 3, 4]])).toArray()).toEqual(
      layer.forward(tensor([[1, 2, 3, 4]])).toArray(),
    );
    expect(half.weight.shape).toEqual([2, 2]);
    expect(half.parameters()).toEqual([]);
  });

  test("rounds to the nearest, and to even where two are as near", () => {
    const bf = HalfLinear.from(
      linearOf(tensor([[1 + 2 ** -8, 1 + 3 * 2 ** -8, 1 + 2 ** -8 + 2 ** -20, -1e-40]])),
      "bfloat16",
    );
    expect(stored(bf).slice(0, 3)).toEqual([1, 1 + 2 ** -6, 1 + 2 ** -7]);
    const f = HalfLinear.from(
      linearOf(tensor([[1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519, 65520, 2 ** -25, 3 * 2 ** -25]])),
      "float16",
    );
    expect(stored(f)).toEqual([1, 1 + 2 ** -9, 65504, Number.POSITIVE_INFINITY, 0, 2 ** -23]);
  });

  test.each(formats)("%s: every number that 16 bits hold survives widening and rounding", (format) => {
    const all = fromData(
      new Int32Array(Uint16Array.from({ length: 65_536 }, (_, i) => i).buffer),
      [1, 32_768],
    );
    const wide = widenHalf(all, format);
    const back = HalfLinear.from(linearOf(wide), format);
    const [got, want] = [stored(back), wide.dataSync()];
    expect(got.every((value, i) => Object.is(value, want[i]))).toBe(true);
  });

  test("is off by half of the last place at the most", () => {
    const weight = uniform(-3, 3, [16, 16], { generator: new Generator(5) });
    for (const format of formats) {
      const ulp = format === "bfloat16" ? 2 ** -8 : 2 ** -11;
      const got = stored(HalfLinear.from(linearOf(weight), format));
      weight.dataSync().forEach((value, i) => {
        expect(Math.abs(got[i]! - value)).toBeLessThanOrEqual(Math.abs(value) * ulp);
      });
    }
  });

  test("takes the bytes of a file's tensor as they are", () => {
    // An odd place in a file: 1, 2, 3 and 0 from the second byte on.
    const file = new Uint8Array([9, 0x80, 0x3f, 0x00, 0x40, 0x40, 0x40, 0x00, 0x00]);
    const half = HalfLinear.fromBytes(file.subarray(1), 2, 2, "bfloat16");
    expect(stored(half)).toEqual([1, 2, 3, 0]);
  });

  test("names what does not fit", () => {
    expect(() => HalfLinear.fromBytes(new Uint8Array(6), 2, 2, "float16")).toThrow(
      /6 bytes for a weight \[2, 2\], which takes 8/,
    );
    expect(() => new HalfLinear(4, 2).forward(tensor([1, 2]))).toThrow(
      "HalfLinear.forward: inFeatures is 4, but 2 in x float32[2]",
    );
  });
});

test("a HalfEmbedding looks up rows, and scores them", () => {
  const table = new Embedding(3, 2);
  table.loadStateDict({ weight: tensor([[1, 2], [3, 4], [5, 6]]) }); // biome-ignore format: one line
  for (const format of formats) {
    const half = HalfEmbedding.from(table, format);
    expect(half.forward(tensor([[2, 0]], { dtype: "int32" })).toArray()).toEqual([[[5, 6], [1, 2]]]); // biome-ignore format: one line
    expect(half.scores(tensor([[1, 10]])).toArray()).toEqual([[21, 43, 65]]);
    expect(table.scores(tensor([[1, 10]])).toArray()).toEqual([[21, 43, 65]]);
    expect(() => half.forward(tensor([3], { dtype: "int32" }))).toThrow(/3/);
  }
});
