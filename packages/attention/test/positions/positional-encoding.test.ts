import { gradCheck } from "@saccade/autograd";
import { tensor, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { PositionalEncoding, positionalEncoding } from "../../src/index.ts";
import { expectClose, leaked, noise, numbers } from "../helpers.ts";

test("position 0 is sines of 0 and cosines of 0; the first pair has angle p", () => {
  const table = positionalEncoding(3, 4);
  expectClose(table.select(0, 0), tensor([0, 1, 0, 1]));
  expectClose(table.select(1, 0), tensor([Math.sin(0), Math.sin(1), Math.sin(2)]));
  expectClose(table.select(1, 3), tensor([0, 0.01, 0.02].map(Math.cos)));
});

test("an odd width ends in a sine", () => {
  const table = positionalEncoding(2, 3);
  expect(table.shape).toEqual([2, 3]);
  expect(table.select(1, 2).toArray()).toEqual([
    0,
    Math.fround(Math.sin(Math.fround(1 / Math.fround(10_000 ** Math.fround(2 / 3))))),
  ]);
});

test("moving by a distance is the same rotation everywhere", () => {
  const table = positionalEncoding(20, 2);
  const product = table.matmul(table.t());
  expectClose(product.diagonal({ offset: 3 }), zeros([17]).add(Math.cos(3)));
});

test("it is added to the front of the table, or from an offset on", () => {
  const encoding = new PositionalEncoding(4, { maxLen: 6 });
  const x = noise([2, 3, 4]);
  expectClose(encoding.forward(x), x.add(positionalEncoding(3, 4)));
  expectClose(encoding.forward(x, { offset: 3 }), x.add(positionalEncoding(6, 4).narrow(0, 3, 3)));
  expect(encoding.stateDict()).toEqual({});
});

test("dropout acts while training only", () => {
  const encoding = new PositionalEncoding(4, { dropout: 1 });
  const x = noise([3, 4]);
  expect(numbers(encoding.forward(x))).toEqual(new Array(12).fill(0));
  expectClose(encoding.eval().forward(x), x.add(positionalEncoding(3, 4)));
});

test("the gradient passes through; nothing stays behind; what is too long is refused", () => {
  const encoding = new PositionalEncoding(4, { maxLen: 3 });
  gradCheck((x) => encoding.forward(x!), [noise([2, 4])]);
  expect(leaked(() => encoding.forward(noise([2, 4])))).toBe(0);
  expect(() => encoding.forward(noise([4, 4]))).toThrow(/raise maxLen/);
  expect(() => encoding.forward(noise([3, 5]))).toThrow(/numHiddens/);
  expect(() => positionalEncoding(2.5, 4)).toThrow(/maxLen must be a whole number ≥ 0, got 2.5/);
});
