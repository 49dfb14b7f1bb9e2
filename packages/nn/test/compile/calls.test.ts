import { compile, grad, valueAndGrad } from "@saccade/autograd";
import { Adam, Dropout, Linear, Module, mseLoss } from "@saccade/nn";
import { cat, manualSeed, memory, ones, profile, randn, type Tensor, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { numbers } from "../helpers.ts";
import { counted } from "./helpers.ts";
import { train, trainings } from "./models.ts";

beforeEach(() => manualSeed(0));

test.each(Object.entries(trainings))("a compiled step gives the bits of the plain one: %s", (_name, make) => {
  expect(train(make, 8, true)).toEqual(train(make, 8, false));
});

test("results of earlier calls stay what they were", () => {
  const fast = compile((x: Tensor) => ({ doubled: x.mul(2), sum: x.sum(), all: [x] }));
  const inputs = [1, 2, 3].map((value) => ones([3]).mul(value));
  const results = inputs.map((x) => fast(x));
  results.forEach((result, i) => {
    expect(numbers(result.doubled)).toEqual([2 * (i + 1), 2 * (i + 1), 2 * (i + 1)]);
    expect(result.sum.item()).toBe(3 * (i + 1));
    expect(result.all[0]).toBe(inputs[i]);
  });
});

test("shapes, dtypes, strides, other arguments and train or eval each have a recording, all of which stay", () => {
  const dropout = new Dropout(0.5);
  const { step, runs } = counted((x: Tensor, options: { scale: number }) =>
    dropout.forward(x).mul(options.scale),
  );
  const fast = compile(step);
  const square = ones([3, 3]);
  const calls: (() => Tensor)[] = [
    () => fast(ones([2]), { scale: 1 }),
    () => fast(ones([3]), { scale: 1 }),
    () => fast(ones([2]), { scale: 2 }),
    () => fast(square, { scale: 1 }),
    () => fast(square.transpose(0, 1), { scale: 1 }),
    () => fast(ones([2], { dtype: "float64" }), { scale: 1 }),
    () => {
      dropout.eval();
      const y = fast(ones([2]), { scale: 1 });
      dropout.train();
      return y;
    },
  ];
  for (let round = 0; round < 3; round++) for (const call of calls) call();
  expect(runs()).toBe(calls.length);
  expect(fast.recordings).toBe(calls.length);
  dropout.eval();
  expect(numbers(fast(ones([2]), { scale: 1 }))).toEqual([1, 1]);
});

test("the recording that was not used for the longest time goes first", () => {
  const { step, runs } = counted((x: Tensor) => x.mul(2));
  const fast = compile(step);
  for (let n = 1; n <= 8; n++) fast(ones([n]));
  fast(ones([1]));
  fast(ones([9])); // in the place of [2]
  expect([fast.recordings, runs()]).toEqual([8, 9]);
  fast(ones([1]));
  expect(runs()).toBe(9);
  fast(ones([2]));
  expect(runs()).toBe(10);
});

test("tensors are found in arrays and objects, and one that comes twice is one", () => {
  const { step, runs } = counted(({ list }: { list: readonly Tensor[] }) =>
    valueAndGrad(() => list[0]!.mul(list[1]!).sum(), list[0]!),
  );
  const fast = compile(step);
  const [a, b, c] = [tensor([1, 2]), tensor([3, 4]), tensor([5, 6])];
  expect(numbers(fast({ list: [a, b] }).grads)).toEqual([3, 4]);
  expect(numbers(fast({ list: [b, c] }).grads)).toEqual([5, 6]);
  expect(numbers(fast({ list: [a, a] }).grads)).toEqual([2, 4]);
  expect(numbers(fast({ list: [b, b] }).grads)).toEqual([6, 8]);
  expect(runs()).toBe(2);
});

test("typed arrays and functions among the arguments count by value and by identity", () => {
  const { step, runs } = counted((x: Tensor, weights: Float32Array, f: (x: Tensor) => Tensor) =>
    f(x.mul(tensor(weights))),
  );
  const fast = compile(step);
  const [twice, minus] = [(x: Tensor) => x.mul(2), (x: Tensor) => x.neg()];
  const x = tensor([1, 1]);
  expect(numbers(fast(x, Float32Array.of(1, 2), twice))).toEqual([2, 4]);
  expect(numbers(fast(x, Float32Array.of(1, 2), twice))).toEqual([2, 4]);
  expect(runs()).toBe(1);
  expect(numbers(fast(x, Float32Array.of(3, 2), twice))).toEqual([6, 4]);
  expect(numbers(fast(x, Float32Array.of(3, 2), minus))).toEqual([-3, -2]);
  expect(runs()).toBe(3);
});

test("recordings that never serve bring a warning", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const fast = compile((x: Tensor) => x.mul(2));
  for (let n = 1; n <= 20; n++) fast(ones([n]));
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test("any shapes, slices and transpositions give the plain results", () => {
  const step = (a: Tensor, b: Tensor): Tensor =>
    cat([a.matmul(b).softmax(-1), a.matmul(b).sum(0, { keepdim: true })], 0);
  const fast = compile(step);
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const size = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(size, size, size, fc.boolean(), fc.integer(), (n, k, m, turned, seed) => {
      manualSeed(Math.abs(seed));
      const a = turned ? randn([k, n]).transpose(0, 1) : randn([n + 1, k]).slice(0, { start: 1 });
      const b = randn([k, 2 * m]).slice(1, { step: 2 });
      expect(numbers(fast(a, b))).toEqual(numbers(step(a, b)));
    }),
    runs(60),
  );
  warn.mockRestore();
});

test("a compiled step in another is part of it, and one in a gradient runs as it is", () => {
  const inner = counted((x: Tensor) => x.mul(x));
  const compiled = compile(inner.step);
  const outer = compile((x: Tensor) => compiled(x).add(1));
  expect([2, 3, 4].map((value) => outer(tensor(value)).item())).toEqual([5, 10, 17]);
  expect([inner.runs(), compiled.recordings, outer.recordings]).toEqual([1, 0, 1]);
  expect([2, 3].map((value) => grad(compiled)(tensor(value)).item())).toEqual([4, 6]);
});

test("profile counts the kernels of a replay as those of the step", () => {
  const net = new Linear(3, 2);
  const optimizer = new Adam(net);
  const step = (x: Tensor): Tensor => optimizer.step(() => mseLoss(net.forward(x), ones([4, 2])));
  const calls = (f: () => unknown): [string, number, number][] =>
    [...profile(f).kernels]
      .map(([name, { calls, bytes }]): [string, number, number] => [name, calls, bytes])
      .sort();
  const x = randn([4, 3]);
  const fast = compile(step);
  fast(x);
  fast(x);
  expect(calls(() => fast(x))).toEqual(calls(() => step(x)));
});

test("a module may hold its compiled step in a field", () => {
  class Net extends Module {
    readonly linear: Linear = new Linear(2, 2);
    readonly run: (x: Tensor) => Tensor = compile((x: Tensor) => this.forward(x));
    forward(x: Tensor): Tensor {
      return this.linear.forward(x);
    }
  }
  const net = new Net();
  const x = randn([3, 2]);
  for (let i = 0; i < 3; i++) expect(numbers(net.run(x))).toEqual(numbers(net.forward(x)));
});

test("a scalar result that is an argument later takes no memory of the backend", () => {
  const fast = compile((x: Tensor) => x.mul(2));
  const before = memory().bytes;
  let x = fast(fast(tensor(1)));
  for (let i = 0; i < 5; i++) x = fast(x);
  expect(x.item()).toBe(128);
  expect(memory().bytes - before).toBe(4); // the first argument
});
