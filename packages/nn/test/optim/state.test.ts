import { ones, type Tensor, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as nn from "../../src/optim/index.ts";
import { keepsMemory } from "../helpers.ts";

type Make = (
  params: Record<string, Tensor>,
) => Pick<nn.Optimizer, "update" | "stateDict" | "loadStateDict" | "kind">;

const makers: Record<string, Make> = {
  sgd: (params) => new nn.SGD(params, { lr: 0.1 }),
  momentum: (params) => new nn.SGD(params, { lr: 0.1, momentum: 0.9, dampening: 0.2, weightDecay: 0.01 }),
  adam: (params) => new nn.Adam(params, { lr: 0.1, weightDecay: 0.1 }),
  amsgrad: (params) => new nn.AdamW(params, { lr: 0.1, amsgrad: true }),
  rmsprop: (params) => new nn.RMSprop(params, { centered: true, momentum: 0.5 }),
  adagrad: (params) => new nn.Adagrad(params, { lrDecay: 0.1, initialAccumulatorValue: 0.5 }),
  nadam: (params) => new nn.NAdam(params, { lr: 0.1, weightDecay: 0.1 }),
  radam: (params) => new nn.RAdam(params, { lr: 0.1, betas: [0.5, 0.5] }),
  adadelta: (params) => new nn.Adadelta(params),
  lion: (params) => new nn.Lion(params, { lr: 0.1, weightDecay: 0.1 }),
  asgd: (params) => new nn.ASGD(params, { lr: 0.1, lambd: 0.1, t0: 1 }),
  rprop: (params) => new nn.Rprop(params, { lr: 0.1 }),
};

const fresh = (): Record<string, Tensor> => ({
  a: tensor([1, -2, 0.5, 3]).reshape([2, 2]),
  b: tensor(0.25),
});
const allOnes = { a: ones([2, 2]), b: tensor(1) };
const gradient = fc.float({ min: -10, max: 10, noNaN: true });
const grads = fc.record({
  a: fc.option(fc.array(gradient, { minLength: 4, maxLength: 4 })),
  b: fc.option(gradient),
});
type Grads = { a: number[] | null; b: number | null };

function run(optimizer: ReturnType<Make>, steps: readonly Grads[]): void {
  for (const { a, b } of steps) {
    optimizer.update({ a: a && tensor(a).reshape([2, 2]), b: b === null ? null : tensor(b) });
  }
}

function bits(params: Record<string, Tensor>): number[] {
  return Object.values(params).flatMap((x) => [...x.dataSync()]);
}

test.each(Object.entries(makers))(
  "%s: a state loaded into fresh objects continues to the same bits, whatever else is held",
  (_, make) => {
    fc.assert(
      fc.property(fc.array(grads, { maxLength: 4 }), fc.array(grads, { maxLength: 4 }), (first, second) => {
        const whole = fresh();
        run(make(whole), [...first, ...second]);

        const half = fresh();
        const before = make(half);
        run(before, first);
        const state = before.stateDict();
        const frozen = JSON.stringify(plain(state));
        const resumed = Object.fromEntries(Object.entries(half).map(([name, x]) => [name, x.clone()]));
        const after = make(resumed);
        after.loadStateDict(state);
        run(after, second);
        run(before, second);

        expect(bits(resumed)).toEqual(bits(whole));
        expect(bits(half)).toEqual(bits(whole));
        expect(JSON.stringify(plain(state))).toBe(frozen);
      }),
      { numRuns: 40 },
    );
  },
);

function plain(state: ReturnType<nn.Optimizer["stateDict"]>): unknown {
  return Object.entries(state.state).map(([i, entries]) => [
    i,
    Object.entries(entries).map(([name, x]) => [name, typeof x === "number" ? x : x.toArray()]),
  ]);
}

test("float64 parameters are updated in float64", () => {
  const exact = fresh()["a"]!.to("float64");
  const optimizer = new nn.Adam([exact], { lr: 0.1 });
  optimizer.step(() => exact.square().sum());
  expect(exact.dataSync()[0]).toBe(1 - 0.1 * (2 / (2 + 1e-8)));
  expect(optimizer.stateDict().state[0]!["exp_avg"]).toMatchObject({ dtype: "float64" });
});

test("a state lays things out as PyTorch does", () => {
  const optimizer = new nn.Adam([{ params: fresh() }, { params: [tensor([1])], lr: 2 }], { lr: 0.1 });
  optimizer.update([null, tensor(1), tensor([1])]);
  const { state, paramGroups } = optimizer.stateDict();
  expect(Object.keys(state)).toEqual(["1", "2"]);
  expect(Object.keys(state[1]!)).toEqual(["step", "exp_avg", "exp_avg_sq"]);
  const options = { betas: [0.9, 0.999], eps: 1e-8, weightDecay: 0, amsgrad: false, maximize: false };
  const groups = [{ lr: 0.1, params: [0, 1] }, { lr: 2, params: [2] }]; // biome-ignore format: one line
  expect(paramGroups).toEqual(groups.map((group) => ({ ...options, ...group })));
});

test("scalars of the state are scalars, whatever the parameter's shape", () => {
  const optimizer = new nn.NAdam(fresh());
  optimizer.update([null, tensor(1)]);
  optimizer.update([allOnes.a, null]);
  const state = optimizer.stateDict();
  expect(Object.keys(state.state[0]!)).toEqual(["step", "exp_avg", "exp_avg_sq", "mu_product"]);
  expect(state.state[0]!["mu_product"]).toMatchObject({ shape: [] });
  const odd = { ...state, state: { 0: { ...state.state[0], mu_product: tensor([1]) } } };
  expect(() => optimizer.loadStateDict(odd)).toThrow(
    /a: mu_product must be a scalar tensor, float32\[\], got/,
  );
});

test("options come with the state", () => {
  const saved = new nn.SGD(fresh(), { lr: 0.5, momentum: 0.9 }).stateDict();
  const optimizer = new nn.SGD(fresh());
  optimizer.loadStateDict(saved);
  expect(optimizer.paramGroups[0]).toMatchObject({ lr: 0.5, momentum: 0.9 });
  expect(optimizer.paramGroups[0]!.params).toHaveLength(2);
});

test("options that bring or drop state may change between steps, through a save too", () => {
  const optimizer = new nn.SGD(fresh(), { lr: 0.5 });
  optimizer.update(allOnes);
  optimizer.paramGroups[0]!.momentum = 0.9;
  const resumed = new nn.SGD(fresh());
  resumed.loadStateDict(optimizer.stateDict());
  resumed.update(allOnes);
  resumed.paramGroups[0]!.momentum = 0;
  new nn.SGD(fresh()).loadStateDict(resumed.stateDict());
});

test("a state that does not fit is refused with every reason, and nothing is changed", () => {
  const optimizer = new nn.Adam(fresh(), { lr: 0.1 });
  optimizer.update({ a: allOnes.a });
  const good = optimizer.stateDict();
  const [group] = good.paramGroups;
  // biome-ignore format: a row a line
  const broken: [unknown, RegExp][] = [
    [new nn.SGD(fresh(), { momentum: 0.9 }).stateDict(), /betas is missing\n(.*\n)*.*momentum is unexpected/],
    [new nn.Adam([tensor([1])]).stateDict(), /group 0: 1 parameters in the state, 2 here/],
    [new nn.Adam([{ params: [tensor([1])] }, { params: [tensor([1])] }]).stateDict(), /2 parameter groups in the state, 1/],
    [{ ...good, state: { 0: { step: 1 } } }, /a: exp_avg is missing\n {2}a: exp_avg_sq is missing/],
    [{ ...good, state: { 0: { ...good.state[0], step: 1.5 } } }, /a: step must be a whole number ≥ 0, got 1.5/],
    [{ ...good, state: { 0: { ...good.state[0], exp_avg: tensor(1) } } }, /exp_avg must be a tensor like the parameter, float32\[2, 2\], got tensor float32\[\]/],
    [{ ...good, state: { 0: { ...good.state[0], more: tensor(1) } } }, /more is unexpected/],
    [{ ...good, paramGroups: [{ ...group, constructor: [1] }] }, /changed\.\n {2}group 0: constructor is unexpected\nMake/],
    [{ ...good, state: { 0: null } }, /its state must be an object/],
    [{ ...good, state: { 7: good.state[0] } }, /parameter 7, which the optimizer lacks/],
    [{ ...good, paramGroups: [{ ...group, lr: "1" }] }, /group 0: lr must be a finite number ≥ 0, got "1"/],
    [{ ...good, paramGroups: [{ ...group, betas: 1 }] }, /betas must be two numbers .*, got 1/],
    [{ ...good, paramGroups: [{ ...group, initialLr: "x" }] }, /initialLr must be a finite number, got "x"/],
    [{ ...good, paramGroups: [{ ...group, params: [1, 0] }] }, /its params are not the numbers from 0 on, in order/],
    [{ ...good, paramGroups: [{ ...group, params: null }] }, /no list of params/],
    [{ ...good, paramGroups: null }, /the state must be { state, paramGroups }/],
    [{ ...good, state: { length: good.state[0] } }, /parameter length, which the optimizer lacks/],
    [{ ...good, paramGroups: [null] }, /no list of params/],
    [null, /the state must be { state, paramGroups }/],
  ];
  for (const [state, message] of broken) {
    const load = (): void => Reflect.apply(optimizer.loadStateDict, optimizer, [state]);
    expect(load).toThrow(nn.OptimizerStateError);
    expect(load).toThrow(message);
  }
  expect(optimizer.lr).toBe(0.1);
  expect(plain(optimizer.stateDict())).toEqual(plain(good));
});

test("loading again and again holds no more memory", () => {
  const optimizer = new nn.Adam(fresh());
  optimizer.update(allOnes);
  const state = optimizer.stateDict();
  keepsMemory(() => optimizer.loadStateDict(state), 100);
});
