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

test("moving by a distance is the same rotation everywhere", () => {
  const table = positionalEncoding(20, 2);
  const product = table.matmul(table.t());
  expectClose(product.diagonal({ offset: 3 }), zeros([17]).add(Math.cos(3)));
});

test("dropout acts while training only", () => {
  const encoding = new PositionalEncoding(4, { dropout: 1 });
  const x = noise([3, 4]);
  expect(numbers(encoding.forward(x))).toEqual(new Array(12).fill(0));
  expectClose(encoding.eval().forward(x), x.add(positionalEncoding(3, 4)));
});

test("the gradient passes through; nothing stays behind", () => {
  const encoding = new PositionalEncoding(4, { maxLen: 3 });
  gradCheck((x) => encoding.forward(x!), [noise([2, 4])]);
  expect(leaked(() => encoding.forward(noise([2, 4])))).toBe(0);
});
