import { compile, grad } from "@saccade/autograd";
import { Adam, Linear, Module, mseLoss } from "@saccade/nn";
import {
  manualSeed,
  memory,
  ones,
  profile,
  randn,
  referenceBackend,
  setBackend,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import { beforeEach, expect, test } from "vitest";
import { counted, numbers } from "./helpers.ts";

beforeEach(() => {
  setBackend(referenceBackend());
  manualSeed(0);
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
