import { describe, expect, it, test } from "vitest";
import { ArgumentError, badArgument, checkFunction, describeValue, nearest } from "../src/index.ts";
import { zeros } from "./grid.ts";

class Owl {}

describe("describeValue", () => {
  const rows: readonly (readonly [unknown, string])[] = [
    ["3", '"3"'],
    ["x".repeat(40), `"${"x".repeat(40)}"`],
    ["x".repeat(41), `"${"x".repeat(40)}…"`],
    [() => 1, "a function"],
    [Math.min, "function min"],
    [3n, "3n"],
    [undefined, "undefined"],
    [null, "null"],
    [Number.NaN, "NaN"],
    [true, "true"],
    [[1, "a", true], '[1,"a",true]'],
    [[1, 2, 3, 4, 5, 6], "[1,2,3,4,5,6]"],
    [[1, 2, 3, 4, 5, 6, 7], "an array of 7"],
    [[{}], "an array of 1"],
    [zeros([2, 3]), "tensor float32[2, 3] of another copy of @saccade/tensor"],
    [{ describe: () => "x" }, "an object"],
    [{}, "an object"],
    [Object.create(null), "an object"],
    [new (class {})(), "an object"],
    [{ constructor: { name: 3 } }, "an object"],
    [new Map(), "a Map"],
    [new Owl(), "an Owl"],
  ];

  it.each(rows.map(([value, text]) => [text, value] as const))("gives %s", (text, value) => {
    expect(describeValue(value)).toBe(text);
  });
});

test("the error for an argument says what to do about a tensor of another class", () => {
  expect(badArgument("topk", "k", "a whole number", zeros([2]), "write 2").message).toBe(
    "topk: k must be a whole number, got tensor float32[2] of another copy of @saccade/tensor; keep one copy " +
      "(npm ls @saccade/tensor), and on a page one import map of its files, or esm.sh; or rebuild it with " +
      "fromData(x.dataSync(), x.shape).",
  );
  expect(badArgument("topk", "k", "a whole number", "two", "write 2").message).toBe(
    'topk: k must be a whole number, got "two"; write 2.',
  );
});

describe("nearest", () => {
  it.each([
    ["keepDim", "keepdim"],
    ["keep_dim", "keepdim"],
    ["KEEPDIM", "keepdim"],
    ["kepdim", "keepdim"],
    ["batch_first", "batchFirst"],
    ["dtyp", "dtype"],
  ])("of %s is %s", (name, wanted) => {
    expect(nearest(name, ["dtype", "batchFirst", "keepdim"])).toBe(wanted);
  });

  it("is null for a name unlike all", () => {
    expect(nearest("zebra", ["dtype", "batchFirst", "keepdim"])).toBeNull();
    expect(nearest("abcde", ["abcxy"])).toBeNull(); // two letters of five differ
    expect(nearest("abcdef", ["abcdxy"])).toBe("abcdxy"); // two of six
    expect(nearest("x", [])).toBeNull();
    expect(nearest("y", ["x", "xs"])).toBeNull();
    expect(nearest("y", ["x", "ys"])).toBe("ys");
    expect(nearest("Y", ["x", "y"])).toBe("y");
  });
});

test("a class in a function's place gets the cure of the caller, or is to be called by an arrow function", () => {
  expect(() => checkFunction("grad", "f", Owl)).toThrow("write () => new Owl(…)");
  expect(() => checkFunction("grad", "f", Owl, "write grad(f)")).toThrow("write grad(f)");
});

test("a message of 2,000 characters is whole, and a longer one is cut", () => {
  expect(new ArgumentError("x".repeat(2000)).message).toBe("x".repeat(2000));
  expect(new ArgumentError("x".repeat(2001)).message).toBe(`${"x".repeat(2000)}…`);
});
