import { compile } from "@saccade/autograd";
import * as definitions from "@saccade/nn/definitions";
import { type Backend, fullLike, onesLike, referenceBackend, type Tensor, zerosLike } from "@saccade/tensor";
import { withListener } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { numbers } from "../helpers.ts";
import { drawer } from "./hold.ts";

// The library runs the definitions. A fused op replaces one, unless the backend composes that op of others.

/** The reference backend, with nothing fused. */
const composing: Backend = { ...referenceBackend(), name: "composing", composes: () => true };

/** The kernels that run in f, in order, without copies. */
function kernelsOf(f: () => unknown): string[] {
  const names: string[] = [];
  const aroundKernel = (name: string, _bytes: () => number, run: () => void): void => {
    names.push(name);
    run();
  };
  withListener({ aroundKernel }, f);
  return names.filter((name) => name !== "contiguous" && name !== "full");
}

type Kind = new (params: readonly Tensor[], options?: never) => nn.Optimizer;
type Step = (x: Tensor, zero: Tensor, g: Tensor, options: never) => unknown;
const { adam, adamW, adagrad, sgd, rmsprop, nadam, radam, adamax, adadelta, lion, asgd, rprop, muon } =
  definitions;

interface Row {
  readonly Kind: Kind;
  readonly options: object;
  /** The definition's first step. */
  readonly step: Step;
  /** The fused op. */
  readonly fused?: string;
}

// biome-ignore format: a row a line
const optimizers: Readonly<Record<string, Row>> = {
  SGD: { Kind: nn.SGD, options: { momentum: 0.9, nesterov: true, weightDecay: 0.1 }, step: (x, velocity, g, o) => sgd({ x, velocity }, g, o), fused: "sgdStep" },
  Adam: { Kind: nn.Adam, options: { amsgrad: true, weightDecay: 0.1 }, step: (x, m, g, o) => adam({ x, m, v: m, vMax: m, t: 0 }, g, o), fused: "adamStep" },
  AdamW: { Kind: nn.AdamW, options: { maximize: true }, step: (x, m, g, o) => adamW({ x, m, v: m, vMax: m, t: 0 }, g, o), fused: "adamStep" },
  RMSprop: { Kind: nn.RMSprop, options: { centered: true, momentum: 0.9 }, step: (x, mean, g, o) => rmsprop({ x, square: mean, mean, velocity: mean }, g, o), fused: "rmspropStep" },
  Adagrad: { Kind: nn.Adagrad, options: { lrDecay: 0.5, weightDecay: 0.1 }, step: (x, sum, g, o) => adagrad({ x, sum, t: 0 }, g, o), fused: "adagradStep" },
  NAdam: { Kind: nn.NAdam, options: {}, step: (x, m, g, o) => nadam({ x, m, v: m, muProduct: onesLike(m.sum()) }, g, 1, o) },
  RAdam: { Kind: nn.RAdam, options: {}, step: (x, m, g, o) => radam({ x, m, v: m }, g, 1, o) },
  Adamax: { Kind: nn.Adamax, options: {}, step: (x, m, g, o) => adamax({ x, m, u: m }, g, 1, o) },
  Adadelta: { Kind: nn.Adadelta, options: {}, step: (x, delta, g, o) => adadelta({ x, square: delta, delta }, g, o) },
  Lion: { Kind: nn.Lion, options: { weightDecay: 0.1 }, step: (x, m, g, o) => lion({ x, m }, g, o) },
  ASGD: { Kind: nn.ASGD, options: {}, step: (x, ax, g, o) => asgd({ x, ax, eta: 0.01, mu: 1 }, g, 1, o) },
  Rprop: { Kind: nn.Rprop, options: {}, step: (x, last, g, o) => rprop({ x, last, size: fullLike(x, 0.01) }, g, o) },
  Muon: { Kind: nn.Muon, options: {}, step: (x, momentum, g, o) => muon({ x, momentum }, g, o) },
};

describe.each(Object.entries(optimizers))("%s", (_, { Kind, options, step, fused }) => {
  const given = options as never;

  test("runs its definition for each parameter, or its fused op once", () => {
    const draw = drawer(1);
    const [x, y, g] = [draw(3, 2), draw(3, 2), draw(3, 2)].map((z) => z.to(composing)) as [
      Tensor,
      Tensor,
      Tensor,
    ];
    const zero = zerosLike(x);
    const optimizer = new Kind([x, y], given);
    optimizer.update([g, g]); // makes the state
    const once = kernelsOf(() => step(x, zero, g, given)).filter((name) => name !== "sum");
    expect(once.length).toBeGreaterThan(2);
    const ran = kernelsOf(() => optimizer.update([g, g])).filter((name) => name !== "sum");
    expect(ran).toEqual([...once, ...once]);
    if (fused === undefined) return;
    const plain = [x, y].map((z) => z.to(referenceBackend()));
    const gradient = g.to(referenceBackend());
    expect(kernelsOf(() => new Kind(plain, given).update([gradient, gradient]))).toEqual([fused]);
  });

  test("replays its definition with the numbers of each step", () => {
    type Update = (g: Tensor) => Tensor;
    const run = (wrap: (step: Update) => Update): number[] => {
      const draw = drawer(3);
      const [x, g] = [draw(2, 2).to(composing), draw(2, 2).to(composing)];
      const optimizer = new Kind([x], given);
      const step = wrap((grad: Tensor) => {
        optimizer.update([grad]);
        return grad.sum();
      });
      for (let i = 0; i < 6; i++) {
        step(g);
        optimizer.lr = 0.1 / (i + 1);
      }
      return numbers(x);
    };
    expect(run(compile)).toEqual(run((step) => step));
  });
});

test.each(Object.entries(optimizers).filter(([, { fused }]) => fused))(
  "%s gives the same bits by its definition as by its fused op, and the same state",
  (_, { Kind, options }) => {
    const given = options as never;
    const draw = drawer(2);
    const [x, y, gradients] = [draw(4, 2), draw(3), Array.from({ length: 5 }, () => [draw(4, 2), draw(3)])];
    const run = (backend: Backend) => {
      const params = [x, y].map((z) => z.to(backend).clone());
      const optimizer = new Kind(params, given);
      gradients.forEach((grads, i) => {
        optimizer.lr = 0.1 / (i + 1);
        optimizer.update(grads.map((g) => g.to(backend)));
      });
      const { state } = optimizer.stateDict();
      const tensors = Object.values(state).map((own) =>
        Object.entries(own).map(([name, value]) => [
          name,
          typeof value === "number" ? value : numbers(value),
        ]),
      );
      return { params: params.map(numbers), tensors };
    };
    expect(run(composing)).toEqual(run(referenceBackend()));
  },
);

test.each([
  ["tanh", (sum: Tensor) => sum.tanh()],
  ["relu", (sum: Tensor) => sum.relu()],
] as const)("RNN and RNNCell run their definition at each step: %s", (nonlinearity, f) => {
  const draw = drawer(5, "float32");
  const [x, h] = [draw(1, 3), draw(1, 4)];
  const cell = new nn.RNNCell(3, 4, { nonlinearity });
  const gate = kernelsOf(() => definitions.rnnGate(h, h, f));
  expect(gate).toHaveLength(2);
  expect(kernelsOf(() => cell.forward(x, h)).slice(0, 4)).toEqual(["linear", "linear", ...gate]);
  const net = new nn.RNN(3, 4, { nonlinearity });
  const steps = kernelsOf(() => net.forward(draw(2, 1, 3), h.unsqueeze(0)));
  expect(steps.join(" ")).toContain(["linear", "linear", ...gate, "linear", ...gate].join(" "));
});
