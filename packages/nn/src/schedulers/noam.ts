import { checkInteger, checkOptions, optionNames, refuseExtra } from "@saccade/tensor/backend";
import { noam } from "../definitions/noam.ts";
import { renamed, requireOptions, type Scheduled, Scheduler } from "./scheduler.ts";

/** Options of {@link NoamLR}. */
export interface NoamLROptions {
  /** The width of the model, d_model. */
  readonly dModel: number;
  /** The number of steps in which the rate rises. Default 4000. */
  readonly warmupSteps?: number;
}

type NoamSettings = { dModel: number; warmupSteps: number };

const noamExample = "new NoamLR(optimizer, { dModel: 512, warmupSteps: 4000 })";
const noamOptions = optionNames<NoamLROptions>("NoamLR", { dModel: true, warmupSteps: true }, noamExample, {
  ...renamed,
  modelSize: "write dModel",
  factor: "set the optimizer's lr: it multiplies the rate",
});

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
export class NoamLR extends Scheduler<NoamSettings> {
  /** @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option. */
  constructor(optimizer: Scheduled, options: NoamLROptions) {
    refuseExtra(noamOptions, arguments, 2);
    requireOptions("NoamLR", options, noamExample);
    checkOptions(noamOptions, options);
    const { dModel, warmupSteps = 4000 } = options;
    super("NoamLR", optimizer, { dModel, warmupSteps });
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.warmupSteps;
  }

  protected override checkSettings({ dModel, warmupSteps }: NoamSettings): void {
    checkInteger("NoamLR", "dModel", dModel, 1);
    checkInteger("NoamLR", "warmupSteps", warmupSteps, 1);
  }

  protected override nextLr(_lr: number, base: number, step: number): number {
    const { dModel, warmupSteps } = this.settings;
    return base * noam(step + 1, dModel, warmupSteps);
  }
}
