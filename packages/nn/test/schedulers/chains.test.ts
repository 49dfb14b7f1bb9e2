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

const linear: fc.Arbitrary<Plan> = fc
  .record({ startFactor: above0, endFactor: unit, totalIters: count })
  .map((options) => ({
    text: `LinearLR ${JSON.stringify(options)}`,
    make: (o) => new nn.LinearLR(o, options),
    factor: (t) => {
      const { startFactor, endFactor, totalIters } = options;
      return startFactor + ((endFactor - startFactor) * Math.min(t, totalIters)) / totalIters;
    },
  }));

const multiplying: fc.Arbitrary<Plan> = fc.oneof(
  linear,
  fc.record({ stepSize: count, gamma: unit }).map((options) => ({
    text: `StepLR ${JSON.stringify(options)}`,
    make: (o: nn.Scheduled) => new nn.StepLR(o, options),
    factor: (t: number) => options.gamma ** Math.floor(t / options.stepSize),
  })),
  fc.record({ gamma: unit }).map((options) => ({
    text: `ExponentialLR ${JSON.stringify(options)}`,
    make: (o: nn.Scheduled) => new nn.ExponentialLR(o, options),
    factor: (t: number) => options.gamma ** t,
  })),
  fc.record({ milestones: fc.array(count, { maxLength: 4 }), gamma: unit }).map((options) => ({
    text: `MultiStepLR ${JSON.stringify(options)}`,
    make: (o: nn.Scheduled) => new nn.MultiStepLR(o, options),
    factor: (t: number) => options.gamma ** options.milestones.filter((m) => m <= t).length,
  })),
  fc.record({ tMax: count }).map((options) => ({
    text: `CosineAnnealingLR ${JSON.stringify(options)}`,
    make: (o: nn.Scheduled) => new nn.CosineAnnealingLR(o, options),
    factor: (t: number) => (1 + Math.cos((Math.PI * t) / options.tMax)) / 2,
  })),
);

// These set the rate from the base rate alone.
const setting: fc.Arbitrary<Plan> = fc.oneof(
  fc.record({ steps: fc.integer({ min: 0, max: 60 }), startFactor: unit }).map((options) => ({
    text: `LinearWarmup ${JSON.stringify(options)}`,
    make: (o: nn.Scheduled) => new nn.LinearWarmup(o, options),
    factor: (t: number) =>
      t >= options.steps ? 1 : options.startFactor + ((1 - options.startFactor) * t) / options.steps,
  })),
  fc
    .record({ t0: count, tMult: fc.integer({ min: 1, max: 3 }), etaMin: fc.constantFrom(0, 5e-5) })
    .map((options) => ({
      text: `CosineAnnealingWarmRestarts ${JSON.stringify(options)}`,
      make: (o: nn.Scheduled) => new nn.CosineAnnealingWarmRestarts(o, options),
      factor: (t: number, rate: number) => {
        let [start, length] = [0, options.t0];
        while (t - start >= length) [start, length] = [start + length, length * options.tMult];
        const least = options.etaMin / rate;
        return least + ((1 - least) * (1 + Math.cos((Math.PI * (t - start)) / length))) / 2;
      },
    })),
  fc.record({ tMax: count, etaMin: fc.double({ min: 0, max: 1e-4, noNaN: true }) }).map((options) => ({
    text: `CosineAnnealingLR ${JSON.stringify(options)}`,
    make: (o: nn.Scheduled) => new nn.CosineAnnealingLR(o, options),
    factor: (t: number, rate: number) => {
      const least = options.etaMin / rate;
      return least + ((1 - least) * (1 + Math.cos((Math.PI * t) / options.tMax))) / 2;
    },
  })),
  fc.constant({
    text: "LambdaLR",
    make: (o: nn.Scheduled) => new nn.LambdaLR(o, { lrLambda: (t) => 1 / (1 + t) }),
    factor: (t: number) => 1 / (1 + t),
  }),
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
  const cosine = fc.record({ tMax: count, etaMin: fc.double({ min: 0, max: 3, noNaN: true }) }).map(
    (options): Plan => ({
      text: `CosineAnnealingLR ${JSON.stringify(options)}`,
      make: (o) => new nn.CosineAnnealingLR(o, options),
      factor: () => Number.NaN,
    }),
  );
  fc.assert(
    fc.property(lr, fc.array(fc.oneof(any, cosine), { minLength: 2, maxLength: 4 }), (rate, plans) => {
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
