import { fullLike, type Tensor, tensor, zerosLike } from "@saccade/tensor";
import fc from "fast-check";
import { describe, test } from "vitest";
import * as definitions from "../../src/definitions/index.ts";
import * as nn from "../../src/index.ts";
import { drawer, expectClose, seeds } from "./hold.ts";

type Updates = Pick<nn.Optimizer, "update">;

const rate = fc.double({ min: 0.01, max: 0.2, noNaN: true });
const share = fc.oneof(fc.constant(0), fc.double({ min: 0.1, max: 0.95, noNaN: true }));
const maximize = fc.boolean();

/** An optimizer, its definition as a step of one parameter's state, the state at first, and the options. */
interface Kind<S extends { readonly x: Tensor }, O> {
  readonly make: (params: readonly Tensor[], options?: O) => Updates;
  readonly step: (state: S, g: Tensor, options?: O) => S;
  readonly start: (x: Tensor, options?: O) => S;
  readonly options: fc.Arbitrary<O>;
}

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

describe("several steps are the definition's, for parameters of any shape and any options", () => {
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
  const { sgd: sgdStep, adam, adamW, rmsprop, adagrad } = definitions;
  follows("SGD", {
    make: (params, o) => new nn.SGD(params, o),
    step: sgdStep,
    start: (x) => ({ x, velocity: null }),
    options: sgd,
  });
  follows("Adam", {
    make: (params, o) => new nn.Adam(params, o),
    step: adam,
    start: adamStart,
    options: adamOptions,
  });
  follows("AdamW", {
    make: (params, o) => new nn.AdamW(params, o),
    step: adamW,
    start: adamStart,
    options: adamOptions,
  });
  follows("RMSprop", {
    make: (params, o) => new nn.RMSprop(params, o),
    step: rmsprop,
    start: (x) => ({ x, square: zerosLike(x), mean: zerosLike(x), velocity: zerosLike(x) }),
    options: fc
      .record({
        lr: rate,
        alpha: share,
        eps: fc.constantFrom(1e-3, 0.5), // with a small alpha and `centered`, the spread is rounding alone
        weightDecay: share,
        momentum: share,
        centered: fc.boolean(),
        maximize,
      })
      .map((o) => (o.centered ? { ...o, alpha: Math.max(0.3, o.alpha) } : o)),
  });
  follows("Adagrad", {
    make: (params, o) => new nn.Adagrad(params, o),
    step: adagrad,
    start: (x, o) => ({ x, sum: zerosLike(x).add(o?.initialAccumulatorValue ?? 0), t: 0 }),
    options: fc.record({
      lr: rate,
      lrDecay: share,
      weightDecay: share,
      initialAccumulatorValue: share,
      eps: fc.constantFrom(1e-10, 1e-3, 0.5),
      maximize,
    }),
  });
  const betas = fc.tuple(share, share);
  const decayed = { lr: rate, betas, weightDecay: share, maximize };
  const eps = fc.constantFrom(1e-3, 0.5);
  const decoupledWeightDecay = fc.boolean();
  const { nadam, radam, adamax, adadelta, lion, asgd, rprop, muon } = definitions;
  follows("NAdam", {
    make: (params, o) => new nn.NAdam(params, o),
    step: counting(nadam),
    start: (x) => ({ x, m: zerosLike(x), v: zerosLike(x), muProduct: tensor(1).to(x.dtype), t: 0 }),
    options: fc.record({ ...decayed, eps, momentumDecay: rate, decoupledWeightDecay }),
  });
  follows("RAdam", {
    make: (params, o) => new nn.RAdam(params, o),
    step: counting(radam),
    start: (x) => ({ x, m: zerosLike(x), v: zerosLike(x), t: 0 }),
    options: fc.record({ ...decayed, eps, decoupledWeightDecay }),
  });
  follows("Adamax", {
    make: (params, o) => new nn.Adamax(params, o),
    step: counting(adamax),
    start: (x) => ({ x, m: zerosLike(x), u: zerosLike(x), t: 0 }),
    options: fc.record({ ...decayed, eps }),
  });
  follows("Adadelta", {
    make: (params, o) => new nn.Adadelta(params, o),
    step: adadelta,
    start: (x) => ({ x, square: zerosLike(x), delta: zerosLike(x) }),
    options: fc.record({ lr: rate, rho: share, eps, weightDecay: share, maximize }),
  });
  follows("Lion", {
    make: (params, o) => new nn.Lion(params, o),
    step: lion,
    start: (x) => ({ x, m: zerosLike(x) }),
    options: fc.record(decayed),
  });
  follows("ASGD", {
    make: (params, o) => new nn.ASGD(params, o),
    step: counting(asgd),
    start: (x, o) => ({ x, ax: zerosLike(x), eta: o?.lr ?? 0.01, mu: 1, t: 0 }),
    options: fc.record({
      lr: rate,
      lambd: share,
      alpha: share,
      t0: fc.constantFrom(0, 2, 1e6),
      weightDecay: share,
      maximize,
    }),
  });
  follows("Rprop", {
    make: (params, o) => new nn.Rprop(params, o),
    step: rprop,
    start: (x, o) => ({ x, last: zerosLike(x), size: fullLike(x, o?.lr ?? 0.01) }),
    options: fc.record({
      lr: rate,
      etas: fc.constantFrom([0.5, 1.2] as const, [0.1, 2] as const),
      stepSizes: fc.constantFrom([1e-6, 50] as const, [0.01, 0.1] as const),
      maximize,
    }),
  });
  const matrices = fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 2 }), {
    minLength: 1,
    maxLength: 3,
  });
  follows(
    "Muon",
    {
      make: (params, o) => new nn.Muon(params, o),
      step: muon,
      start: (x) => ({ x, momentum: zerosLike(x) }),
      options: fc.record({
        lr: rate,
        weightDecay: share,
        momentum: share,
        nesterov: fc.boolean(),
        nsCoefficients: fc.constantFrom([3.4445, -4.775, 2.0315] as const, [1.5, -0.5, 0] as const),
        eps: fc.constantFrom(1e-7, 0.5),
        nsSteps: fc.integer({ min: 1, max: 5 }),
        adjustLrFn: fc.constantFrom("original", "match_rms_adamw"),
      }),
    },
    matrices,
  );
});

/** A definition that is told the number of its step. */
function counting<S extends { readonly x: Tensor }, O>(
  step: (state: S, g: Tensor, t: number, options?: O) => S,
): (state: S & { readonly t: number }, g: Tensor, options?: O) => S & { readonly t: number } {
  return (state, g, options) => ({ ...step(state, g, state.t + 1, options), t: state.t + 1 });
}

function shapes(): fc.Arbitrary<number[][]> {
  return fc.array(fc.array(fc.nat(3), { maxLength: 2 }), { minLength: 1, maxLength: 3 });
}

/** With drawn options, and with none: the defaults are the definition's. */
function follows<S extends { readonly x: Tensor }, O>(
  name: string,
  kind: Kind<S, O>,
  drawn: fc.Arbitrary<number[][]> = shapes(),
): void {
  const options = fc.option(kind.options, { nil: undefined, freq: 9 });
  test(name, () => {
    fc.assert(
      fc.property(options, drawn, fc.integer({ min: 1, max: 6 }), seeds, (o, sizes, steps, seed) => {
        const draw = drawer(seed);
        const params = sizes.map((shape) => draw(...shape));
        let states = params.map((x) => kind.start(x.clone(), o));
        const optimizer = kind.make(params, o);
        for (let i = 0; i < steps; i++) {
          const gradients = params.map((x) => draw(...x.shape));
          optimizer.update(gradients);
          states = states.map((state, k) => kind.step(state, gradients[k]!, o));
          for (const [k, { x }] of states.entries())
            expectClose(params[k]!, x, `parameter ${k} after step ${i + 1}`, 1e-9);
        }
      }),
    );
  });
}
