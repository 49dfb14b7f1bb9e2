import { badArgument } from "@saccade/tensor/checks";
import { flag, number, oneOf } from "@saccade/tensor/contract";
import { decay } from "../rules.ts";
import { checkPerGroup, MomentumScheduler, ofGroup, perGroup } from "./per-group.ts";
import { type OptionsOf, type Scheduled, type SettingsOf, schedule } from "./schedule.ts";

const cyclic = /* @__PURE__ */ schedule(
  "new CyclicLR(optimizer, { baseLr: 0.001, maxLr: 0.1 })",
  () => ({
    /** The lowest rate, for all groups or one for each. */
    baseLr: perGroup(),
    /** The highest rate, for all groups or one for each. */
    maxLr: perGroup(),
    /** The number of steps in which the rate rises. Default 2000. */
    stepSizeUp: number(2000, { above: 0 }),
    /** The number of steps in which it falls. Default: stepSizeUp. */
    stepSizeDown: number(undefined, { above: 0 }),
    /** How the height of cycles changes: not at all, halved in each, or multiplied by gamma in each step. Default "triangular". */
    mode: oneOf(["triangular", "triangular2", "exp_range"], "triangular"),
    /** The factor of mode "exp_range". Default 1. */
    gamma: number(1, { min: 0 }),
    /** Whether the momentum cycles against the rate: `momentum`, or the first of `betas`. Default true. */
    cycleMomentum: flag(true),
    /** The lowest momentum, at the highest rate. Default 0.8. */
    baseMomentum: decay(0.8),
    /** The highest momentum. Default 0.9. */
    maxMomentum: decay(0.9),
  }),
  {
    scaleFn: "write a mode, or a LambdaLR",
    scaleMode: "write a mode, or a LambdaLR",
  },
);

/** Options of {@link CyclicLR}. */
export interface CyclicLROptions extends OptionsOf<typeof cyclic> {}

type CyclicSettings = SettingsOf<typeof cyclic> & { stepSizeDown: number };

/**
 * Moves the rate between two bounds and back, again and again, while the momentum moves against it. Smith 2017, "Cyclical
 * Learning Rates for Training Neural Networks".
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new CyclicLR(optimizer, { baseLr: 0, maxLr: 1, stepSizeUp: 2 });
 * [1, 2, 3, 4].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 1, 0.5, 0]
 */
export class CyclicLR extends MomentumScheduler<CyclicSettings> {
  /** @throws ArgumentError for anything but an optimizer, one without momentum to cycle, or a wrong option. */
  constructor(optimizer: Scheduled, options: CyclicLROptions) {
    const [kind, , settings, rules] = cyclic(optimizer, options);
    const { baseLr, maxLr, stepSizeUp, stepSizeDown = stepSizeUp } = settings;
    checkPerGroup(kind, "baseLr", baseLr, optimizer);
    checkPerGroup(kind, "maxLr", maxLr, optimizer);
    optimizer.paramGroups.forEach((_, group) => {
      const [low, high] = [ofGroup(kind, baseLr, group), ofGroup(kind, maxLr, group)];
      if (low > high) throw badArgument(kind, "baseLr", `at most maxLr = ${high}`, low);
    });
    super(kind, optimizer, { ...settings, stepSizeDown }, rules);
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.stepSizeUp + this.settings.stepSizeDown;
  }

  protected override momentumAt(step: number): number {
    const { baseMomentum, maxMomentum } = this.settings;
    return maxMomentum - (maxMomentum - baseMomentum) * this.#height(step);
  }

  protected override nextLr(_lr: number, _base: number, step: number, group: number): number {
    const low = ofGroup(this.kind, this.settings.baseLr, group);
    return low + (ofGroup(this.kind, this.settings.maxLr, group) - low) * this.#height(step);
  }

  /** How far up a step is, from 0 to 1. */
  #height(step: number): number {
    const { stepSizeUp, stepSizeDown, mode, gamma } = this.settings;
    const length = stepSizeUp + stepSizeDown;
    const [top, cycle] = [stepSizeUp / length, Math.floor(1 + step / length)];
    const at = 1 + step / length - cycle;
    const height = at <= top ? at / top : (at - 1) / (top - 1);
    if (mode === "triangular") return height;
    return height * (mode === "triangular2" ? 0.5 ** (cycle - 1) : gamma ** step);
  }
}
