import { vjp } from "@saccade/autograd";
import { Adagrad, Adam, AdamW, dropout, RMSprop, SGD } from "@saccade/nn";
import * as definitions from "@saccade/nn/definitions";
import { Generator, randint, randn, stack, type Tensor, tensor, where, zerosLike } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, test } from "vitest";
import { type Closeness, expectClose, strided } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

// Kernels in float32 against the definitions in double precision, on the reference backend.

type Program = (...xs: Tensor[]) => readonly Tensor[];

/** Sums over rows and steps. */
const sums: Closeness = { relative: 1e-4, absolute: 1e-4 };
const size = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
const rows = fc.oneof(fc.nat(5), fc.integer({ min: 60, max: 200 }));
const widths = fc.oneof(size(40), fc.constantFrom(64, 203, 511, 513, 1030));

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

describe.each(await backends())("%s, definitions", (way, backend) => {
  const options = runsOf(way, 60);

  function hold(fast: Program, definition: Program, inputs: readonly Tensor[]): void {
    const wide = inputs.map((x) => x.to("float64"));
    const want = derivatives(definition, wide);
    const got = derivatives(
      fast,
      inputs.map((x) => x.to(backend)),
    );
    want.forEach((y, i) => {
      expectClose(got[i]!, y.to("float32"), `result ${i} of ${want.length}, gradients last`, sums);
    });
  }

  test("layer norm and RMS norm, with and without weight and bias", () => {
    fc.assert(
      fc.property(rows, widths, fc.nat(2), fc.boolean(), fc.nat(), (n, width, affine, turned, seed) => {
        const draw = drawer(seed);
        const given = [draw(n, width).mul(3).add(1), ...[0, 1].slice(0, affine).map(() => draw(width))];
        const put = (x: Tensor): Tensor => (turned ? strided(x) : x);
        // A large eps: rows of two numbers may be nearly constant, and dividing by their deviation magnifies rounding.
        const attrs = { dims: 1, eps: 0.1 };
        hold(
          (x, ...more) => [fused.layerNorm(put(x!), more, attrs)],
          (x, w, b) => [definitions.layerNorm(x!, [width], w, b, attrs.eps)],
          given,
        );
        hold(
          (x, w) => [fused.rmsNorm(put(x!), w ?? null, attrs)],
          (x, w) => [definitions.rmsNorm(x!, [width], w ?? null, attrs.eps)],
          given.slice(0, 2),
        );
      }),
      runsOf(way, 20),
    );
  });

  test("losses of classes: any shape and dim of classes, weights, smoothing, ignored targets", () => {
    const draws = fc.record({
      shape: fc.array(size(6), { maxLength: 3 }),
      classes: fc.oneof(size(21), fc.constantFrom(64, 203)),
      place: fc.nat(3),
      weighted: fc.boolean(),
      turned: fc.boolean(),
      labelSmoothing: fc.constantFrom(0, 0.1, 1),
      ignoreIndex: fc.constantFrom(0, -100), // 0 is a class that counts for nothing, as padding does
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(draws, ({ shape, classes, place, weighted, turned, seed, labelSmoothing, ignoreIndex }) => {
        const [draw, dim] = [drawer(seed), place % (shape.length + 1)];
        const logits = draw(...shape.slice(0, dim), classes, ...shape.slice(dim)).mul(4);
        const target = randint(0, classes, shape, { generator: new Generator(seed) });
        const there = target.to(backend);
        hold(
          (x, weight?: Tensor) => {
            const terms = { ignoreIndex, weight: weight ?? null, dim };
            const t = turned ? strided(x!) : x!;
            return [
              fused.crossEntropy(t, there, { ...terms, labelSmoothing }),
              fused.nllLoss(t.logSoftmax(dim), there, terms),
            ];
          },
          (x, weight) =>
            [labelSmoothing, 0].map((s) =>
              definitions.hardCrossEntropy(x!, target, { labelSmoothing: s, ignoreIndex, weight }, dim),
            ),
          [logits, ...(weighted ? [draw(classes).abs().add(0.1)] : [])],
        );
      }),
      options,
    );
  });

  test("dropout, bit for bit", () => {
    fc.assert(
      fc.property(fc.nat(70), fc.constantFrom(0.1, 0.5, 1), fc.nat(), (n, p, seed) => {
        const drawn = (): { generator: Generator } => ({ generator: new Generator(seed) });
        const x = drawer(seed)(n, 3);
        const want = derivatives((y) => [definitions.dropout(y!, p, drawn())], [x]);
        const fast: Program = (y) => [dropout(y!, p, drawn())];
        for (const got of [derivatives(fast, [x.to(backend)]), derivatives(fast, [strided(x.to(backend))])])
          want.forEach((y, i) => {
            expectClose(got[i]!, y, `result ${i}`, { relative: 0, absolute: 0 });
          });
      }),
      options,
    );
  });

  test.each(["gru", "lstm"] as const)(
    "the steps of %s over a sequence, in both directions, of any lengths",
    (cell) => {
      const draws = fc.record({
        steps: size(6),
        batch: size(9),
        hidden: fc.oneof(size(9), fc.constantFrom(16, 17, 33)),
        reverse: fc.boolean(),
        lengths: fc.option(fc.array(fc.nat(8), { minLength: 9, maxLength: 9 })),
        seed: fc.nat(),
      });
      fc.assert(
        fc.property(draws, ({ steps, batch, hidden, reverse, lengths, seed }) => {
          const [draw, gates] = [drawer(seed), cell === "gru" ? 3 : 4];
          const counts = lengths && tensor(lengths.slice(0, batch), { dtype: "int32" });
          const attrs = { reverse, lengths: counts?.to(backend) ?? null };
          // As layers begin: with large weights, rounding grows from step to step.
          const weight = (width: number): Tensor => draw(gates * hidden, width).div(Math.sqrt(width));
          const biases = [draw(gates * hidden), draw(gates * hidden)];
          const state = Array.from({ length: gates - 2 }, () => draw(batch, hidden));
          hold(
            (x, ih, hh, biasIh, biasHh, h, c) => {
              const projected = x!.matmul(ih!.t()).add(biasIh!);
              if (cell === "gru") return Object.values(fused.gruSequence(projected, h!, hh!, biasHh!, attrs));
              const run = fused.lstmSequence(projected, h!, c!, hh!, biasHh!, attrs);
              return [run.states, run.lastState, run.lastCell];
            },
            (x, ih, hh, biasIh, biasHh, ...parts) => {
              const w: definitions.GateWeights = { ih: ih!, hh: hh!, biasIh: biasIh!, biasHh: biasHh! };
              const states: Tensor[] = [];
              for (let i = 0; i < steps; i++) {
                const t = reverse ? steps - 1 - i : i;
                const now = x!.select(0, t);
                const [h, c] = parts as [Tensor, Tensor];
                const next =
                  cell === "gru"
                    ? [definitions.gruStep(now, h, w)]
                    : Object.values(definitions.lstmStep(now, { h, c }, w));
                const runs = counts ? counts.gt(t).unsqueeze(1) : null;
                states[t] = runs ? where(runs, next[0]!, 0) : next[0]!;
                parts = runs ? next.map((part, k) => where(runs, part, parts[k]!)) : next;
              }
              return [stack(states, 0), ...parts];
            },
            [draw(steps, batch, 4), weight(4), weight(hidden), ...biases, ...state],
          );
        }),
        options,
      );
    },
  );

  test("several steps of each optimizer", () => {
    const { sgd, adam, adamW, rmsprop, adagrad } = definitions;
    const terms = fc.record({
      weightDecay: fc.constantFrom(0, 0.1),
      maximize: fc.boolean(),
      lr: fc.constant(0.05),
    });
    fc.assert(
      fc.property(terms, size(5), size(37), fc.boolean(), fc.nat(), (shared, height, width, flag, seed) => {
        const draw = drawer(seed);
        const start = draw(height, width);
        const gradients = Array.from({ length: 4 }, () => draw(height, width));
        const x = start.to("float64");
        const zero = zerosLike(x);
        const follows = <S extends { readonly x: Tensor }>(
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
        const momentum = { ...shared, momentum: 0.9, nesterov: flag };
        const means = { ...shared, eps: 0.01, amsgrad: flag };
        const spread = { ...shared, eps: 0.01, centered: flag, momentum: 0.5, alpha: 0.9 };
        const decayed = { ...shared, eps: 0.01, lrDecay: 0.1 };
        const atFirst = { x, m: zero, v: zero, vMax: zero, t: 0 };
        const still: definitions.SGDState = { x, velocity: null };
        follows(
          (params) => new SGD(params, momentum),
          (s, g) => sgd(s, g, momentum),
          still,
        );
        follows(
          (params) => new Adam(params, means),
          (s, g) => adam(s, g, means),
          atFirst,
        );
        follows(
          (params) => new AdamW(params, means),
          (s, g) => adamW(s, g, means),
          atFirst,
        );
        const flat = { x, square: zero, mean: zero, velocity: zero };
        follows(
          (params) => new RMSprop(params, spread),
          (s, g) => rmsprop(s, g, spread),
          flat,
        );
        follows(
          (params) => new Adagrad(params, decayed),
          (s, g) => adagrad(s, g, decayed),
          { x, sum: zero, t: 0 },
        );
      }),
      options,
    );
  });
});
