import { expect, test } from "vitest";
import { required, signature, tensorRule, tensors } from "../src/contract.ts";
import { ArgumentError, DTypeError, dispose, FreedTensorError, ones, scope, zeros } from "../src/index.ts";

const plain = signature("plain", { mask: required(tensorRule("bool")) }, "plain(mask)");
const one = tensors("twoVectors", "x (n)  y? (n)");

test("declared arguments take live tensors of the dtype", () => {
  const mask = ones([2], { dtype: "bool" });
  expect(plain([mask]).mask).toBe(mask);
  expect(() => plain([ones([2])])).toThrow(DTypeError);
  expect(() => plain([ones([2])])).toThrow(
    "plain: mask must be bool, got float32[2]; compare it, as in mask.ne(0).",
  );
  expect(() => plain([[true]])).toThrow(ArgumentError);
  const freed: unknown[] = [];
  scope(() => {
    freed.push(ones([2], { dtype: "bool" }));
  });
  expect(() => plain(freed)).toThrow(FreedTensorError);
});

test("declared tensors are live ones", () => {
  const x = zeros([2]);
  expect(one([x, null])).toEqual({ n: 2 });
  for (const garbage of [3, [1, 2], Promise.resolve(x), () => x, new Float32Array(2)])
    expect(() => one([x, garbage])).toThrow(/^twoVectors: y must be a tensor, got /);
  dispose(x);
  expect(() => one([x])).toThrow(FreedTensorError);
  expect(() => one([x])).toThrow("was disposed");
});
