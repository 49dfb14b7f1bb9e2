import {
  CosineAnnealingLR,
  CosineAnnealingWarmRestarts,
  ExponentialLR,
  LambdaLR,
  LinearLR,
  MultiStepLR,
  type Optimizer,
  Parameter,
  ReduceLROnPlateau,
  SGD,
  StepLR,
} from "@saccade/nn";
import { zeros } from "@saccade/tensor";
import { type Adapter, type Adapters, custom } from "../adapter.ts";
import { asNumber, asOneOf, CaseError, type Fields, given } from "../case.ts";
import { tolerances } from "../tolerances.ts";

interface Steppable {
  step(metric?: number): void;
}

const noamFormula = "d^-0.5 * min((s+1)^-0.5, (s+1)*warmup^-1.5), s from 0";

/** Makes a scheduler by its name in PyTorch, with options from attrs. */
export const makeScheduler: Readonly<Record<string, (optimizer: Optimizer, attrs: Fields) => Steppable>> = {
  StepLR: (optimizer, attrs) =>
    new StepLR(optimizer, {
      stepSize: attrs.number("step_size"),
      ...attrs.options({ gamma: asNumber }),
    }),
  MultiStepLR: (optimizer, attrs) =>
    new MultiStepLR(optimizer, {
      milestones: attrs.numbers("milestones"),
      ...attrs.options({ gamma: asNumber }),
    }),
  ExponentialLR: (optimizer, attrs) => new ExponentialLR(optimizer, { gamma: attrs.number("gamma") }),
  CosineAnnealingLR: (optimizer, attrs) =>
    new CosineAnnealingLR(optimizer, {
      tMax: attrs.number("T_max"),
      ...attrs.options({ etaMin: asNumber }),
    }),
  CosineAnnealingWarmRestarts: (optimizer, attrs) =>
    new CosineAnnealingWarmRestarts(optimizer, {
      t0: attrs.number("T_0"),
      ...given({ tMult: attrs.maybe("T_mult", asNumber) }),
      ...attrs.options({ etaMin: asNumber }),
    }),
  LinearLR: (optimizer, attrs) =>
    new LinearLR(
      optimizer,
      attrs.options({ startFactor: asNumber, endFactor: asNumber, totalIters: asNumber }),
    ),
  LambdaLR_noam: (optimizer, attrs) => {
    attrs.get("formula", asOneOf(noamFormula));
    const scale = attrs.number("d_model") ** -0.5;
    const slope = attrs.number("warmup") ** -1.5;
    const lrLambda = (step: number): number => scale * Math.min((step + 1) ** -0.5, (step + 1) * slope);
    return new LambdaLR(optimizer, { lrLambda });
  },
  ReduceLROnPlateau: (optimizer, attrs) => {
    const modes = {
      mode: asOneOf<"min" | "max">("min", "max"),
      thresholdMode: asOneOf<"rel" | "abs">("rel", "abs"),
    };
    const limits = { factor: asNumber, patience: asNumber, threshold: asNumber, cooldown: asNumber };
    const options = attrs.options({ ...modes, ...limits, minLr: asNumber, eps: asNumber });
    return new ReduceLROnPlateau(optimizer, options);
  },
};

const scheduleCase = (kind: string): Adapter =>
  custom((golden, report) => {
    const attrs = golden.fields("attrs");
    const expected = golden.numbers("lrs");
    const metrics = golden.has("metrics") ? golden.numbers("metrics") : undefined;
    const optimizer = new SGD([new Parameter(zeros([1]))], { lr: attrs.number("base_lr") });
    const scheduler = makeScheduler[kind]!(optimizer, attrs);
    if (metrics !== undefined && metrics.length !== expected.length)
      throw new CaseError(`${metrics.length} metrics for ${expected.length} rates`);
    // Rates in force at step 0, 1, 2, …; with metrics, those after each of them.
    const actual = expected.map((_, i) => {
      if (metrics !== undefined) scheduler.step(metrics[i]!);
      else if (i > 0) scheduler.step();
      return optimizer.lr;
    });
    report.numbers("lrs", actual, expected, tolerances.schedule);
  });

/** Learning rate schedulers. */
export const schedulers: Adapters = Object.fromEntries(
  Object.keys(makeScheduler).map((kind) => [`lr_scheduler.${kind}`, scheduleCase(kind)]),
);
