import { describe, expect, it } from "vitest";
import { apply1 } from "../src/backend.ts";
import * as t from "../src/index.ts";
import { embeddingGradientOp } from "../src/ops/indexing/embedding.ts";

// Values, of strided tensors too, are golden cases of PyTorch (tools/golden). Gradient checks hold gather to scatterAdd.

const whole = (values: number | number[] | number[][]): t.Tensor => t.tensor(values, { dtype: "int32" });
const shows = (x: t.Tensor, values: unknown): void => expect(x.toArray()).toEqual(values);

describe("gather and scatterAdd", () => {
  it("take a scalar for a vector of one element", () => {
    shows(t.tensor(5).gather(0, whole(0)), 5);
    shows(t.tensor(5).gather(-1, whole([0, 0])), [5, 5]);
    shows(t.tensor(5).scatterAdd(0, whole([0, 0]), t.tensor([1, 2])), 8);
  });

  it("keep the dtype, and add up whole numbers", () => {
    shows(t.tensor([true, false]).gather(0, whole([1, 0])), [false, true]);
    shows(whole([1, 2]).scatterAdd(0, whole([1, 1]), whole([3, 4])), [1, 9]);
    expect(() => t.tensor([true]).scatterAdd(0, whole([0]), t.tensor([true]))).toThrow(
      /bool has no arithmetic/,
    );
  });

  it("name the index that is out of range, where it stands, and the size", () => {
    const x = t.zeros([2, 3]);
    const at = whole([[0, 1], [2, 3]]); // biome-ignore format: one line
    expect(() => x.gather(1, at)).toThrow(
      new t.IndexError(
        "gather: index 3 at [1, 1] of int32[2, 2] is out of range for dim 1 of size 3; use 0 to 2.",
      ),
    );
    expect(() => x.gather(1, at.t())).toThrow(/index 3 at \[1, 1\]/);
    expect(() => x.gather(1, whole([[-1]]))).toThrow(/index -1 at \[0, 0\]/);
    expect(() => x.scatter(1, at, 0)).toThrow(t.IndexError);
    expect(() => t.zeros([0]).gather(0, whole([0]))).toThrow(/of size 0; the dim is empty/);
  });

  it("refuse indices of another dtype or shape, and sources that do not fit", () => {
    const x = t.zeros([2, 3]);
    expect(() => x.gather(0, t.zeros([1, 1]))).toThrow(t.DTypeError);
    expect(() => x.gather(0, whole([0]))).toThrow(t.ShapeError);
    expect(() => x.gather(0, whole([[0, 0, 0, 0]]))).toThrow(/be no larger/);
    expect(() => x.gather(2, whole([[0]]))).toThrow(/dim 2 is out of range/);
    expect(() => x.scatterAdd(0, whole([[0, 0]]), t.ones([1, 1]))).toThrow(/be no smaller/);
    expect(() => x.scatter(0, whole([[0]]), whole([[1]]))).toThrow(/convert it with to\("float32"\)/);
  });
});

it("scatter lets the last of several win, and reads the front of a larger source", () => {
  shows(t.zeros([3]).scatter(0, whole([1, 1]), t.tensor([5, 6, 7])), [0, 6, 0]);
  shows(t.zeros([3]).scatter(-1, whole([2]), 4), [0, 0, 4]);
});

it("takeAlongDim undoes argsort, broadcasts the other dims, and flattens without a dim", () => {
  const x = t.tensor([[3, 1, 2], [0, 5, 4]]); // biome-ignore format: one line
  shows(x.takeAlongDim(x.argsort(1), 1), [[1, 2, 3], [0, 4, 5]]); // biome-ignore format: one line
  shows(x.takeAlongDim(whole([[1]]), 1), [[1], [5]]);
  shows(x.takeAlongDim(whole([[5], [0]])), [4, 3]);
  shows(t.takeAlongDim(x, whole([[-1]]), 1), [[2], [4]]);
  expect(() => x.takeAlongDim(whole([[-4]]), 1)).toThrow(t.IndexError);
  expect(() => x.takeAlongDim(whole([0]), 1)).toThrow(t.ShapeError);
});

describe("embedding", () => {
  const weight = t.tensor([[1, 2], [3, 4], [5, 6]]); // biome-ignore format: one line

  it("looks rows up, of strided weights and indices too", () => {
    const ids = whole([[1, 1], [2, 0]]); // biome-ignore format: one line
    const rows = [[[3, 4], [3, 4]], [[5, 6], [1, 2]]]; // biome-ignore format: one line
    shows(weight.embedding(ids), rows);
    shows(t.embedding(weight.t().clone().t(), ids.t().clone().t()), rows);
    shows(weight.embedding(whole(2)), [5, 6]);
    expect(weight.embedding(t.zeros([0, 2], { dtype: "int32" })).shape).toEqual([0, 2, 2]);
  });

  it("has a gradient that adds rows up and leaves the padding row out", () => {
    const g = t.tensor([[1, 2], [3, 4], [5, 6]]); // biome-ignore format: one line
    const back = (paddingIdx: number | null) =>
      apply1(embeddingGradientOp, [g, whole([2, 1, 2])], { rows: 3, paddingIdx });
    shows(back(null), [[0, 0], [3, 4], [6, 8]]); // biome-ignore format: one line
    shows(back(1), [[0, 0], [0, 0], [6, 8]]); // biome-ignore format: one line
  });

  it("refuses negative indices, padding out of range and weights that are no matrix", () => {
    expect(() => weight.embedding(whole([0, -1]))).toThrow(/embedding: index -1 at \[1\]/);
    expect(() => weight.embedding(whole([3]))).toThrow(t.IndexError);
    expect(() => weight.embedding(whole([1]), { paddingIdx: 3 })).toThrow(t.IndexError);
    expect(weight.embedding(whole([1]), { paddingIdx: -3 }).shape).toEqual([1, 2]);
    expect(() => t.zeros([3]).embedding(whole([1]))).toThrow(t.ShapeError);
  });
});

describe("oneHot", () => {
  it("marks the class along a new dim, and infers the classes", () => {
    shows(whole([2, 0]).oneHot(4), [[0, 0, 1, 0], [1, 0, 0, 0]]); // biome-ignore format: one line
    expect(whole([2, 0]).oneHot().shape).toEqual([2, 3]);
    expect(whole(1).oneHot(2).dtype).toBe("int32");
    expect(t.zeros([0], { dtype: "int32" }).oneHot(3).shape).toEqual([0, 3]);
  });

  it("refuses classes out of range, and to infer from nothing", () => {
    expect(() => whole([3]).oneHot(3)).toThrow(t.IndexError);
    expect(() => whole([-1]).oneHot()).toThrow(t.IndexError);
    expect(() => t.zeros([0], { dtype: "int32" }).oneHot()).toThrow(/give numClasses/);
  });
});
