import { expect, test } from "vitest";
import { PositionalEncoding, positionalEncoding } from "../../src/index.ts";
import { expectClose, noise, numbers } from "../helpers.ts";

test("dropout acts while training only", () => {
  const encoding = new PositionalEncoding(4, { dropout: 1 });
  const x = noise([3, 4]);
  expect(numbers(encoding.forward(x))).toEqual(new Array(12).fill(0));
  expectClose(encoding.eval().forward(x), x.add(positionalEncoding(3, 4)));
});
