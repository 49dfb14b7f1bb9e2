import { compile } from "@saccade/autograd";
import * as nn from "@saccade/nn";
import { oneByOne } from "@saccade/nn/optimizer";
import { manualSeed, ones, randn, type Tensor, tensor } from "@saccade/tensor";
import { applyInto, ops } from "@saccade/tensor/backend";
import { beforeEach, expect, test } from "vitest";
import { keepsMemory, numbers } from "../helpers.ts";
import { counted, followsPlain } from "./helpers.ts";

beforeEach(() => manualSeed(0));

function trained(): {
  net: nn.Linear;
  fast: (x: Tensor) => Tensor;
  plain: (x: Tensor) => Tensor;
  runs: () => number;
} {
  manualSeed(3);
  const net = new nn.Linear(2, 1);
  const optimizer = new nn.Adam(net, { lr: 0.1 });
  const { step, runs } = counted((x: Tensor) => optimizer.step(() => net.forward(x).square().mean()));
  return { net, fast: compile(step), plain: step, runs };
}

test("a snapshot keeps its values, and the step goes on without another recording", () => {
  const x = randn([4, 2]);
  const [{ net, fast, runs }, other] = [trained(), trained()];
  for (let i = 0; i < 3; i++) {
    fast(x);
    other.plain(x);
  }
  expect(runs()).toBe(2); // the optimizer's state was made in the first
  const snapshot = net.stateDict();
  const before = numbers(snapshot.weight!);
  for (let i = 0; i < 2; i++) {
    fast(x);
    other.plain(x);
  }
  expect(numbers(snapshot.weight!)).toEqual(before);
  expect(numbers(net.weight)).toEqual(numbers(other.net.weight));
  expect(numbers(net.weight)).not.toEqual(before);
  expect(runs()).toBe(2);
});

test("a step's own view of a parameter keeps the old values", () => {
  const run = (compiled: boolean): number[] => {
    manualSeed(5);
    const net = new nn.Linear(2, 1);
    const optimizer = new nn.SGD(net, { lr: 0.1 });
    const step = (x: Tensor): { moved: Tensor; old: Tensor } => {
      const old = net.weight.detach();
      optimizer.step(() => net.forward(x).square().mean());
      return { moved: net.weight.sub(old), old };
    };
    const f = compiled ? compile(step) : step;
    return [1, 2, 3, 4].flatMap((i) => {
      const { moved, old } = f(ones([3, 2]).mul(i));
      return [...numbers(moved), ...numbers(old)];
    });
  };
  expect(run(true)).toEqual(run(false));
});

test("a rule of one's own: options that it reads by itself record anew, its step is host work", () => {
  const plainSgd = {
    momentum: 0,
    dampening: 0,
    weightDecay: 0,
    nesterov: false,
    maximize: false,
    first: [true],
  };
  const rule = (careful: boolean): nn.UpdateRule<nn.BaseOptions> => ({
    kind: "Own",
    defaults: { lr: 0.1 },
    check() {},
    stateNames: [],
    optionalStateNames: [],
    update: oneByOne((param, grad, state, { lr }) => {
      const step = careful ? 1 : state.step;
      applyInto(ops.sgdStep, [param, grad], { ...plainSgd, lr: lr / step }, [param]);
    }),
  });
  class Own extends nn.Optimizer<nn.BaseOptions> {
    constructor(net: nn.Linear, careful: boolean) {
      super(rule(careful), net, undefined);
    }
  }
  const rates = [0.1, 0.1, 0.2, 0.2, 0.1];
  followsPlain(
    {
      optimizer: (net) => new Own(net, true),
      before: (optimizer, i) => {
        optimizer.lr = rates[i]!;
      },
      steps: rates.length,
    },
    2, // one for each rate, which the rule reads by itself
  );
  const net = new nn.Linear(2, 1);
  const careless = new Own(net, false);
  const step = compile((x: Tensor) => careless.step(() => net.forward(x).sum()));
  expect(() => step(ones([1, 2]))).toThrow(/state.step: a compiled step would not repeat this/);
});

const { Adam, NAdam, RAdam, Adamax, ASGD, Rprop, Lion } = nn;

test.each(Object.entries({ Adam, NAdam, RAdam, Adamax, ASGD, Rprop, Lion }))(
  "%s counts its steps in every replay, and follows the learning rate",
  (_, Kind) => {
    const training = {
      optimizer: (net: nn.Linear) => new Kind(net, { lr: 0.1 }),
      inside: (optimizer: nn.Optimizer) => {
        const schedule = new nn.ExponentialLR(optimizer, { gamma: 0.5 });
        return () => schedule.step();
      },
      steps: 8,
    };
    // Once more for the step that makes the state.
    followsPlain<nn.Optimizer>(training, 2);
  },
);

test("a schedule inside the step moves on in every replay", () => {
  const training = {
    optimizer: (net: nn.Linear) => new nn.SGD(net, { lr: 0.4 }),
    inside: (optimizer: nn.SGD) => {
      const halving = new nn.StepLR(optimizer, { stepSize: 1, gamma: 0.5 });
      const schedulers = [halving, new nn.ExponentialLR(optimizer, { gamma: 0.9 })];
      const schedule = new nn.SequentialLR(optimizer, { schedulers, milestones: [3] });
      return () => schedule.step();
    },
    steps: 7,
  };
  followsPlain(training, 1);
  const optimizer = new nn.SGD([tensor([1])]);
  const setting = compile((x: Tensor) => {
    optimizer.lr = 0.5;
    return x;
  });
  expect(() => setting(ones([1]))).toThrow(/optimizer.lr: a compiled step would not repeat this/);
});

test("a step may set the mode of a module", () => {
  const drop = new nn.Dropout(0.5);
  const { step, runs } = counted((x: Tensor) => {
    drop.eval();
    const y = drop.forward(x).mul(1);
    drop.train();
    return y;
  });
  const fast = compile(step);
  for (let i = 0; i < 3; i++) expect(numbers(fast(ones([2])))).toEqual([1, 1]);
  expect([runs(), drop.training]).toEqual([1, true]);
});

test("options that change the way of an optimizer record anew; learning rates do not", () => {
  const training = {
    optimizer: (net: nn.Linear) => new nn.SGD(net, { lr: 0.1 }),
    before: (optimizer: nn.SGD, i: number) => {
      optimizer.lr = 0.1 / (i + 1);
      if (i === 3) optimizer.paramGroups[0]!.momentum = 0.9;
      if (i === 6) optimizer.clip = 0.01;
    },
    steps: 8,
  };
  followsPlain(training, 4); // the first, two for the momentum's state, one for the clip
});

test("nothing is left behind, whatever a step does", () => {
  const x = randn([4, 2]);
  const { fast } = trained();
  fast(x);
  keepsMemory(() => fast(x), 100);
});
