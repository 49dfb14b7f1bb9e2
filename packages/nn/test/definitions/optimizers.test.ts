import { compile } from "@saccade/autograd";
import { fullLike, referenceBackend, type Tensor, tensor, zerosLike } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as definitions from "../../src/definitions/index.ts";
import * as nn from "../../src/index.ts";
import { numbers } from "../helpers.ts";
import { composing, drawer, expectClose, kernelsOf, seeds } from "./hold.ts";

const rate = fc.double({ min: 0.01, max: 0.2, noNaN: true });
const share = fc.oneof(fc.constant(0), fc.double({ min: 0.1, max: 0.95, noNaN: true }));
const maximize = fc.boolean();

const adamOptions = fc.record({
  lr: rate,
  betas: fc.tuple(share, share),
  eps: fc.constantFrom(1e-8, 1e-3, 0.5),
  weightDecay: share,
  amsgrad: fc.boolean(),
  maximize,
});
const adamStart = (x: Tensor): definitions.AdamState => {
  const zeros = zerosLike(x);
  return { x, m: zeros, v: zeros, vMax: zeros, t: 0 };
};

describe("several steps are the definition's to the last bit, for parameters of any shape and any options", () => {
  const sgd = fc
    .record({
      lr: rate,
      momentum: share,
      dampening: share,
      weightDecay: share,
      nesterov: fc.boolean(),
      maximize,
    })
    .map((o) => (o.nesterov && o.momentum > 0 ? { ...o, dampening: 0 } : { ...o, nesterov: false }));
  const { adam, adamW, rmsprop, adagrad, nadam, radam, adamax, adadelta, lion, asgd, rprop, muon } =
    definitions;
  follows("SGD", nn.SGD, definitions.sgd, (x) => ({ x, velocity: null }), sgd);
  follows("Adam", nn.Adam, adam, adamStart, adamOptions);
  follows("AdamW", nn.AdamW, adamW, adamStart, adamOptions);
  follows(
    "RMSprop",
    nn.RMSprop,
    rmsprop,
    (x) => ({ x, square: zerosLike(x), mean: zerosLike(x), velocity: zerosLike(x) }),
    fc.record({
      lr: rate,
      alpha: share,
      eps: fc.constantFrom(1e-8, 1e-3, 0.5),
      weightDecay: share,
      momentum: share,
      centered: fc.boolean(),
      maximize,
    }),
  );
  follows(
    "Adagrad",
    nn.Adagrad,
    adagrad,
    (x, o) => ({ x, sum: zerosLike(x).add(o?.initialAccumulatorValue ?? 0), t: 0 }),
    fc.record({
      lr: rate,
      lrDecay: share,
      weightDecay: share,
      initialAccumulatorValue: share,
      eps: fc.constantFrom(1e-10, 1e-3, 0.5),
      maximize,
    }),
  );
  const betas = fc.tuple(share, share);
  const decayed = { lr: rate, betas, weightDecay: share, maximize };
  const eps = fc.constantFrom(1e-3, 0.5);
  const decoupled = { ...decayed, eps, decoupledWeightDecay: fc.boolean() };
  follows(
    "NAdam",
    nn.NAdam,
    counting(nadam),
    (x) => ({ x, m: zerosLike(x), v: zerosLike(x), muProduct: tensor(1).to(x.dtype).to(x.backend), t: 0 }),
    fc.record({ ...decoupled, momentumDecay: rate }),
  );
  const twoMoments = (x: Tensor) => ({ x, m: zerosLike(x), v: zerosLike(x), t: 0 });
  follows("RAdam", nn.RAdam, counting(radam), twoMoments, fc.record(decoupled));
  const withMax = (x: Tensor) => ({ x, m: zerosLike(x), u: zerosLike(x), t: 0 });
  follows("Adamax", nn.Adamax, counting(adamax), withMax, fc.record({ ...decayed, eps }));
  const withDelta = (x: Tensor) => ({ x, square: zerosLike(x), delta: zerosLike(x) });
  const adadeltaOptions = fc.record({ lr: rate, rho: share, eps, weightDecay: share, maximize });
  follows("Adadelta", nn.Adadelta, adadelta, withDelta, adadeltaOptions);
  follows("Lion", nn.Lion, lion, (x) => ({ x, m: zerosLike(x) }), fc.record(decayed));
  follows(
    "ASGD",
    nn.ASGD,
    counting(asgd),
    (x, o) => ({ x, ax: zerosLike(x), eta: o?.lr ?? 0.01, mu: 1, t: 0 }),
    fc.record({
      lr: rate,
      lambd: share,
      alpha: share,
      t0: fc.constantFrom(0, 2, 1e6),
      weightDecay: share,
      maximize,
    }),
  );
  follows(
    "Rprop",
    nn.Rprop,
    rprop,
    (x, o) => ({ x, last: zerosLike(x), size: fullLike(x, o?.lr ?? 0.01) }),
    fc.record({
      lr: rate,
      etas: fc.constantFrom([0.5, 1.2] as const, [0.1, 2] as const),
      stepSizes: fc.constantFrom([1e-6, 50] as const, [0.01, 0.1] as const),
      maximize,
    }),
  );
  follows(
    "Muon",
    nn.Muon,
    muon,
    (x) => ({ x, momentum: zerosLike(x) }),
    fc.record({
      lr: rate,
      weightDecay: share,
      momentum: share,
      nesterov: fc.boolean(),
      nsCoefficients: fc.constantFrom([3.4445, -4.775, 2.0315] as const, [1.5, -0.5, 0] as const),
      eps: fc.constantFrom(1e-7, 0.5),
      nsSteps: fc.integer({ min: 1, max: 5 }),
      adjustLrFn: fc.constantFrom("original", "match_rms_adamw"),
    }),
    shapes({ min: 1, max: 4 }, 2),
  );
});

/** A definition that takes the number of its step. */
function counting<S extends { readonly x: Tensor }, O>(
  step: (state: S, g: Tensor, t: number, options?: O) => S,
): (state: S & { readonly t: number }, g: Tensor, options?: O) => S & { readonly t: number } {
  return (state, g, options) => ({ ...step(state, g, state.t + 1, options), t: state.t + 1 });
}

/** One to three shapes. */
function shapes(size: { min?: number; max: number }, minLength: number): fc.Arbitrary<number[][]> {
  return fc.array(fc.array(fc.integer(size), { minLength, maxLength: 2 }), { minLength: 1, maxLength: 3 });
}

/**
 * Tests an optimizer against its definition, the step of a parameter's state that begins as `start` says, with drawn options,
 * and with none: the defaults are the definition's. Where the backend composes the fused op of others, the optimizer runs the
 * definition: the same kernels, in their order.
 */
function follows<S extends { readonly x: Tensor }, O>(
  name: string,
  Kind: new (params: readonly Tensor[], options?: NoInfer<O>) => Pick<nn.Optimizer, "update">,
  step: (state: S, g: Tensor, options?: O) => S,
  start: (x: Tensor, options?: NoInfer<O>) => NoInfer<S>,
  drawnOptions: fc.Arbitrary<O>,
  drawn: fc.Arbitrary<number[][]> = shapes({ min: 0, max: 3 }, 0),
): void {
  const options = fc.option(drawnOptions, { nil: undefined, freq: 9 });
  const runsIt = fc.boolean();
  test(name, () => {
    fc.assert(
      fc.property(
        options,
        drawn,
        fc.integer({ min: 1, max: 6 }),
        seeds,
        runsIt,
        (o, sizes, steps, seed, runs) => {
          const draw = drawer(seed);
          const place = (x: Tensor): Tensor => x.to(runs ? composing : referenceBackend());
          const params = sizes.map((shape) => place(draw(...shape)));
          let states = params.map((x) => start(x.clone(), o));
          const optimizer = new Kind(params, o);
          for (let i = 0; i < steps; i++) {
            const gradients = params.map((x) => place(draw(...x.shape)));
            const ran = kernelsOf(() => optimizer.update(gradients));
            const wanted = kernelsOf(() => {
              states = states.map((state, k) => step(state, gradients[k]!, o));
            });
            if (runs) expect(ran).toEqual(wanted);
            for (const [k, { x }] of states.entries())
              expectClose(params[k]!, x, `parameter ${k} after step ${i + 1}`, 0);
          }
        },
      ),
    );
  });
}

// biome-ignore format: a row a line
const fused: readonly (readonly [string, new (params: Tensor[], options: never) => nn.Optimizer, object])[] = [
  ["sgdStep", nn.SGD, { momentum: 0.9, nesterov: true, weightDecay: 0.1 }],
  ["adamStep", nn.Adam, { amsgrad: true, weightDecay: 0.1 }],
  ["adamStep", nn.AdamW, { maximize: true }],
  ["rmspropStep", nn.RMSprop, { centered: true, momentum: 0.9 }],
  ["adagradStep", nn.Adagrad, { lrDecay: 0.5, initialAccumulatorValue: 0.1 }],
];

test.each(fused)(
  "%s replaces a definition whose compiled steps take the numbers of each step: %s",
  (op, Kind, options) => {
    const train = (
      backend = composing,
      wrap: (step: (g: Tensor) => Tensor) => (g: Tensor) => Tensor = compile,
    ) => {
      const draw = drawer(3);
      const [x, y, g] = [draw(2, 2).to(backend), draw(2, 2).to(backend), draw(2, 2).to(backend)];
      const optimizer = new Kind([x, y], options as never);
      const step = wrap((grad) => {
        optimizer.update([grad, grad.mul(2)]);
        return grad.sum();
      });
      for (let i = 0; i < 6; i++) {
        step(g);
        optimizer.lr = 0.1 / (i + 1);
      }
      const state = Object.values(optimizer.stateDict().state[1]!).flatMap((z) =>
        typeof z === "number" ? z : numbers(z),
      );
      return { x: numbers(x), y: numbers(y), state };
    };
    const plain = train(composing, (step) => step);
    expect(train()).toEqual(plain);
    expect(train(referenceBackend())).toEqual(plain);
    const one = drawer(1)(2);
    expect(kernelsOf(() => new Kind([one, one.clone()], options as never).update([one, one]))).toEqual([op]);
  },
);
