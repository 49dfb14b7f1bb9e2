import { grad, valueAndGrad } from "@saccade/autograd";
import { full, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { MaxPool1d, MaxPool2d } from "../../src/index.ts";

const nan = Number.NaN;
const low = Number.NEGATIVE_INFINITY;

function gradientOf(pool: MaxPool1d, values: readonly number[]): unknown {
  const x = tensor([values]);
  return valueAndGrad(() => pool.forward(x).sum(), x).grads.toArray();
}

// What PyTorch's max_pool1d and max_pool2d do: the first of equal elements, the last NaN, never the padding.
describe("MaxPool's gradient", () => {
  test("goes to the first element of a window of −∞, not to the padding", () => {
    const pool = new MaxPool1d(3, { stride: 2, padding: 1 });
    expect(pool.forward(tensor([[low, low, low, low]])).toArray()).toEqual([[low, low]]);
    expect(gradientOf(pool, [low, low, low, low])).toEqual([[1, 1, 0, 0]]);
    expect(gradientOf(pool, [low, low, low, 2])).toEqual([[1, 0, 0, 1]]);
  });

  test("goes to the last NaN of a window", () => {
    const pool = new MaxPool1d(4);
    expect(pool.forward(tensor([[1, nan, nan, 5]])).toArray()).toEqual([[nan]]);
    expect(gradientOf(pool, [1, nan, nan, 5])).toEqual([[0, 0, 1, 0]]);
    expect(gradientOf(pool, [nan, 1, 2, 3])).toEqual([[1, 0, 0, 0]]);
    expect(gradientOf(new MaxPool1d(2), [nan, low, low, nan])).toEqual([[1, 0, 0, 1]]);
  });

  test("goes to the first of equal elements, in two dims too", () => {
    expect(gradientOf(new MaxPool1d(3), [2, 2, 1])).toEqual([[1, 0, 0]]);
    const x = full([1, 2, 2], low);
    const pool = new MaxPool2d(2, { stride: 1, padding: 1 });
    expect(valueAndGrad(() => pool.forward(x).sum(), x).grads.toArray()).toEqual([[[4, 2], [2, 1]]]); // biome-ignore format: one line
  });

  test("adds up where windows overlap, and has second order", () => {
    const pool = new MaxPool1d(2, { stride: 1 });
    expect(gradientOf(pool, [1, 3, 2, 5])).toEqual([[0, 2, 0, 1]]);
    const cube = (x: Tensor): Tensor => pool.forward(x).pow(3).sum();
    const slopes = grad((x) => grad(cube)(x).sum())(tensor([[1, 3, 2, 5]]));
    expect(slopes.toArray()).toEqual([[0, 36, 0, 30]]);
  });
});

test("MaxPool reads any layout, and integers", () => {
  const x = tensor([1, 5, 4, 2, 3, 6]).reshape([3, 2]).t(); // (2, 3), by columns
  expect(new MaxPool1d(2, { stride: 1 }).forward(x).toArray()).toEqual([[4, 4], [5, 6]]); // biome-ignore format: one line
  expect(new MaxPool1d(2).forward(tensor([[3, 7]], { dtype: "int32" })).dtype).toBe("int32");
});

test("a window in the padding altogether is refused", () => {
  const pool = new MaxPool1d(2, { padding: 1, dilation: 2 });
  expect(() => pool.forward(tensor([[1]]))).toThrow(/MaxPool1d: a window lies in the padding altogether/);
});
