import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply1, numelOf } from "../src/backend.ts";
import {
  DTypeError,
  embedding,
  fromData,
  IndexError,
  ones,
  ShapeError,
  type Tensor,
  takeAlongDim,
  tensor,
  zeros,
} from "../src/index.ts";
import { embeddingGradientOp } from "../src/ops/indexing/embedding.ts";

const whole = (values: number | number[] | number[][]): Tensor => tensor(values, { dtype: "int32" });
const total = (x: Tensor): number => x.sum().item();
const numbers = (shape: readonly number[]): Tensor =>
  fromData(
    Float64Array.from({ length: numelOf(shape) }, (_, i) => Math.sin(1 + 3.7 * i)),
    shape,
  );

/** x, a dim of it, and an index for that dim that is no larger than x in the others. */
const gatherable = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      dim: fc.nat(shape.length - 1),
      length: fc.integer({ max: 5, min: 0 }),
    }),
  )
  .chain(({ shape, dim, length }) => {
    const indexShape = shape.map((size, i) => (i === dim ? length : Math.max(1, size - 1)));
    return fc
      .array(fc.nat(shape[dim]! - 1), { minLength: numelOf(indexShape), maxLength: numelOf(indexShape) })
      .map((values) => ({ x: numbers(shape), dim, index: fromData(Int32Array.from(values), indexShape) }));
  });

function reversed(x: Tensor): Tensor {
  const dims = x.shape.map((_, i) => x.ndim - 1 - i);
  return x.permute(dims).clone().permute(dims);
}

describe("gather and scatterAdd", () => {
  it("are adjoint: <g, gather(x)> = <scatterAdd(0, g), x>", () => {
    fc.assert(
      fc.property(gatherable, ({ x, dim, index }) => {
        const picked = x.gather(dim, index);
        const g = numbers(index.shape).add(0.5);
        const back = zeros(x.shape, { dtype: "float64" }).scatterAdd(dim, index, g);
        expect(total(back.mul(x))).toBeCloseTo(total(g.mul(picked)), 9);
      }),
    );
  });

  it("give the same for strided inputs", () => {
    fc.assert(
      fc.property(gatherable, ({ x, dim, index }) => {
        const at = reversed(index);
        const g = numbers(index.shape);
        expect(
          reversed(x)
            .gather(dim - x.ndim, at)
            .toArray(),
        ).toEqual(x.gather(dim, index).toArray());
        expect(reversed(x).scatterAdd(dim, at, reversed(g)).toArray()).toEqual(
          x.scatterAdd(dim, index, g).toArray(),
        );
        expect(reversed(x).scatter(dim, at, reversed(g)).toArray()).toEqual(
          x.scatter(dim, index, g).toArray(),
        );
      }),
    );
  });

  it("take a scalar for a vector of one element", () => {
    expect(tensor(5).gather(0, whole(0)).toArray()).toBe(5);
    expect(
      tensor(5)
        .gather(-1, whole([0, 0]))
        .toArray(),
    ).toEqual([5, 5]);
    expect(
      tensor(5)
        .scatterAdd(0, whole([0, 0]), tensor([1, 2]))
        .toArray(),
    ).toBe(8);
  });

  it("keep the dtype, and add up whole numbers", () => {
    expect(
      tensor([true, false])
        .gather(0, whole([1, 0]))
        .toArray(),
    ).toEqual([false, true]);
    expect(
      whole([1, 2])
        .scatterAdd(0, whole([1, 1]), whole([3, 4]))
        .toArray(),
    ).toEqual([1, 9]);
    expect(() => tensor([true]).scatterAdd(0, whole([0]), tensor([true]))).toThrow(/bool has no arithmetic/);
  });

  it("name the index that is out of range, where it stands, and the size", () => {
    const x = zeros([2, 3]);
    const at = whole([
      [0, 1],
      [2, 3],
    ]);
    expect(() => x.gather(1, at)).toThrow(
      new IndexError(
        "gather: index 3 at [1, 1] of int32[2, 2] is out of range for dim 1 of size 3; use 0 to 2.",
      ),
    );
    expect(() => x.gather(1, at.t())).toThrow(/index 3 at \[1, 1\]/);
    expect(() => x.gather(1, whole([[-1]]))).toThrow(/index -1 at \[0, 0\]/);
    expect(() => x.scatter(1, at, 0)).toThrow(IndexError);
    expect(() => zeros([0]).gather(0, whole([0]))).toThrow(/of size 0; the dim is empty/);
  });

  it("refuse indices of another dtype or shape, and sources that do not fit", () => {
    const x = zeros([2, 3]);
    expect(() => x.gather(0, zeros([1, 1]))).toThrow(
      new DTypeError('gather: the index must be int32, got float32[1, 1]; convert it with to("int32").'),
    );
    expect(() => x.gather(0, whole([0]))).toThrow(ShapeError);
    expect(() => x.gather(0, whole([[0, 0, 0, 0]]))).toThrow(/be no larger/);
    expect(() => x.gather(2, whole([[0]]))).toThrow(/dim 2 is out of range/);
    expect(() => x.scatterAdd(0, whole([[0, 0]]), ones([1, 1]))).toThrow(/be no smaller/);
    expect(() => x.scatter(0, whole([[0]]), whole([[1]]))).toThrow(/convert it with to\("float32"\)/);
  });
});

describe("scatter", () => {
  it("lets the last of several win, and reads the front of a larger source", () => {
    expect(
      zeros([3])
        .scatter(0, whole([1, 1]), tensor([5, 6, 7]))
        .toArray(),
    ).toEqual([0, 6, 0]);
    expect(
      zeros([3])
        .scatter(-1, whole([2]), 4)
        .toArray(),
    ).toEqual([0, 0, 4]);
  });
});

describe("takeAlongDim", () => {
  it("undoes argsort, broadcasts the other dims, and flattens without a dim", () => {
    const x = tensor([
      [3, 1, 2],
      [0, 5, 4],
    ]);
    expect(x.takeAlongDim(x.argsort(1), 1).toArray()).toEqual([
      [1, 2, 3],
      [0, 4, 5],
    ]);
    expect(x.takeAlongDim(whole([[1]]), 1).toArray()).toEqual([[1], [5]]);
    expect(x.takeAlongDim(whole([[5], [0]])).toArray()).toEqual([4, 3]);
    expect(takeAlongDim(x, whole([[-1]]), 1).toArray()).toEqual(
      x.takeAlongDim(whole([[x.size(1) - 1]]), 1).toArray(),
    );
    expect(() => x.takeAlongDim(whole([[-x.size(1) - 1]]), 1)).toThrow(IndexError);
    expect(() => x.takeAlongDim(whole([0]), 1)).toThrow(ShapeError);
  });
});

describe("embedding", () => {
  const weight = numbers([4, 3]);
  const idx = whole([
    [1, 1],
    [3, 0],
  ]);

  it("looks rows up, of strided weights too", () => {
    const rows = weight.toArray() as number[][];
    const expected = [
      [rows[1], rows[1]],
      [rows[3], rows[0]],
    ];
    expect(weight.embedding(idx).toArray()).toEqual(expected);
    expect(embedding(reversed(weight), idx.t().clone().t()).toArray()).toEqual(expected);
    expect(weight.embedding(whole(2)).toArray()).toEqual(rows[2]);
    expect(weight.embedding(zeros([0, 2], { dtype: "int32" })).shape).toEqual([0, 2, 3]);
  });

  it("has a gradient that adds rows up and leaves the padding row out", () => {
    const g = numbers([2, 2, 3]);
    for (const paddingIdx of [null, 1]) {
      const back = apply1(embeddingGradientOp, [g, idx], { rows: 4, paddingIdx });
      const looked = weight
        .embedding(idx)
        .mul(paddingIdx === null ? 1 : idx.ne(1).to("float64").unsqueeze(-1));
      expect(total(back.mul(weight))).toBeCloseTo(total(looked.mul(g)), 9);
    }
  });

  it("refuses negative indices, padding out of range and weights that are no matrix", () => {
    expect(() => weight.embedding(whole([0, -1]))).toThrow(/embedding: index -1 at \[1\]/);
    expect(() => weight.embedding(whole([4]))).toThrow(IndexError);
    expect(() => weight.embedding(idx, { paddingIdx: 4 })).toThrow(IndexError);
    expect(weight.embedding(idx, { paddingIdx: -3 }).shape).toEqual([2, 2, 3]);
    expect(() => zeros([3]).embedding(idx)).toThrow(ShapeError);
  });
});

describe("oneHot", () => {
  it("marks the class along a new dim, and infers the classes", () => {
    expect(whole([2, 0]).oneHot(4).toArray()).toEqual([
      [0, 0, 1, 0],
      [1, 0, 0, 0],
    ]);
    expect(whole([2, 0]).oneHot().shape).toEqual([2, 3]);
    expect(whole(1).oneHot(2).dtype).toBe("int32");
    expect(zeros([0], { dtype: "int32" }).oneHot(3).shape).toEqual([0, 3]);
  });

  it("refuses classes out of range, floats, and to infer from nothing", () => {
    expect(() => whole([3]).oneHot(3)).toThrow(IndexError);
    expect(() => whole([-1]).oneHot()).toThrow(IndexError);
    expect(() => zeros([0], { dtype: "int32" }).oneHot()).toThrow(/give numClasses/);
  });
});
