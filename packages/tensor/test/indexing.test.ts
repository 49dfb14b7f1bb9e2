import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  arange,
  DTypeError,
  fromData,
  IndexError,
  nonzeroStatic,
  ShapeError,
  type Tensor,
  tensor,
  zeros,
} from "../src/index.ts";

const whole = (values: number | number[] | number[][]): Tensor => tensor(values, { dtype: "int32" });
const cube = (): Tensor => arange(24).reshape([2, 3, 4]);

/** Elements of cube() by their formula. */
const at = (i: number, j: number, k: number): number =>
  ((i + 2) % 2) * 12 + ((j + 3) % 3) * 4 + ((k + 4) % 4);

const indices = (size: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: -size, max: size - 1 }), { minLength: 3, maxLength: 3 });

describe("index", () => {
  it("puts adjacent tensors' shape where they stood", () => {
    fc.assert(
      fc.property(indices(3), indices(4), (j, k) => {
        const expected = [0, 1].map((i) => j.map((_, n) => at(i, j[n]!, k[n]!)));
        expect(
          cube()
            .index([null, whole(j), whole(k)])
            .toArray(),
        ).toEqual(expected);
      }),
    );
  });

  it("puts separated tensors' shape in front", () => {
    fc.assert(
      fc.property(indices(2), indices(4), (i, k) => {
        const expected = i.map((_, n) => [0, 1, 2].map((j) => at(i[n]!, j, k[n]!)));
        expect(
          cube()
            .index([whole(i), null, whole(k)])
            .toArray(),
        ).toEqual(expected);
      }),
    );
  });

  it("broadcasts the tensors together", () => {
    const rows = whole([[0], [-1]]);
    expect(
      cube()
        .index([rows, whole([0, 2])])
        .toArray(),
    ).toEqual([0, 1].map((i) => [0, 2].map((j) => [0, 1, 2, 3].map((k) => at(i, j, k)))));
    expect(
      cube()
        .index([whole(1), null, whole(2)])
        .toArray(),
    ).toEqual([at(1, 0, 2), at(1, 1, 2), at(1, 2, 2)]);
    expect(() => cube().index([whole([0, 1]), whole([0, 1, 2])])).toThrow(/index: .* do not broadcast/);
  });

  it("takes masks over one dim or more, beside tensors too", () => {
    const mask = tensor([
      [true, false, false],
      [false, true, true],
    ]);
    const rows = [
      [0, 0],
      [1, 1],
      [1, 2],
    ] as const;
    expect(cube().index([mask]).toArray()).toEqual(
      rows.map(([i, j]) => [0, 1, 2, 3].map((k) => at(i, j, k))),
    );
    expect(
      cube()
        .index([mask, whole([3, 0, 1])])
        .toArray(),
    ).toEqual([at(0, 0, 3), at(1, 1, 0), at(1, 2, 1)]);
    expect(cube().index([null, tensor([false, false, false])]).shape).toEqual([2, 0, 4]);
    expect(() => cube().index([null, mask])).toThrow(
      "index: a mask [2, 3] at dim 1 of float32[2, 3, 4] must have the shape [3, 4] of the dims that it covers.",
    );
    expect(() => cube().index([mask, null, null])).toThrow(IndexError);
  });

  it("reads strided tensors, nothing, and everything", () => {
    const turned = cube().permute([2, 0, 1]);
    expect(turned.index([whole([1]), null, whole([2])]).toArray()).toEqual([[at(0, 2, 1), at(1, 2, 1)]]);
    expect(cube().index([zeros([0], { dtype: "int32" })]).shape).toEqual([0, 3, 4]);
    expect(cube().index([null, null]).toArray()).toEqual(cube().toArray());
    expect(zeros([0, 3]).index([null, whole([1])]).shape).toEqual([0, 1]);
  });

  it("refuses what is out of range, too many entries and floats", () => {
    expect(() => cube().index([null, whole([0, 3])])).toThrow(
      "index: index 3 at [1] of int32[2] is out of range for dim 1 of size 3; use -3 to 2.",
    );
    expect(() => cube().index([whole([-3])])).toThrow(IndexError);
    expect(() => cube().index([null, null, null, whole([0])])).toThrow(/too many/);
  });
});

describe("indexPut", () => {
  it("is read back by index, and leaves the rest alone", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(3), { minLength: 2, maxLength: 2 }), indices(2), (k, i) => {
        const where = [whole(i.slice(0, 2)), null, whole(k)];
        const values = tensor([
          [-1, -2, -3],
          [-4, -5, -6],
        ]);
        const out = cube().indexPut(where, values);
        expect(out.index(where).toArray()).toEqual(values.toArray());
        expect(out.lt(0).sum().item()).toBe(6);
        expect(out.indexPut(where, cube().index(where)).toArray()).toEqual(cube().toArray());
      }),
    );
  });

  it("broadcasts values, and adds repeats up where asked to", () => {
    const x = zeros([2, 2]);
    expect(x.indexPut([whole([0, 0])], 3, { accumulate: true }).toArray()).toEqual([
      [6, 6],
      [0, 0],
    ]);
    expect(x.indexPut([null, tensor([false, true])], tensor([[1], [2]])).toArray()).toEqual([
      [0, 1],
      [0, 2],
    ]);
    expect(() => x.indexPut([whole([0])], tensor([1, 2, 3]))).toThrow(
      /do not broadcast to the indexed shape \[1, 2\]/,
    );
    expect(() => x.indexPut([whole([0])], whole([1]))).toThrow(DTypeError);
    expect(() => x.indexPut([null], 1)).toThrow(ShapeError);
  });
});

describe("masks", () => {
  const mask = tensor([[true], [false]]);

  it("select and scatter in row-major order, broadcast", () => {
    const x = arange(6).reshape([2, 3]);
    expect(x.maskedSelect(mask).toArray()).toEqual([0, 1, 2]);
    expect(tensor([1, 2]).maskedSelect(mask).toArray()).toEqual([1, 2]);
    expect(x.t().maskedSelect(x.t().gt(2)).toArray()).toEqual([3, 4, 5]);
    expect(x.maskedScatter(mask, tensor([9, 8, 7, 6])).toArray()).toEqual([
      [9, 8, 7],
      [3, 4, 5],
    ]);
  });

  it("put back what they took", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }), (bits) => {
        const some = tensor(bits).reshape([2, 3, 4]);
        const taken = cube().maskedSelect(some);
        expect(zeros([2, 3, 4]).maskedScatter(some, taken).toArray()).toEqual(
          cube().mul(some.to("float32")).toArray(),
        );
      }),
    );
  });

  it("refuse masks that are not bool, and sources too short", () => {
    expect(() => zeros([2]).maskedScatter(tensor([true, true]), tensor([1]))).toThrow(
      /fewer than the 2 elements/,
    );
    expect(() => cube().maskedSelect(tensor([true, false]))).toThrow(ShapeError);
  });

  it("nonzero names the places of all elements but zeros", () => {
    const places = tensor([
      [0, 2, 0],
      [Number.NaN, 0, -1],
    ]).nonzero();
    expect(places.dtype).toBe("int32");
    expect(places.toArray()).toEqual([
      [0, 1],
      [1, 0],
      [1, 2],
    ]);
    expect(zeros([2, 0]).nonzero().shape).toEqual([0, 2]);
    expect(tensor(3).nonzero().shape).toEqual([1, 0]);
  });
});

describe("indexSelect and indexAdd", () => {
  it("are adjoint, for any dim and repeats", () => {
    fc.assert(
      fc.property(fc.nat(2), fc.array(fc.nat(1), { maxLength: 4 }), (dim, picks) => {
        const x = cube().to("float64").permute([1, 2, 0]);
        const index = fromData(Int32Array.from(picks), [picks.length]);
        const picked = x.indexSelect(dim, index);
        const g = picked.mul(picked).add(1);
        const back = zeros(x.shape, { dtype: "float64" }).indexAdd(dim, index, g);
        expect(back.mul(x).sum().item()).toBeCloseTo(g.mul(picked).sum().item(), 6);
      }),
    );
  });

  it("take scalars, and refuse matrices and negative indices", () => {
    expect(cube().indexSelect(0, whole(1)).shape).toEqual([1, 3, 4]);
    // PyTorch's: a scalar stays one.
    for (const index of [whole(0), whole([0])]) {
      expect(tensor(2).indexSelect(0, index).shape).toEqual([]);
      expect(tensor(2).indexSelect(-1, index).item()).toBe(2);
    }
    for (const index of [whole([0, 0]), zeros([0], { dtype: "int32" })])
      expect(() => tensor(2).indexSelect(0, index)).toThrow(
        /indexSelect: float32\[\] is a scalar, which takes one/,
      );
    expect(() => cube().indexSelect(0, whole([[1]]))).toThrow(/must be a vector/);
    expect(() => cube().indexSelect(0, whole([-1]))).toThrow(IndexError);
    expect(() => zeros([2, 2]).indexAdd(0, whole([0]), zeros([2, 2]))).toThrow(
      /must have the shape \[1, 2\]/,
    );
  });
});

describe("nonzeroStatic", () => {
  it("is nonzero cut off or filled up to a size", () => {
    const x = tensor([[0, 3], [4, 5]]); // biome-ignore format: one line
    expect(nonzeroStatic(x, { size: 2 }).toArray()).toEqual([[0, 1], [1, 0]]); // biome-ignore format: one line
    expect(nonzeroStatic(x, { size: 4, fillValue: 9 }).toArray()).toEqual([...x.nonzero().toArray() as number[][], [9, 9]]); // biome-ignore format: one line
    expect(nonzeroStatic(tensor(1), { size: 2 }).shape).toEqual([2, 0]);
  });
});
