import { ones } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import * as nn from "../../src/index.ts";

// Schedulers on a real optimizer, which refuses rates below 0 and rates that are not finite, with random options up to
// their bounds.

interface Plan {
  readonly text: string;
  readonly make: (optimizer: nn.Scheduled) => nn.Scheduler<nn.Settings>;
  /** The factor of the base rate at a step. */
  readonly factor: (step: number, rate: number) => number;
}

const unit = fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }));
const above0 = fc.oneof(fc.constant(1), fc.constant(1 / 3), fc.double({ min: 1e-6, max: 1, noNaN: true }));
const count = fc.integer({ min: 1, max: 60 });

function plan<O>(
  Kind: new (optimizer: nn.Scheduled, options: O) => nn.Scheduler<nn.Settings>,
  options: fc.Arbitrary<O>,
  factor: (options: O, step: number, rate: number) => number,
): fc.Arbitrary<Plan> {
  return options.map((o) => ({
    text: `${Kind.name} ${JSON.stringify(o)}`,
    make: (optimizer) => new Kind(optimizer, o),
    factor: (step, rate) => factor(o, step, rate),
  }));
}
/** From 1 at the start of a cosine's half period to `least` at its end. */
const cosine = (share: number, least: number): number =>
  least + ((1 - least) * (1 + Math.cos(Math.PI * share))) / 2;

const multiplying = fc.oneof(
  plan(
    nn.LinearLR,
    fc.record({ startFactor: above0, endFactor: unit, totalIters: count }),
    ({ startFactor, endFactor, totalIters }, t) =>
      startFactor + ((endFactor - startFactor) * Math.min(t, totalIters)) / totalIters,
  ),
  plan(
    nn.StepLR,
    fc.record({ stepSize: count, gamma: unit }),
    (o, t) => o.gamma ** Math.floor(t / o.stepSize),
  ),
  plan(nn.ExponentialLR, fc.record({ gamma: unit }), (o, t) => o.gamma ** t),
  plan(
    nn.MultiStepLR,
    fc.record({ milestones: fc.array(count, { maxLength: 4 }), gamma: unit }),
    ({ milestones, gamma }, t) => gamma ** milestones.filter((m) => m <= t).length,
  ),
  plan(nn.CosineAnnealingLR, fc.record({ tMax: count }), ({ tMax }, t) => cosine(t / tMax, 0)),
);

// These set the rate from the base rate alone.
const setting = fc.oneof(
  plan(
    nn.LinearWarmup,
    fc.record({ steps: fc.integer({ min: 0, max: 60 }), startFactor: unit }),
    ({ steps, startFactor }, t) => (t >= steps ? 1 : startFactor + ((1 - startFactor) * t) / steps),
  ),
  plan(
    nn.CosineAnnealingWarmRestarts,
    fc.record({ t0: count, tMult: fc.integer({ min: 1, max: 3 }), etaMin: fc.constantFrom(0, 5e-5) }),
    ({ t0, tMult, etaMin }, t, rate) => {
      let [start, length] = [0, t0];
      while (t - start >= length) [start, length] = [start + length, length * tMult];
      return cosine((t - start) / length, etaMin / rate);
    },
  ),
  plan(
    nn.CosineAnnealingLR,
    fc.record({ tMax: count, etaMin: fc.double({ min: 0, max: 1e-4, noNaN: true }) }),
    ({ tMax, etaMin }, t, rate) => cosine(t / tMax, etaMin / rate),
  ),
  plan(nn.LambdaLR, fc.constant({ lrLambda: (t: number) => 1 / (1 + t) }), (_, t) => 1 / (1 + t)),
);

const any = fc.oneof(multiplying, setting);
const lr = fc.double({ min: 1e-4, max: 2, noNaN: true });
const optimizerAt = (rate: number): nn.SGD => new nn.SGD([new nn.Parameter(ones([1]))], { lr: rate });

/** Rates near 0 may be off by a rounding of the base rate. */
function near(found: number, wanted: number, rate: number, text: string): void {
  expect(found, text).toBeGreaterThanOrEqual(0);
  expect(Math.abs(found - wanted), text).toBeLessThanOrEqual(1e-9 * rate);
}

test("a scheduler with any options is its closed form at every step, and never below 0", () => {
  fc.assert(
    fc.property(lr, any, (rate, { make, factor, text }) => {
      const optimizer = optimizerAt(rate);
      const scheduler = make(optimizer);
      for (let step = 0; step < 130; step++) {
        near(optimizer.lr, rate * factor(step, rate), rate, `${text} at ${step}`);
        scheduler.step();
      }
    }),
    runs(80),
  );
});

test("a chain of schedulers that multiply is the product of their closed forms", () => {
  // A cosine that has come to 0 goes up from there by adding, which no other factor reaches: it stays on its way down.
  const short = multiplying.filter(({ text }) => !text.startsWith("Cosine"));
  fc.assert(
    fc.property(lr, fc.array(short, { minLength: 2, maxLength: 4 }), (rate, plans) => {
      const optimizer = optimizerAt(rate);
      const schedulers = plans.map(({ make }) => make(optimizer));
      for (let step = 0; step < 130; step++) {
        const wanted = plans.reduce((product, { factor }) => product * factor(step, rate), rate);
        near(optimizer.lr, wanted, rate, `${plans.map(({ text }) => text).join(", ")} at ${step}`);
        for (const scheduler of schedulers) scheduler.step();
      }
    }),
    runs(80),
  );
});

test("schedulers in a row are their closed forms, each from its milestone", () => {
  fc.assert(
    fc.property(lr, fc.array(fc.tuple(any, count), { minLength: 1, maxLength: 4 }), (rate, parts) => {
      const optimizer = optimizerAt(rate);
      const starts = parts.map((_, i) => parts.slice(0, i).reduce((sum, [, length]) => sum + length, 0));
      const scheduler = new nn.SequentialLR(optimizer, {
        schedulers: parts.map(([{ make }]) => make(optimizer)),
        milestones: starts.slice(1),
      });
      for (let step = 0; step < 130; step++) {
        const turn = starts.filter((start) => start <= step).length - 1;
        const { factor, text } = parts[turn]![0];
        near(optimizer.lr, rate * factor(step - starts[turn]!, rate), rate, `${text} at ${step} in a row`);
        scheduler.step();
      }
    }),
    runs(80),
  );
});

test("no chain of any schedulers throws or gives a rate below 0", () => {
  const high = fc.record({ tMax: count, etaMin: fc.double({ min: 0, max: 3, noNaN: true }) });
  const above = plan(nn.CosineAnnealingLR, high, () => Number.NaN);
  fc.assert(
    fc.property(lr, fc.array(fc.oneof(any, above), { minLength: 2, maxLength: 4 }), (rate, plans) => {
      const optimizer = optimizerAt(rate);
      const schedulers = plans.map(({ make }) => make(optimizer));
      for (let step = 0; step < 130; step++) {
        for (const scheduler of schedulers) scheduler.step();
        expect(optimizer.lr).toBeGreaterThanOrEqual(0);
        expect(optimizer.lr).toBeLessThan(Number.POSITIVE_INFINITY);
      }
    }),
    runs(80),
  );
});
