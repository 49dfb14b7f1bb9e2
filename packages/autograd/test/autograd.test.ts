import * as T from "@saccade/tensor";
import { arange, memory, ones, randn, scope, type Tensor, tensor, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { checkpoint, grad, gradCheck, noGrad, stopGradient, valueAndGrad, vjp } from "../src/index.ts";
import { keepsMemory, near } from "./helpers.ts";

const cube = (x: Tensor): Tensor => x.mul(x).mul(x).sum();

test("grad of grad of grad of x³", () => {
  const x = tensor(2);
  expect(grad(cube)(x).item()).toBe(12);
  expect(grad(grad(cube))(x).item()).toBe(12);
  expect(grad(grad(grad(cube)))(x).item()).toBe(6);
});

test("grad is taken for the first argument, or for those that argnums names", () => {
  const f = (a: Tensor, b: Tensor): Tensor => a.mul(b).mul(b).sum();
  expect(grad(f)(tensor(3), tensor(5)).item()).toBe(25);
  expect(grad(f, { argnums: 1 })(tensor(3), tensor(5)).item()).toBe(30);
  expect(grad(f, { argnums: [0, 1] })(tensor(3), tensor(5)).map((g) => g.item())).toEqual([25, 30]);
});

test("gradients come back in the form of the parameters, zeros where there is no path", () => {
  const a = tensor([1, 2]);
  const b = tensor([3, 4]);
  const { value, grads } = valueAndGrad(() => ({ loss: a.mul(3).sum(), aux: a.add(1) }), { a, b });
  expect(value.loss.item()).toBe(9);
  expect(value.aux.toArray()).toEqual([2, 3]);
  expect(grads.a.toArray()).toEqual([3, 3]);
  expect(grads.b.toArray()).toEqual([0, 0]);
  expect(valueAndGrad(() => a.sum(), a).grads.toArray()).toEqual([1, 1]);
  expect(valueAndGrad(() => a.sum(), [b, a]).grads.flatMap((g) => g.toArray())).toEqual([0, 0, 1, 1]);
});

test("nothing flows through detach, stopGradient and noGrad", () => {
  const x = tensor(3);
  expect(grad((y) => y.mul(stopGradient(y)).sum())(x).item()).toBe(3);
  expect(grad((y) => y.mul(y.detach()).sum())(x).item()).toBe(3);
  expect(grad((y) => y.mul(noGrad(() => y.mul(2))).sum())(x).item()).toBe(6);
});

test("a pull-back works once, and checks its cotangents", () => {
  const { value, pullBack } = vjp((x) => [x.mul(2), x.sum()], [tensor([1, 2])]);
  expect(value.map((y) => y.toArray())).toEqual([[2, 4], 3]);
  expect(() => pullBack([ones([3]), ones([])])).toThrow(/cotangent 0 must be .*float32\[2\].*float32\[3\]/);
  expect(pullBack([ones([2]), tensor(10)])[0]!.toArray()).toEqual([12, 12]);
  expect(() => pullBack([ones([2]), ones([])])).toThrow(/called before/);
});

test("checkpoint gives the same gradients, through captured tensors and random numbers", () => {
  T.manualSeed(1);
  const w = randn([4, 4]);
  const x = randn([2, 4]);
  const run = (wrap: (f: () => Tensor) => Tensor): { value: Tensor; grads: readonly Tensor[] } => {
    T.manualSeed(7);
    const inside = (h: Tensor): Tensor =>
      h
        .matmul(w)
        .tanh()
        .mul(T.rand([2, 4]));
    const block = (h: Tensor): Tensor => wrap(() => inside(h));
    return valueAndGrad(() => block(block(x)).sum(), [w, x]);
  };
  const plain = run((f) => f());
  const saved = run((f) => checkpoint(f));
  expect(saved.value.item()).toBe(plain.value.item());
  expect(saved.grads.map((g) => g.dataSync())).toEqual(plain.grads.map((g) => g.dataSync()));
});

test("checkpoint holds less memory during the forward pass", () => {
  const x = ones([64, 64]);
  const deep = (h: Tensor): Tensor => Array.from({ length: 20 }).reduce<Tensor>((y) => y.mul(1.01).tanh(), h);
  const held = (wrap: (f: () => Tensor) => Tensor): number => {
    const before = memory().bytes;
    let bytes = 0;
    valueAndGrad(() => {
      const y = wrap(() => scope(() => deep(x)));
      bytes = memory().bytes - before;
      return y.sum();
    }, x);
    return bytes;
  };
  expect(held((f) => checkpoint(f))).toBeLessThan(held((f) => f()) / 5);
});

test("a tensor that a checkpoint only passes on has its gradient once", () => {
  const x = randn([3]);
  const through = grad((x) => {
    const [same, double] = checkpoint(() => [x, x.mul(2)]);
    return same!.add(double!).sum();
  })(x);
  expect([...through.dataSync()]).toEqual([3, 3, 3]);
  const alone = grad((x) => x.mul(checkpoint(() => x)).sum())(x);
  near(alone, x.mul(2), 0);
});

test("second order goes through a checkpoint", () => {
  gradCheck((x) => checkpoint(() => x.mul(x).tanh()), [randn([3])], { order: 2 });
});

test("1,000 gradients leave memory where one left it", () => {
  const w = randn([3, 3]);
  const x = randn([2, 3]);
  keepsMemory(() => valueAndGrad(() => x.matmul(w).tanh().sum(), [w]).grads[0]!.dispose(), 1_000);
});

test("a gradient that throws half-way leaves no tensor behind", () => {
  const x = ones([3]);
  const before = memory().tensors;
  expect(() =>
    valueAndGrad(() => {
      x.mul(2).add(zeros([4]));
      return x.sum();
    }, x),
  ).toThrow(/broadcast/);
  expect(memory().tensors).toBe(before);
});

test("a pull-back that throws leaves no tensor behind", () => {
  const x = ones([3]);
  const airy = (x: Tensor): Tensor => T.special.airyAi(x.mul(2)).sum();
  const before = memory().tensors;
  const runs: readonly (() => unknown)[] = [
    () => grad(airy)(x),
    () => valueAndGrad(() => airy(x), x),
    () => vjp(airy, [x]).pullBack(tensor(1)),
    () => grad((x) => checkpoint(() => airy(x)))(x),
    () => grad((x) => T.igammac(x, 2).sum())(x),
  ];
  for (const run of runs) {
    expect(() => scope(run)).toThrow(/gradient/);
    expect(memory().tensors).toBe(before);
  }
});

test("gradCheck finds a wrong gradient", () => {
  expect(() => gradCheck((x) => x.mul(x.detach()), [arange(1, 4)])).toThrow(
    /gradCheck: first-order gradient of input 0/,
  );
});

test("gradients flow through the rows that for…of visits", () => {
  const firstTimesLast = (x: Tensor): Tensor => {
    const rows = [...x];
    return rows[0]!.mul(rows[2]!).sum();
  };
  const x = arange(1, 7).reshape([3, 2]);
  near(grad(firstTimesLast)(x), [5, 6, 0, 0, 1, 2], 0);
});
