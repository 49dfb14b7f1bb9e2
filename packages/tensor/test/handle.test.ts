import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { required, signature, tensorRule, tensors } from "../src/contract.ts";
import * as t from "../src/index.ts";
import { sealOf } from "../src/memory/shape.ts";

const written = (write: (shape: number[]) => void): t.Tensor => {
  const x = t.zeros([2, 3]);
  write(x.shape as number[]);
  return x;
};

/** An argument of a type that the compiler would refuse. */
const wrong = (value: unknown): never => value as never;

test("dims gives the sizes as a tuple of their number", () => {
  const [batch, time, features] = t.zeros([2, 3, 4]).dims(3);
  expect([batch, time, features]).toEqual([2, 3, 4]);
  expectTypeOf(t.zeros([1]).dims(1)).toEqualTypeOf<[number]>();
  expectTypeOf(t.zeros([1, 2]).dims(2)).toEqualTypeOf<[number, number]>();
  expectTypeOf(batch).toEqualTypeOf<number>();
  expectTypeOf(t.zeros([1]).dims(Number("1"))).toEqualTypeOf<number[]>();
  const sizes = t.zeros([5]).dims(1);
  sizes[0] = 7;
  expect(t.zeros([5]).shape).toEqual([5]);
});

test("dims and size refuse another rank, and what is no dim", () => {
  const x = t.zeros([2, 3]);
  expect(() => x.dims(3)).toThrow(new t.ShapeError("dims: expected 3 dims, got 2: float32[2, 3]."));
  for (const n of [Number.NaN, 1.5, -1, "2", null, undefined]) {
    expect(() => x.dims(wrong(n))).toThrow(/dims: n must be the number of dims, got/);
    if (n !== -1) expect(() => x.size(wrong(n))).toThrow(/size: dim must be a whole number, got .*x\.shape/);
  }
  expect(() => x.size(2)).toThrow(t.ShapeError);
  expect(x.size(-1)).toBe(3);
});

test("for…of visits the views of the first dim, which their scope frees", () => {
  const x = t.tensor([
    [1, 2],
    [3, 4],
  ]);
  const before = t.memory();
  const rows = t.scope(() => {
    const seen: unknown[] = [];
    for (const row of x) {
      expect(row.storage).toBe(x.storage);
      seen.push(row.toArray());
    }
    return seen;
  });
  expect(rows).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(t.memory()).toEqual(before);
  expectTypeOf([...x]).toEqualTypeOf<t.Tensor[]>();
  expect([...t.zeros([0, 2])]).toEqual([]);
  expect(() => [...t.tensor(3)]).toThrow(/iteration: float32\[\] is a scalar/);
});

test.each<[string, (shape: number[]) => void]>([
  ["another size", (shape) => shape.fill(1)],
  ["sizes swapped", (shape) => shape.reverse()],
  ["a dim more", (shape) => shape.push(1)],
  ["a dim less", (shape) => shape.pop()],
  ["a size that is NaN", (shape) => shape.fill(Number.NaN)],
  ["a fractional size", (shape) => shape.splice(0, 1, 2.5)],
  ["a string", (shape) => shape.splice(0, 1, wrong("2"))],
])("after a write to its shape (%s) a tensor refuses to work", (_name, write) => {
  for (const use of [
    (x: t.Tensor) => x.add(1),
    (x: t.Tensor) => x.reshape([-1]),
    (x: t.Tensor) => x.transpose(0, -1),
    (x: t.Tensor) => x.toArray(),
    (x: t.Tensor) => x.dataSync(),
  ]) {
    expect(() => use(written(write))).toThrow();
  }
  expect(() => written(write).sum()).toThrow(/shape or strides of this tensor were written to/);
});

test("after a write to its strides a tensor refuses to work", async () => {
  const x = t.zeros([2, 3]);
  (x.strides as number[])[0] = 100;
  expect(() => x.sum()).toThrow(t.ArgumentError);
  await expect(x.data()).rejects.toThrow(/were written to/);
});

test("no change of shape or strides goes unnoticed", () => {
  const lists = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 5 });
  fc.assert(
    fc.property(lists, lists, lists, lists, (shape, strides, otherShape, otherStrides) => {
      const same =
        String([shape, strides]) === String([otherShape, otherStrides]) && shape.length === otherShape.length;
      expect(sealOf(shape, strides) === sealOf(otherShape, otherStrides)).toBe(same);
    }),
    {
      numRuns: 2000,
      seed: 1,
      examples: [
        [[2, 3], [3, 1], [2], [3, 1]],
        [[0], [1], [0], [0]],
      ],
    },
  );
});

test("JavaScript's operators refuse tensors, and templates print them", () => {
  const x: unknown = t.tensor([1, 2]);
  const operators: readonly (() => unknown)[] = [
    () => (x as number) + 1,
    () => +(x as number),
    () => (x as number) * 2,
    () => (x as number) < 1,
    // biome-ignore lint/suspicious/noDoubleEquals: a comparison that converts is what is tested
    () => x == 1,
    () => Math.max(x as number),
  ];
  for (const use of operators) {
    expect(use).toThrow(t.ArgumentError);
    expect(use).toThrow(/float32\[2\].*x\.add\(1\).*x\.item\(\)/);
  }
  expect(`${x}`).toBe("tensor([1., 2.])");
  expect(String(x)).toBe("tensor([1., 2.])");
});

test("JSON.stringify refuses a tensor, wherever it stands", () => {
  expect(() => JSON.stringify(t.tensor([1]))).toThrow(/JSON\.stringify: float32\[1\].*toArray\(\)/);
  expect(() => JSON.stringify({ loss: [t.tensor(1)] })).toThrow(t.ArgumentError);
});

test("a tensor can be awaited and comes back itself", async () => {
  const x = t.tensor([1]);
  expect((await x) === x).toBe(true);
});

test("a disposed tensor says that it was disposed, a scope's that its scope ended", () => {
  const x = t.zeros([2]);
  x.dispose();
  expect(() => x.add(1)).toThrow(
    new t.FreedTensorError(
      "add: this float32[2] was disposed; call dispose() after its last use, or not at all.",
    ),
  );
  const y = t.zeros([2]);
  t.dispose(y);
  expect(() => y.toArray()).toThrow(/was disposed/);
  let lost: t.Tensor | undefined;
  t.scope(() => {
    lost = t.zeros([2]);
  });
  expect(() => lost!.add(1)).toThrow(/when its scope ended/);
  for (const value of [undefined, null, 3, [x]])
    expect(() => t.dispose(wrong(value))).toThrow(/dispose: tensor must be a tensor/);
});

test("declared arguments are live tensors, of which optional ones may be null", () => {
  const two = tensors("twoVectors", "x (n)  y? (n)");
  const masked = signature("masked", { mask: required(tensorRule("bool")) }, "masked(mask)");
  const mask = t.ones([2], { dtype: "bool" });
  expect(two([mask, null])).toEqual({ n: 2 });
  expect(masked([mask]).mask === mask).toBe(true);
  t.dispose(mask);
  for (const call of [() => two([mask]), () => masked([mask])]) expect(call).toThrow(t.FreedTensorError);
});

test("arange, linspace and eye take their options last, after any number of numbers", () => {
  const int32 = { dtype: "int32" } as const;
  for (const x of [t.arange(3, int32), t.arange(0, 3, int32), t.arange(0, 3, 1, int32)]) {
    expect(x.dtype).toBe("int32");
    expect(x.toArray()).toEqual([0, 1, 2]);
  }
  expect(t.arange(0, 3, 2).toArray()).toEqual([0, 2]);
  expect(t.eye(2, int32).dtype).toBe("int32");
  expect(t.eye(2, 3, int32).shape).toEqual([2, 3]);
  expect(t.linspace(0, 1, 3, { dtype: "float64" }).dtype).toBe("float64");
});
