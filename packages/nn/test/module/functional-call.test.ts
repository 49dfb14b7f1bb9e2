import { compile, grad, hvp, jacobian, noGrad, valueAndGrad, vmap } from "@saccade/autograd";
import { memory, ones, randn, scope, stack, type Tensor, tensor, zeros } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { near } from "../helpers.ts";

class Tied extends nn.Module {
  first = new nn.Linear(3, 3, { bias: false });
  again = this.first;
  list = [new nn.Linear(3, 2)];
  forward(x: Tensor): Tensor {
    return this.list[0]!.forward(this.again.forward(this.first.forward(x)).tanh());
  }
}

test("computes with other values, and leaves the module as it was", () => {
  const net = new Tied();
  const before = net.namedParameters();
  const params = Object.fromEntries(Object.entries(before).map(([name, p]) => [name, p.mul(2)]));
  const x = randn([4, 3]);
  const w = params["first.weight"]!;
  near(
    nn.functionalCall(net, params, [x]),
    x.matmul(w.t()).matmul(w.t()).tanh().matmul(params["list.0.weight"]!.t()).add(params["list.0.bias"]!),
  );
  const after = net.namedParameters();
  for (const [name, p] of Object.entries(before)) expect(after[name]).toBe(p);
  near(nn.functionalCall(net, {}, [x]), net.forward(x));
});

test("per-sample gradients: vmap of a gradient, with shared or with own weights", () => {
  const net = new nn.Sequential(new nn.Linear(3, 5), new nn.LayerNorm(5), new nn.Tanh(), new nn.Linear(5, 4));
  const [x, y] = [randn([6, 3]), tensor([0, 1, 2, 3, 1, 0], { dtype: "int32" })];
  const params = net.namedParameters();
  const gradients = (a: Tensor, t: Tensor) =>
    valueAndGrad(() => nn.crossEntropy(net.forward(a.unsqueeze(0)), t.unsqueeze(0)), params).grads;
  const each = vmap(gradients)(x, y);
  for (const name of Object.keys(params)) {
    const rows = [0, 1, 2, 3, 4, 5].map((i) => gradients(x.select(0, i), y.select(0, i))[name]!);
    near(each[name]!, stack(rows));
  }
  // An ensemble: three sets of weights.
  const sets = Object.fromEntries(
    Object.entries(params).map(([name, p]) => [name, stack([p, p.mul(2), p.neg()])]),
  );
  const outputs = vmap((p: Record<string, Tensor>) => nn.functionalCall(net, p, [x]))(sets);
  near(outputs.select(0, 0), net.forward(x));
  expect(outputs.shape).toEqual([3, 6, 4]);
});

test("serves grad, jacobian and hvp of the parameters, recurrent layers included", () => {
  const gru = new nn.GRU(2, 3);
  const x = randn([4, 1, 2]);
  const params = gru.namedParameters();
  const name = Object.keys(params)[0]!;
  const f = (w: Tensor): Tensor =>
    nn
      .functionalCall(gru, { [name]: w }, [x])
      .output.square()
      .mean();
  near(grad(f)(params[name]!), valueAndGrad(() => f(params[name]!), params[name]!).grads);
  expect(jacobian(f, params[name]!).shape).toEqual(params[name]!.shape);
  expect(hvp(f, params[name]! as Tensor, params[name]! as Tensor).hvp.shape).toEqual(params[name]!.shape);
});

test("batch statistics of each sample cannot be written into one buffer", () => {
  const norm = new nn.BatchNorm1d(2);
  const x = randn([3, 4, 2]);
  expect(() => vmap((rows: Tensor) => norm.forward(rows))(x)).toThrow("call eval() on modules that write");
  norm.eval();
  near(
    vmap((rows: Tensor) => norm.forward(rows))(x),
    stack([0, 1, 2].map((i) => norm.forward(x.select(0, i)))),
  );
});

test("a parameter cannot be one of many", () => {
  expect(() => vmap((x: Tensor) => new nn.Parameter(x))(zeros([1, 3]))).toThrow(
    "Parameter: t is float32[3], one of many in vmap",
  );
});

const lazyLayers = {
  LazyConv1d: () => new nn.LazyConv1d(2, 1),
  LazyConvTranspose1d: () => new nn.LazyConvTranspose1d(2, 1),
};

test.each(Object.entries(lazyLayers))("%s computes with the values it is given", (_, make) => {
  const net = new nn.Sequential(make());
  const x = randn([1, 3, 4]);
  const first = net.forward(x);
  const params = net.namedParameters();
  const twice = Object.fromEntries(Object.entries(params).map(([name, p]) => [name, p.mul(2)]));
  near(nn.functionalCall(net, twice, [x]), first.mul(2));
  near(net.forward(x), first);
  const sets = Object.fromEntries(Object.entries(params).map(([name, p]) => [name, stack([p, p.neg()])]));
  near(
    vmap((p: Record<string, Tensor>) => nn.functionalCall(net, p, [x]))(sets),
    stack([first, first.neg()]),
  );
  const step = compile((p: Record<string, Tensor>) => nn.functionalCall(net, p, [x]));
  near(step(params), first);
  near(step(twice), first.mul(2));
  near(step(params), first);
});

test.each(Object.entries(lazyLayers))("%s computes with the parameters that its fields hold", (_, make) => {
  const lazy = make();
  const x = randn([1, 3, 4]);
  const first = lazy.forward(x);
  lazy.weight = new nn.Parameter(lazy.weight!.mul(2));
  lazy.bias = new nn.Parameter(lazy.bias!.mul(2));
  near(lazy.forward(x), first.mul(2));
  const [early, { weight, bias }] = [make(), lazy];
  Object.assign(early, { weight, bias });
  near(early.forward(x), first.mul(2));
  expect(early.weight).toBe(weight);
});

test.each(Object.entries(lazyLayers))(
  "%s keeps the parameters of its first input, wherever that is",
  (_, make) => {
    const x = randn([1, 3, 4]);
    const runs: ((lazy: nn.Module & { forward(x: Tensor): Tensor }) => unknown)[] = [
      (lazy) => noGrad(() => lazy.forward(x)),
      (lazy) => scope(() => lazy.forward(x).sum().item()),
      (lazy) => grad((y: Tensor) => lazy.forward(y).sum())(x),
      (lazy) => vmap((y: Tensor) => lazy.forward(y))(stack([x, x])),
      (lazy) => {
        const net = new nn.Linear(4, 4);
        new nn.SGD(net).step(() => lazy.forward(net.forward(x)).sum());
      },
      (lazy) => {
        const step = compile((y: Tensor) => lazy.forward(y).mul(2));
        near(step(x), step(x));
        near(step(x.neg()), lazy.forward(x.neg()).mul(2));
      },
    ];
    for (const run of runs) {
      const lazy = make();
      run(lazy);
      const want = lazy.forward(x);
      const { value, grads } = valueAndGrad(() => lazy.forward(x).sum(), lazy.namedParameters());
      near(value, want.sum());
      expect(Object.keys(grads)).toEqual(["weight", "bias"]);
    }
  },
);

test("keeps nothing, also when forward throws", () => {
  const net = new nn.Linear(2, 2);
  const { weight } = net;
  const w = zeros([2, 2]);
  const before = memory().tensors;
  expect(() => nn.functionalCall(net, { weight: w }, [zeros([3])])).toThrow("Linear.forward");
  expect(net.weight).toBe(weight);
  expect(memory().tensors).toBeLessThanOrEqual(before + 1);
});

test("wrong calls name the argument and the fix", () => {
  const net = new nn.Linear(2, 2);
  expect(() => nn.functionalCall(net, { weights: zeros([2, 2]) }, [zeros([2])])).toThrow(
    "functionalCall: Linear has no parameter weights; it has weight, bias.",
  );
  expect(() =>
    nn.functionalCall(new nn.LazyConv1d(2, 1), { weight: zeros([2, 3, 1]) }, [zeros([3, 4])]),
  ).toThrow(
    "functionalCall: LazyConv1d has no parameter weight; it has none: if its layers are lazy, run one sample first.",
  );
  expect(() => nn.functionalCall(net, { weight: zeros([2]) }, [zeros([2])])).toThrow(
    "expected the parameter's shape [2, 2]",
  );
});

describe("an asynchronous forward", () => {
  /** Computes once its turn has come, with what its layer holds then. */
  class Late extends nn.Module {
    readonly layer = new nn.Linear(1, 1, { bias: false });
    turn: () => Promise<unknown> = () => Promise.resolve();
    async forward(x: Tensor): Promise<Tensor> {
      await this.turn();
      return this.layer.forward(x);
    }
  }
  const x = ones([1, 1]);
  const given = (value: number) => ({ "layer.weight": tensor([[value]]) });

  test("computes with the values given until it has ended", async () => {
    const net = new Late();
    const { weight } = net.layer;
    const late = nn.functionalCall(net, given(7), [x]);
    expect((await late).item()).toBe(7);
    expect(net.layer.weight).toBe(weight);
    net.turn = () => Promise.reject(new Error("mine"));
    await expect(nn.functionalCall(net, given(7), [x])).rejects.toThrow("mine");
    expect(net.layer.weight).toBe(weight);
  });

  test("refuses calls of the module and its parts meanwhile, and no others", async () => {
    const [net, other] = [new Late(), new Late()];
    const [late, apart] = [nn.functionalCall(net, given(7), [x]), nn.functionalCall(other, given(8), [x])];
    const weight = tensor([[9]]);
    for (const call of [
      () => nn.functionalCall(net, given(9), [x]),
      () => nn.functionalCall(net.layer, { weight }, [x]),
      () => nn.functionalCall(new nn.Sequential(net.layer), { "0.weight": weight }, [x]),
    ])
      expect(call).toThrow(
        "is lent to an asynchronous functionalCall that has not ended; await what it returned first",
      );
    expect([(await late).item(), (await apart).item()]).toEqual([7, 8]);
    expect((await nn.functionalCall(net, given(9), [x])).item()).toBe(9);
  });

  test("may run inside of another call, which then ends after it", async () => {
    const net = new Late();
    const own = net.layer.weight.item();
    class Around extends nn.Module {
      readonly inner = net;
      late: Promise<Tensor> | null = null;
      forward(): Tensor {
        this.late = nn.functionalCall(net, given(7), [x]);
        return x;
      }
    }
    const around = new Around();
    nn.functionalCall(around, { "inner.layer.weight": new nn.Parameter(tensor([[8]])) }, []);
    expect((await around.late!).item()).toBe(7);
    expect(net.layer.weight.item()).toBe(own);
    expect(net.layer.weight).toBeInstanceOf(nn.Parameter);
  });
});
