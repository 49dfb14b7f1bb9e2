import { compile, valueAndGrad } from "@saccade/autograd";
import { fromData, ones, randn, scope, type Tensor, tensor, zeros } from "@saccade/tensor";
import { applyInto, ops } from "@saccade/tensor/backend";
import { expect, test } from "vitest";
import { Linear } from "../../src/layers/index.ts";
import { Module } from "../../src/module.ts";
import * as nn from "../../src/optim/index.ts";
import { oneByOne, type UpdateRule } from "../../src/optimizer-author.ts";
import { Parameter } from "../../src/parameter.ts";
import { LambdaLR, StepLR } from "../../src/schedulers/index.ts";
import { errorOf, near } from "../helpers.ts";

test("step runs forward, backward and update, and returns the loss of before the update", () => {
  const w = tensor([1, 2]);
  const optimizer = new nn.SGD([w], { lr: 0.1 });
  const loss = optimizer.step(() => w.square().sum());
  expect(loss.item()).toBe(5);
  expect(w.dataSync()).toEqual(Float32Array.of(0.8, 1.6));
  expect(optimizer.step(() => w.square().sum()).item()).toBeCloseTo(3.2, 6);
});

test("what the closure returns beside the loss comes back with the norm of the gradients before clipping", () => {
  const w = tensor([3, 4]);
  const closure = () => ({ loss: w.square().sum().div(2), doubled: w.mul(2), text: "aux" });
  const plain = new nn.SGD([w], { lr: 0 }).step(closure);
  expect(plain.gradNorm.item()).toBe(5);
  expect(plain.doubled.toArray()).toEqual([6, 8]);
  expect(plain.text).toBe("aux");
  const clipping = new nn.SGD([w], { lr: 1, clipGradNorm: { maxNorm: 2.5, eps: 0 } });
  const result = clipping.step(closure);
  expect(result.loss.item()).toBe(12.5);
  expect(result.gradNorm.item()).toBe(5);
  expect(w.toArray()).toEqual([1.5, 2]);
  clipping.clip = null;
  clipping.step(closure);
  expect(w.toArray()).toEqual([0, 0]);
});

test("clipGradNorm as a number has PyTorch's eps", () => {
  const w = tensor([0]);
  new nn.SGD({ w }, { lr: 1, clipGradNorm: 1 }).step(() => w.mul(4).sum());
  expect(w.item()).toBe(Math.fround(-4 * Math.fround(1 / Math.fround(4 + 1e-6))));
});

test("a closure that returns a promise throws at once, and nothing is updated", () => {
  const w = tensor([1]);
  const optimizer = new nn.SGD([w], { lr: 1 });
  // @ts-expect-error a promise is no loss
  expect(() => optimizer.step(async () => w.sum())).toThrow(/returned a promise/);
  expect(() => optimizer.step(() => w.mul(ones([2])))).toThrow(/only a single number has a gradient/);
  expect(() =>
    optimizer.step(() => {
      throw new Error("mine");
    }),
  ).toThrow("mine");
  expect(w.item()).toBe(1);
});

test("the handle of a parameter never changes; a value that others hold is left to them", () => {
  const w = new Parameter(tensor([1, 1]));
  const optimizer = new nn.SGD([w], { lr: 1 });
  optimizer.update([ones([2])]);
  const buffer = w.buffer;
  optimizer.update([ones([2])]);
  expect(w.buffer).toBe(buffer);
  const snapshot = w.detach();
  optimizer.update([ones([2])]);
  expect(snapshot.toArray()).toEqual([-1, -1]);
  expect(w.toArray()).toEqual([-2, -2]);
  expect(snapshot.buffer).toBe(buffer);
});

test("gradients go by order or by name; one that is missing skips its parameter and leaves its state", () => {
  const [a, b] = [tensor([1]), tensor([1])];
  const optimizer = new nn.SGD({ a, b }, { lr: 1, momentum: 0.5 });
  optimizer.update([ones([1]), null]);
  optimizer.update({ b: ones([1]) });
  optimizer.update({ a: null, b: undefined });
  expect([a.item(), b.item()]).toEqual([0, 0]);
  expect(optimizer.stateDict().state[0]!["step"]).toBe(1);
  optimizer.update({ a: zeros([1]), b: null });
  expect([a.item(), b.item()]).toEqual([-0.5, 0]);
});

test("update clips as step does: micro-batches by hand give the step of the whole batch", () => {
  for (const clip of [{ maxNorm: 1e-3 }, 1e-3, { maxNorm: 1e-3, normType: 1, eps: 0 }]) {
    const rows = tensor([[1, 2], [3, 4], [5, 6], [7, 8]]); // biome-ignore format: one line
    const train = (run: (optimizer: nn.SGD, loss: (x: Tensor) => Tensor) => void): unknown => {
      const w = new Parameter(tensor([1, -1]));
      const optimizer = new nn.SGD({ w }, { lr: 0.5, clipGradNorm: clip });
      run(optimizer, (x) => x.matmul(w).square().mean());
      return w.toArray();
    };
    const whole = train((optimizer, loss) => optimizer.step(() => loss(rows))) as number[];
    const byHand = train((optimizer, loss) =>
      scope(() => {
        let sum: Tensor | null = null;
        for (let i = 0; i < 4; i++) {
          const [g] = optimizer.gradients(() => loss(rows.narrow(0, i, 1)).div(4)).grads;
          sum = sum === null ? g! : sum.add(g!);
        }
        optimizer.update([sum]);
      }),
    ) as number[];
    near(tensor(byHand), whole, 5e-7);
  }
});

test("a parameter that the loss never met is left alone by update as by step, however its gradient came", () => {
  for (const make of [
    (params: Record<string, Tensor>) => new nn.AdamW(params, { lr: 0.1, weightDecay: 0.5 }),
    (params: Record<string, Tensor>) => new nn.SGD(params, { lr: 0.1, momentum: 0.9, weightDecay: 0.5 }),
  ]) {
    const ways: ((optimizer: nn.Optimizer, params: Record<string, Tensor>, loss: () => Tensor) => void)[] = [
      (optimizer, _, loss) => optimizer.step(loss),
      (optimizer, _, loss) => scope(() => optimizer.update(optimizer.gradients(loss).grads)),
      (optimizer, params, loss) => optimizer.update(valueAndGrad(loss, params).grads),
      (optimizer, of, loss) => optimizer.update(nn.clipGradNorm(valueAndGrad(loss, of).grads, 1e9).grads),
      (optimizer, of, loss) =>
        optimizer.update(nn.clipGradValue(valueAndGrad(loss, Object.values(of)).grads, 1e9)),
    ];
    const results = ways.map((way) => {
      const params = { met: new Parameter(tensor([2])), unmet: new Parameter(tensor([2])) };
      const optimizer = make(params);
      way(optimizer, params, () => params.met.square().sum());
      expect(Object.keys(optimizer.stateDict().state)).toEqual(["0"]);
      return [params.met.item().toFixed(5), params.unmet.item()];
    });
    expect(results).toEqual(results.map(() => [results[0]![0], 2]));
  }
  // A path whose derivative is 0 is a path.
  const w = new Parameter(tensor([2]));
  const decaying = new nn.SGD({ w }, { lr: 0.1, weightDecay: 0.5 });
  decaying.update(valueAndGrad(() => w.mul(0).sum(), { w }).grads);
  expect(w.item()).toBeCloseTo(1.9, 6);
});

test("parameters in the place of gradients are refused", () => {
  const net = new Linear(2, 1);
  const optimizer = new nn.SGD(net, { lr: 0.1 });
  const fix = "a parameter, not its gradient; take the gradients by optimizer.gradients(() => loss).grads";
  expect(() => nn.clipGradNorm(net.parameters(), 1)).toThrow(`clipGradNorm: grads[0] is ${fix}`);
  expect(() => nn.clipGradNorm(net.namedParameters(), 1)).toThrow(`clipGradNorm: grads["weight"] is ${fix}`);
  expect(() => nn.clipGradValue(net.parameters(), 1)).toThrow(`clipGradValue: grads[0] is ${fix}`);
  expect(() => optimizer.update(net.parameters())).toThrow(`SGD.update: grads[0] is ${fix}`);
  // @ts-expect-error a module is no gradients
  expect(() => nn.clipGradNorm(net, 1)).toThrow(fix.slice(fix.indexOf("take")));
});

test("gradients that do not fit are refused by name, before anything is written", () => {
  const [a, b] = [tensor([1]), tensor([1, 2])];
  const optimizer = new nn.Adam({ a, b });
  expect(() => optimizer.update([ones([1])])).toThrow(/Adam.update: 1 gradients for 2 parameters/);
  expect(() => optimizer.update({ c: ones([1]) })).toThrow(/no parameter is named c; the names are a, b/);
  expect(() => optimizer.update([ones([1]), ones([2, 1])])).toThrow(/gradient of b is float32\[2, 1\]/);
  expect(() => optimizer.update({ a: fromData(Float64Array.of(1), [1]) })).toThrow(/grad.to\("float32"\)/);
  expect(a.item()).toBe(1);
  expect(optimizer.stateDict().state).toEqual({});
});

test("where one parameter cannot be written, none is", () => {
  for (const make of [
    (a: Tensor, b: Tensor) => new nn.Adadelta([a, b]),
    (a: Tensor, b: Tensor) => new nn.SGD([{ params: [a] }, { params: [b] }], { lr: 1, momentum: 0.5 }),
  ]) {
    const [a, b] = [tensor([1]), tensor([1])];
    const optimizer = make(a, b);
    const loss = (): Tensor => {
      const y = b.square().sum();
      optimizer.update([ones([1]), ones([1])]);
      return y;
    };
    expect(() => valueAndGrad(loss, [b])).toThrow(/Update parameters after/);
    expect([a.item(), b.item(), optimizer.stateDict().state]).toEqual([1, 1, {}]);
  }
});

test("parameters come from modules, lists, records and groups of them", () => {
  const net = new Linear(2, 3);
  expect(new nn.SGD(net).names).toEqual(["weight", "bias"]);
  expect(new nn.SGD(net.parameters()).names).toEqual(["0", "1"]);
  const grouped = new nn.SGD([{ params: net }, { params: new Linear(1, 1) }]);
  expect(grouped.names).toEqual(["0.weight", "0.bias", "1.weight", "1.bias"]);
  expect(new nn.SGD([{ params: [net.weight] }, { params: [net.bias!] }]).names).toEqual(["0", "1"]);
});

test("groups take what they leave out from the common options; lr can be set for each or for all", () => {
  const [a, b] = [tensor([1]), tensor([1])];
  const groups = [{ params: [a], lr: 1 }, { params: { b }, momentum: 0.9 }]; // biome-ignore format: one line
  const optimizer = new nn.SGD(groups, { lr: 0.5 });
  expect(optimizer.paramGroups.flatMap(({ lr, momentum }) => [lr, momentum])).toEqual([1, 0, 0.5, 0.9]);
  expect(optimizer.lr).toBe(1);
  optimizer.update([ones([1]), ones([1])]);
  expect([a.item(), b.item()]).toEqual([0, 0.5]);
  optimizer.lr = 0.25;
  optimizer.update([ones([1]), null]);
  expect(a.item()).toBe(-0.25);
  expect(optimizer.paramGroups[1]!.lr).toBe(0.25);
  expect(String(optimizer)).toMatch(/^SGD\(\n {2}\{"lr":0.25.*\} \[1\]\n/);
});

class Pair extends Module {
  readonly a = new Parameter(tensor([1]));
  readonly b = new Parameter(tensor([1]));

  override forward(): Tensor {
    return this.a.add(this.b).square().sum();
  }
}

test("a group that is added trains like one that was there from the start", () => {
  const make = (late: boolean) => {
    const pair = new Pair();
    const { a, b } = pair;
    const own = { params: [b], lr: 0.5 };
    const common = { lr: 0.1, momentum: 0.5, clipGradNorm: 10 };
    const optimizer = late ? new nn.SGD([a], common) : new nn.SGD([{ params: [a] }, own], common);
    const scheduler = new StepLR(optimizer, { stepSize: 1, gamma: 0.5 });
    const step = compile(() => optimizer.step(() => pair.forward()));
    return { a, b, own, optimizer, scheduler, step };
  };
  const whole = make(false);
  const grown = make(true);
  grown.step();
  expect(grown.b.item()).toBe(1);
  const fresh = make(true);
  fresh.optimizer.addParamGroup(fresh.own);
  expect(fresh.optimizer.names).toEqual(whole.optimizer.names);
  for (let i = 0; i < 3; i++)
    for (const { step, scheduler } of [whole, fresh]) {
      step();
      scheduler.step();
    }
  expect([fresh.a.item(), fresh.b.item()]).toEqual([whole.a.item(), whole.b.item()]);
  expect(fresh.scheduler.stateDict()).toEqual(whole.scheduler.stateDict());
  const state = JSON.stringify(fresh.optimizer.stateDict().paramGroups);
  expect(state).toBe(JSON.stringify(whole.optimizer.stateDict().paramGroups));
  fresh.optimizer.loadStateDict(whole.optimizer.stateDict());
  // A step that was captured before trains the new group, too.
  grown.optimizer.addParamGroup(grown.own);
  grown.step();
  expect(grown.b.item()).toBeLessThan(1);
  // What is wrong changes nothing.
  const { optimizer } = grown;
  const before = String(optimizer);
  const wrong: readonly [unknown, string][] = [
    [{ params: [grown.a] }, "is also parameter group 0, 0; name it once"],
    [{ params: [tensor([1])], lr: -1 }, "lr must be a finite number ≥ 0, got -1"],
    [{ params: [] }, "SGD.addParamGroup: group.params has no parameters"],
    [[tensor([1])], "SGD.addParamGroup: group must be an object { params, lr, … }"],
    [{ params: [tensor([1], { dtype: "int32" })] }, "only float tensors can be trained"],
  ];
  for (const [group, message] of wrong)
    expect(() => Reflect.apply(optimizer.addParamGroup, optimizer, [group])).toThrow(message);
  expect(String(optimizer)).toBe(before);
  expect(() => new nn.LBFGS([tensor([1])]).addParamGroup({ params: [tensor([1])] })).toThrow(
    "LBFGS: it takes one group of parameters",
  );
  const perGroup = new nn.SGD([tensor([1])]);
  const lambda = new LambdaLR(perGroup, { lrLambda: [() => 1] });
  perGroup.addParamGroup({ params: [tensor([1])] });
  expect(() => lambda.step()).toThrow("LambdaLR: a group was added to the optimizer; make a new scheduler");
});

test("an optimizer shows how it clips", () => {
  expect(String(new nn.SGD([tensor([1])], { lr: 1, clipGradNorm: 2 }))).toMatch(
    /\[1\]\n {2}clipGradNorm: 2\n\)$/,
  );
  const all = new nn.SGD([tensor([1])], { lr: 1, clipGradNorm: { maxNorm: 2, normType: 1 } });
  expect(String(all)).toContain('clipGradNorm: {"maxNorm":2,"normType":1}');
  expect(String(new nn.SGD([tensor([1])], { lr: 1 }))).not.toContain("clip");
});

test("what cannot be trained is refused, with the fix", () => {
  const w = tensor([1, 2]);
  expect(() => new nn.SGD([w, w])).toThrow(/parameter 1 is also parameter 0/);
  expect(() => new nn.SGD([{ params: [w] }, { params: [w] }])).toThrow(
    /group 1, 1 is also parameter group 0, 0/,
  );
  expect(() => new nn.SGD({ w: ones([2, 3]).t() })).toThrow(/w is a view that is not contiguous/);
  // @ts-expect-error a tensor alone
  expect(() => new nn.SGD(w)).toThrow(/got tensor float32\[2\]; write \[parameter\]/);
  // @ts-expect-error a group alone
  expect(() => new nn.SGD({ params: [w], lr: 1 })).toThrow(/pass groups as a list/);
  const gone = scope(() => [tensor([1])].map((inner) => () => new nn.SGD([inner])));
  expect(gone[0]).toThrow(/freed/);
  // @ts-expect-error another optimizer's option
  expect(() => new nn.Adam([w], { momentum: 1 })).toThrow(/options are lr, betas, eps/);
});

test("a mean square that rounding makes smaller than the squared mean gives no NaN", () => {
  const w = tensor([0]);
  const optimizer = new nn.RMSprop([w], { centered: true, alpha: 0.5 });
  for (let i = 0; i < 200; i++) optimizer.update([tensor([0.1])]);
  expect(w.item()).not.toBeNaN();
});

test.each([
  ["SGD", nn.SGD, {}],
  ["SGD", nn.SGD, { momentum: 0.9, nesterov: true, weightDecay: 0.1 }],
  ["Adam", nn.Adam, { amsgrad: true }],
  ["AdamW", nn.AdamW, { maximize: true }],
  ["RMSprop", nn.RMSprop, { centered: true, momentum: 0.5 }],
  ["Adagrad", nn.Adagrad, { lrDecay: 0.1 }],
  ["NAdam", nn.NAdam, { weightDecay: 0.1 }],
  ["Rprop", nn.Rprop, {}],
] as const)("%s clips in its step just as clipGradNorm and update do", (_, Kind, options) => {
  const start = [randn([3, 4]), randn([5]), randn([])];
  const [one, other] = [start.map((x) => x.clone()), start.map((x) => x.clone())];
  for (const eps of [0, 1e-6]) {
    const maxNorm = 0.7;
    const within = new Kind(one, { ...options, clipGradNorm: { maxNorm, eps } });
    const apart = new Kind(other, options);
    for (let i = 0; i < 3; i++) {
      // The last one has no gradient in one step, so that its count of steps stays behind.
      const lossOf = (ws: readonly Tensor[]): Tensor =>
        ws.slice(0, i === 1 ? 2 : 3).reduce((sum, w) => sum.add(w.square().mul(2).sum()), zeros([]));
      within.step(() => lossOf(one));
      const { grads } = valueAndGrad(() => lossOf(other), other);
      const given = grads.map((grad, k) => (i === 1 && k === 2 ? null : grad));
      apart.update(nn.clipGradNorm(given, maxNorm, { eps }).grads);
    }
  }
  expect(one.map((x) => x.toArray())).toEqual(other.map((x) => x.toArray()));
});

test("an optimizer of one's own is a rule", () => {
  interface SignOptions extends nn.BaseOptions {
    factor: number;
  }
  const rule: UpdateRule<SignOptions> = {
    kind: "Sign",
    defaults: { lr: 1, factor: 2 },
    stateNames: ["last"],
    optionalStateNames: [],
    check() {},
    update: oneByOne((param, grad, state, { lr, factor }) => {
      const attrs = { lr: lr * factor, weightDecay: 0, maximize: false };
      const sgd = { momentum: 0, dampening: 0, nesterov: false, first: [true] };
      applyInto(ops.sgdStep, [param, grad.sign()], { ...attrs, ...sgd }, [param]);
      applyInto(ops.sgdStep, [state.tensor("last"), grad], { ...attrs, ...sgd }, [state.tensor("last")]);
    }),
  };
  class Sign extends nn.Optimizer<SignOptions> {
    constructor(params: nn.OptimizerParams<SignOptions>, settings?: nn.OptimizerSettings<SignOptions>) {
      super(rule, params, settings);
    }
  }
  const w = tensor([1, 1]);
  const sign = new Sign([w], { factor: 0.5 });
  sign.update([tensor([7, -3])]);
  expect(w.toArray()).toEqual([0.5, 1.5]);
  expect(Object.keys(sign.stateDict().state[0]!)).toEqual(["step", "last"]);
  // Clipping scales the gradients that it is handed.
  const clipped = new Sign([w], { factor: 0.5, clipGradNorm: 1 });
  clipped.step(() => w.square().sum());
  const [last] = Object.values(clipped.stateDict().state).map((state) => state["last"]);
  expect((last as Tensor).square().sum().item()).toBeCloseTo(0.25, 5);
});

test("checkFinite hands on a finite loss and says where one diverged", () => {
  expect(nn.checkFinite(tensor(2), 3)).toBe(2);
  expect(() => nn.checkFinite(tensor(Number.NaN), 12)).toThrow(
    "training diverged: loss is NaN at step 12; lower lr or clip",
  );
  const error = errorOf(() => nn.checkFinite(tensor(Number.POSITIVE_INFINITY), 4));
  expect(error).toBeInstanceOf(nn.DivergedError);
  expect(error).toMatchObject({ step: 4, value: Number.POSITIVE_INFINITY });
});
