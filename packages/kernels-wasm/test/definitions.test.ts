import { vjp } from "@saccade/autograd";
import {
  Adagrad,
  Adam,
  AdamW,
  crossEntropy,
  dropout,
  layerNorm,
  linear,
  RMSprop,
  rmsNorm,
  SGD,
} from "@saccade/nn";
import * as definitions from "@saccade/nn/definitions";
import { type Backend, Generator, randint, randn, stack, type Tensor, zerosLike } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, test } from "vitest";
import { type Closeness, expectClose, float32 } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

// Kernels in float32 against the definitions in double precision, on the reference backend.

type Program = (...xs: Tensor[]) => readonly Tensor[];

const sums: Closeness = { relative: 1e-4, absolute: 1e-4 };
const size = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
const widths = fc.oneof(size(20), fc.constantFrom(64, 203));

/** Draws float32 tensors from one seed. */
function drawer(seed: number): (...shape: number[]) => Tensor {
  const generator = new Generator(seed);
  return (...shape) => randn(shape, { generator });
}

/** The values of a program and the gradients of its inputs. */
function derivatives(program: Program, inputs: readonly Tensor[]): readonly Tensor[] {
  const { value, pullBack } = vjp(program, inputs);
  const cotangents = value.map((y, i) =>
    randn(y.shape, { generator: new Generator(i) })
      .to(y.dtype)
      .to(y.backend),
  );
  return [...value, ...pullBack(cotangents)];
}

function holdTo(
  definition: Program,
  inputs: readonly Tensor[],
  backend: Backend,
  fast: Program,
  close: Closeness = float32,
): void {
  const want = derivatives(
    definition,
    inputs.map((x) => x.to("float64")),
  );
  const got = derivatives(
    fast,
    inputs.map((x) => x.to(backend)),
  );
  want.forEach((y, i) => {
    expectClose(got[i]!, y.to("float32"), `result ${i} of ${want.length}, gradients last`, close);
  });
}

describe.each(await backends())("%s, definitions", (way, backend) => {
  const options = runsOf(way, 40);

  test("layer norm and RMS norm", () => {
    fc.assert(
      fc.property(size(5), widths, fc.nat(2), fc.nat(), (rows, width, affine, seed) => {
        const draw = drawer(seed);
        const inputs = [draw(rows, width), ...[0, 1].slice(0, affine).map(() => draw(width))];
        holdTo(
          (x, w, b) => [definitions.layerNorm(x!, [width], w, b, 0.1)],
          inputs,
          backend,
          (x, w, b) => [layerNorm(x!, [width], w, b, 0.1)],
          sums,
        );
        holdTo(
          (x, w) => [definitions.rmsNorm(x!, [width], w ?? null, 0.1)],
          inputs.slice(0, 2),
          backend,
          (x, w) => [rmsNorm(x!, [width], w, 0.1)],
          sums,
        );
      }),
      options,
    );
  });

  test("a linear map, and one with a change of low rank", () => {
    fc.assert(
      fc.property(size(4), size(20), size(20), size(4), fc.nat(), (rows, width, out, rank, seed) => {
        const draw = drawer(seed);
        const inputs = [
          draw(2, rows, width),
          draw(out, width),
          draw(out),
          draw(rank, width),
          draw(out, rank),
        ];
        holdTo(
          (x, w, bias, a, b) => [
            definitions.linear(x!, w!, bias),
            definitions.lora(x!, w!, { a: a!, b: b!, scale: 0.5 }),
          ],
          inputs,
          backend,
          (x, w, bias, a, b) => [
            linear(x!, w!, bias),
            linear(x!, w!).add(linear(linear(x!, a!).mul(0.5), b!)),
          ],
          sums,
        );
      }),
      options,
    );
  });

  test("cross-entropy of classes and of probabilities", () => {
    const draws = fc.record({
      rows: fc.array(size(4), { minLength: 1, maxLength: 3 }),
      classes: widths,
      labelSmoothing: fc.constantFrom(0, 0.1, 1),
      ignoreIndex: fc.constantFrom(0, -100),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(draws, ({ rows, classes, seed, ...terms }) => {
        const draw = drawer(seed);
        const shape = [rows[0]!, classes, ...rows.slice(1)];
        const target = randint(0, classes, rows, { generator: new Generator(seed) });
        const there = target.to(backend);
        const { labelSmoothing } = terms;
        holdTo(
          (x, q, weight) => [
            definitions.hardCrossEntropy(x!, target, { ...terms, weight: weight! }),
            definitions.softCrossEntropy(x!, q!, { labelSmoothing, weight: weight! }),
          ],
          [draw(...shape).mul(3), draw(...shape).softmax(1), draw(classes).abs().add(0.1)],
          backend,
          (x, q, weight) => [
            crossEntropy(x!, there, { ...terms, weight: weight!, reduction: "none" }),
            crossEntropy(x!, q!, { labelSmoothing, weight: weight!, reduction: "none" }),
          ],
          sums,
        );
      }),
      options,
    );
  });

  test("dropout", () => {
    fc.assert(
      fc.property(size(70), fc.constantFrom(0.1, 0.5, 1), fc.nat(), (n, p, seed) => {
        holdTo(
          (x) => [definitions.dropout(x!, p, { generator: new Generator(seed) })],
          [drawer(seed)(n, 3)],
          backend,
          (x) => [dropout(x!, p, { generator: new Generator(seed) })],
        );
      }),
      options,
    );
  });

  test("the steps of a GRU and of an LSTM over a sequence", () => {
    const sizes = fc.tuple(size(5), size(6), size(5), fc.oneof(size(9), fc.constantFrom(16, 33)), fc.nat());
    fc.assert(
      fc.property(sizes, ([steps, batch, width, hidden, seed]) => {
        const draw = drawer(seed);
        const weights = (gates: number): Tensor[] => [
          draw(steps, batch, width),
          draw(gates * hidden, width).div(Math.sqrt(width)),
          draw(gates * hidden, hidden).div(Math.sqrt(hidden)),
          draw(gates * hidden),
          draw(gates * hidden),
          draw(batch, hidden),
        ];
        holdTo(
          (x, ih, hh, biasIh, biasHh, h) => {
            const states = x!.unbind(0).map((now) => {
              h = definitions.gruStep(now, h!, { ih: ih!, hh: hh!, biasIh: biasIh!, biasHh: biasHh! });
              return h;
            });
            return [stack(states, 0), h!];
          },
          weights(3),
          backend,
          (x, ih, hh, biasIh, biasHh, h) => {
            const { states, last } = fused.gruSequence(linear(x!, ih!, biasIh), h!, hh!, biasHh!);
            return [states, last];
          },
          sums,
        );
        holdTo(
          (x, ih, hh, biasIh, biasHh, h, c) => {
            let state = { h: h!, c: c! };
            const states = x!.unbind(0).map((now) => {
              state = definitions.lstmStep(now, state, {
                ih: ih!,
                hh: hh!,
                biasIh: biasIh!,
                biasHh: biasHh!,
              });
              return state.h;
            });
            return [stack(states, 0), state.h, state.c];
          },
          [...weights(4), draw(batch, hidden)],
          backend,
          (x, ih, hh, biasIh, biasHh, h, c) => {
            const run = fused.lstmSequence(linear(x!, ih!, biasIh), h!, c!, hh!, biasHh!);
            return [run.states, run.lastState, run.lastCell];
          },
          sums,
        );
      }),
      options,
    );
  });

  test("several steps of each optimizer", () => {
    const { sgd, adam, adamW, rmsprop, adagrad } = definitions;
    const shared = fc.record({
      weightDecay: fc.constantFrom(0, 0.1),
      maximize: fc.boolean(),
      eps: fc.constant(0.01),
    });
    const draws = fc.record({ shared, rows: size(5), width: size(37), flag: fc.boolean(), seed: fc.nat() });
    fc.assert(
      fc.property(draws, ({ shared: { eps, ...rest }, rows, width, flag, seed }) => {
        const draw = drawer(seed);
        const start = draw(rows, width);
        const gradients = Array.from({ length: 4 }, () => draw(rows, width));
        const zero = zerosLike(start).to("float64");
        const x = start.to("float64");
        const check = <S extends { readonly x: Tensor }>(
          make: (params: Tensor[]) => { update(grads: Tensor[]): void },
          step: (state: S, g: Tensor) => S,
          state: S,
        ): void => {
          const param = start.clone().to(backend);
          const optimizer = make([param]);
          for (const g of gradients) {
            optimizer.update([g.to(backend)]);
            state = step(state, g.to("float64"));
            expectClose(param, state.x.to("float32"), "the parameter", sums);
          }
        };
        const momentum = { ...rest, lr: 0.05, momentum: 0.9, nesterov: flag };
        const means = { ...rest, lr: 0.05, eps, amsgrad: flag };
        const spread = { ...rest, lr: 0.05, eps, centered: flag, momentum: 0.5, alpha: 0.9 };
        const decayed = { ...rest, lr: 0.05, eps, lrDecay: 0.1 };
        const adamState = { x, m: zero, v: zero, vMax: zero, t: 0 };
        check(
          (params) => new SGD(params, momentum),
          (s, g) => sgd(s, g, momentum),
          { x, velocity: null as Tensor | null },
        );
        check(
          (params) => new Adam(params, means),
          (s, g) => adam(s, g, means),
          adamState,
        );
        check(
          (params) => new AdamW(params, means),
          (s, g) => adamW(s, g, means),
          adamState,
        );
        check(
          (params) => new RMSprop(params, spread),
          (s, g) => rmsprop(s, g, spread),
          { x, square: zero, mean: zero, velocity: zero },
        );
        check(
          (params) => new Adagrad(params, decayed),
          (s, g) => adagrad(s, g, decayed),
          { x, sum: zero, t: 0 },
        );
      }),
      options,
    );
  });
});
