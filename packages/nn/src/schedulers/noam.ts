import { type OptionsOf, required, type SettingsOf, size, whole } from "@saccade/tensor/contract";
import { noam } from "../definitions/noam.ts";
import { type Scheduled, schedule } from "./schedule.ts";
import { Scheduler } from "./scheduler.ts";

const noamLR = schedule(
  "NoamLR",
  "new NoamLR(optimizer, { dModel: 512, warmupSteps: 4000 })",
  {
    /** The width of the model, d_model. */
    dModel: required(size()),
    /** The number of steps in which the rate rises. Default 4000. */
    warmupSteps: whole(4000, { min: 1 }),
  },
  { modelSize: "write dModel", factor: "set the optimizer's lr: it multiplies the rate" },
);

/** Options of {@link NoamLR}. */
export interface NoamLROptions extends OptionsOf<typeof noamLR.options> {}

/**
 * The base rate times dModel^−½ · min(n^−½, n · warmupSteps^−1.5), where n counts steps from 1: the rate rises linearly
 * for `warmupSteps` steps, then falls with the square root of the step. Vaswani et al. 2017, "Attention Is All You
 * Need", equation 3, with the optimizer's `lr` set to 1.
 *
 * @example
 * const optimizer = new Adam(new Linear(1, 1), { lr: 1, betas: [0.9, 0.98], eps: 1e-9 });
 * new NoamLR(optimizer, { dModel: 512, warmupSteps: 4000 }).step();
 * optimizer.lr // 3.4939e-7
 */
export class NoamLR extends Scheduler<SettingsOf<typeof noamLR.options>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: NoamLROptions) {
    super(...noamLR(optimizer, options));
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.warmupSteps;
  }

  protected override nextLr(_lr: number, base: number, step: number): number {
    const { dModel, warmupSteps } = this.settings;
    return base * noam(step + 1, dModel, warmupSteps);
  }
}
