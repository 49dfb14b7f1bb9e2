import { expect, test } from "vitest";
import { apply, defineOp, defineView, type OwnOp } from "../src/backend.ts";
import { ArgumentError, type Tensor, tensor } from "../src/index.ts";
import { builtInNames } from "../src/ops/names.gen.ts";
import * as table from "../src/ops/table.gen.ts";

type One = OwnOp<readonly [Tensor], readonly [Tensor], object>;

const cube: One = {
  name: "cube",
  infer: ([x]) => [{ shape: x.shape, dtype: x.dtype }],
  forward([x], [out]) {
    for (let i = 0; i < out.data.length; i++) out.data[i] = x.data[i]! ** 3;
  },
  gradient: ([g], [x]) => [() => g.mul(x.square()).mul(3)],
};

const x = tensor([
  [1, 2, 3],
  [4, 5, 6],
]);

test("an op that ignores strides is right on every view", () => {
  const op = defineOp(cube);
  const cubes = (y: Tensor): unknown => apply(op, [y], {})[0].toArray();
  expect(cubes(x.t())).toEqual([
    [1, 64],
    [8, 125],
    [27, 216],
  ]);
  expect(cubes(x.select(0, 1))).toEqual([64, 125, 216]);
  expect(cubes(x.slice(1, { start: 1 }))).toEqual([
    [8, 27],
    [125, 216],
  ]);
  expect(cubes(x.select(1, 2).unsqueeze(1).expand([2, 2]))).toEqual([
    [27, 27],
    [216, 216],
  ]);
});

test("an op that broadcasts gets its inputs stretched and contiguous", () => {
  const op = defineOp<readonly [Tensor, Tensor], readonly [Tensor], object>({
    name: "twiceAndAdd",
    broadcast: true,
    infer: ([a]) => [{ shape: a.shape, dtype: a.dtype }],
    forward([a, b], [out]) {
      for (let i = 0; i < out.data.length; i++) out.data[i] = 2 * a.data[i]! + b.data[i]!;
    },
    gradient: ([g]) => [() => g.mul(2), () => g],
  });
  expect(apply(op, [x, tensor([[10], [20]])], {})[0].toArray()).toEqual([
    [12, 14, 16],
    [28, 30, 32],
  ]);
});

test("strided: true hands strides and offset over as they are", () => {
  const seen: unknown[] = [];
  const op = defineOp({
    ...cube,
    strided: true,
    forward([y], [out]): void {
      seen.push(y.strides, y.offset);
      out.data.fill(0);
    },
  } satisfies One);
  apply(op, [x.t().slice(0, { start: 1 })], {});
  expect(seen).toEqual([[1, 3], 1]);
});

test("a name that Saccade has, and parts that are no functions, are refused", () => {
  expect(() => defineOp({ ...cube, name: "relu" })).toThrow(/"relu" is the name of an op.*"myRelu"/);
  expect(() => defineView({ name: "permute", view: (w) => w, gradient: null })).toThrow(ArgumentError);
  expect(() => defineOp({ ...cube, name: "" })).toThrow(/name must be a name/);
  const { forward: _, ...half } = cube;
  expect(() => Reflect.apply(defineOp, undefined, [half])).toThrow(/defineOp: forward must be a function/);
  expect(() => Reflect.apply(defineOp, undefined, [null])).toThrow(
    /defineOp: op must be an object, got null/,
  );
});

test("the names that no op of one's own may have are those of the table of ops", () => {
  expect(builtInNames).toEqual(Object.keys(table).sort());
});
