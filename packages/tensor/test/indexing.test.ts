import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as t from "../src/index.ts";

const whole = (values: number | number[] | number[][]): t.Tensor => t.tensor(values, { dtype: "int32" });
const cube = (): t.Tensor => t.arange(24).reshape([2, 3, 4]);
const shows = (x: t.Tensor, values: unknown): void => expect(x.toArray()).toEqual(values);

/** Elements of cube() by their formula. */
const at = (i: number, j: number, k: number): number =>
  ((i + 2) % 2) * 12 + ((j + 3) % 3) * 4 + ((k + 4) % 4);

const indices = (size: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: -size, max: size - 1 }), { minLength: 3, maxLength: 3 });

describe("index", () => {
  it("puts adjacent tensors' shape where they stood, separated ones' in front", () => {
    fc.assert(
      fc.property(indices(2), indices(3), indices(4), (i, j, k) => {
        const adjacent = [0, 1].map((row) => j.map((_, n) => at(row, j[n]!, k[n]!)));
        shows(cube().index([null, whole(j), whole(k)]), adjacent);
        const separated = i.map((_, n) => [0, 1, 2].map((column) => at(i[n]!, column, k[n]!)));
        shows(cube().index([whole(i), null, whole(k)]), separated);
      }),
    );
  });

  it("broadcasts the tensors together", () => {
    const rows = [0, 1].map((i) => [0, 2].map((j) => [0, 1, 2, 3].map((k) => at(i, j, k))));
    shows(cube().index([whole([[0], [-1]]), whole([0, 2])]), rows);
    shows(cube().index([whole(1), null, whole(2)]), [at(1, 0, 2), at(1, 1, 2), at(1, 2, 2)]);
    expect(() => cube().index([whole([0, 1]), whole([0, 1, 2])])).toThrow(/index: .* do not broadcast/);
  });

  it("takes masks over one dim or more, beside tensors too", () => {
    const mask = t.tensor([[true, false, false], [false, true, true]]); // biome-ignore format: one line
    const rows = [[0, 0], [1, 1], [1, 2]]; // biome-ignore format: one line
    shows(
      cube().index([mask]),
      rows.map(([i, j]) => [0, 1, 2, 3].map((k) => at(i!, j!, k))),
    );
    shows(cube().index([mask, whole([3, 0, 1])]), [at(0, 0, 3), at(1, 1, 0), at(1, 2, 1)]);
    expect(cube().index([null, t.tensor([false, false, false])]).shape).toEqual([2, 0, 4]);
    expect(() => cube().index([null, mask])).toThrow(
      "index: a mask [2, 3] at dim 1 of float32[2, 3, 4] must have the shape [3, 4] of the dims that it covers.",
    );
    expect(() => cube().index([mask, null, null])).toThrow(t.IndexError);
  });

  it("reads strided tensors, nothing, and everything", () => {
    const turned = cube().permute([2, 0, 1]);
    shows(turned.index([whole([1]), null, whole([2])]), [[at(0, 2, 1), at(1, 2, 1)]]);
    expect(cube().index([t.zeros([0], { dtype: "int32" })]).shape).toEqual([0, 3, 4]);
    shows(cube().index([null, null]), cube().toArray());
    expect(t.zeros([0, 3]).index([null, whole([1])]).shape).toEqual([0, 1]);
  });

  it("refuses what is out of range, and too many entries", () => {
    expect(() => cube().index([null, whole([0, 3])])).toThrow(
      "index: index 3 at [1] of int32[2] is out of range for dim 1 of size 3; use -3 to 2.",
    );
    expect(() => cube().index([whole([-3])])).toThrow(t.IndexError);
    expect(() => cube().index([null, null, null, whole([0])])).toThrow(/too many/);
  });
});

describe("indexPut", () => {
  it("is read back by index, and leaves the rest alone", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(3), { minLength: 2, maxLength: 2 }), indices(2), (k, i) => {
        const where = [whole(i.slice(0, 2)), null, whole(k)];
        const values = t.tensor([[-1, -2, -3], [-4, -5, -6]]); // biome-ignore format: one line
        const out = cube().indexPut(where, values);
        shows(out.index(where), values.toArray());
        expect(out.lt(0).sum().item()).toBe(6);
        shows(out.indexPut(where, cube().index(where)), cube().toArray());
      }),
    );
  });

  it("broadcasts values, and adds repeats up where asked to", () => {
    const x = t.zeros([2, 2]);
    shows(x.indexPut([whole([0, 0])], 3, { accumulate: true }), [[6, 6], [0, 0]]); // biome-ignore format: one line
    shows(x.indexPut([null, t.tensor([false, true])], t.tensor([[1], [2]])), [[0, 1], [0, 2]]); // biome-ignore format: one line
    expect(() => x.indexPut([whole([0])], t.tensor([1, 2, 3]))).toThrow(
      /do not broadcast to the indexed shape \[1, 2\]/,
    );
    expect(() => x.indexPut([whole([0])], whole([1]))).toThrow(t.DTypeError);
    expect(() => x.indexPut([null], 1)).toThrow(t.ShapeError);
  });
});

describe("masks", () => {
  it("put back what they took, in row-major order", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }), (bits) => {
        const some = t.tensor(bits).reshape([2, 3, 4]);
        const taken = cube().maskedSelect(some);
        shows(
          taken,
          [...bits.keys()].filter((i) => bits[i]),
        );
        shows(t.zeros([2, 3, 4]).maskedScatter(some, taken), cube().mul(some.to("float32")).toArray());
      }),
    );
    shows(t.tensor([1, 2]).maskedSelect(t.tensor([[true], [false]])), [1, 2]);
  });

  it("refuse sources too short, and shapes that do not fit", () => {
    expect(() => t.zeros([2]).maskedScatter(t.tensor([true, true]), t.tensor([1]))).toThrow(
      /fewer than the 2 elements/,
    );
    expect(() => cube().maskedSelect(t.tensor([true, false]))).toThrow(t.ShapeError);
  });

  it("nonzero names the places of all elements but zeros, nonzeroStatic as many as asked for", () => {
    const places = t.tensor([[0, 2, 0], [Number.NaN, 0, -1]]).nonzero(); // biome-ignore format: one line
    expect(places.dtype).toBe("int32");
    shows(places, [[0, 1], [1, 0], [1, 2]]); // biome-ignore format: one line
    expect(t.zeros([2, 0]).nonzero().shape).toEqual([0, 2]);
    expect(t.tensor(3).nonzero().shape).toEqual([1, 0]);
    const x = t.tensor([[0, 3], [4, 0]]); // biome-ignore format: one line
    shows(t.nonzeroStatic(x, { size: 1 }), [[0, 1]]);
    shows(t.nonzeroStatic(x, { size: 3, fillValue: 9 }), [[0, 1], [1, 0], [9, 9]]); // biome-ignore format: one line
    expect(t.nonzeroStatic(t.tensor(1), { size: 2 }).shape).toEqual([2, 0]);
  });
});

it("indexSelect and indexAdd take scalars, and refuse matrices and negative indices", () => {
  expect(cube().indexSelect(0, whole(1)).shape).toEqual([1, 3, 4]);
  // PyTorch's: a scalar stays one.
  for (const index of [whole(0), whole([0])]) {
    expect(t.tensor(2).indexSelect(0, index).shape).toEqual([]);
    expect(t.tensor(2).indexSelect(-1, index).item()).toBe(2);
  }
  for (const index of [whole([0, 0]), t.zeros([0], { dtype: "int32" })])
    expect(() => t.tensor(2).indexSelect(0, index)).toThrow(
      /indexSelect: float32\[\] is a scalar, which takes one/,
    );
  expect(() => cube().indexSelect(0, whole([[1]]))).toThrow(/must be a vector/);
  expect(() => cube().indexSelect(0, whole([-1]))).toThrow(t.IndexError);
  expect(() => t.zeros([2, 2]).indexAdd(0, whole([0]), t.zeros([2, 2]))).toThrow(
    /must have the shape \[1, 2\]/,
  );
});
