import { oneOf, whole } from "@saccade/tensor/contract";
import { checkPerGroup, ofGroup, perGroup } from "./per-group.ts";
import { type OptionsOf, type Scheduled, type SettingsOf, schedule } from "./schedule.ts";
import { Scheduler } from "./scheduler.ts";

const swa = /* @__PURE__ */ schedule("new SWALR(optimizer, { swaLr: 0.05 })", () => ({
  /** The rate at the end, for all groups or one for each. */
  swaLr: perGroup(),
  /** The number of steps to it. Default 10. */
  annealEpochs: whole(10, { min: 0 }),
  /** Whether the rate follows half a cosine or a line. Default "cos". */
  annealStrategy: oneOf(["cos", "linear"], "cos"),
}));

/** Options of {@link SWALR}. */
export interface SWALROptions extends OptionsOf<typeof swa> {}

/**
 * Anneals the rate from where it is to `swaLr` in `annealEpochs` steps, then stays constant: for averaging weights, with
 * {@link AveragedModel}. Izmailov et al. 2018, "Averaging Weights Leads to Wider Optima and Better Generalization".
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new SWALR(optimizer, { swaLr: 0, annealEpochs: 2, annealStrategy: "linear" });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 0, 0]
 */
export class SWALR extends Scheduler<SettingsOf<typeof swa>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: SWALROptions) {
    const [kind, , settings, rules] = swa(optimizer, options);
    checkPerGroup(kind, "swaLr", settings.swaLr, optimizer);
    super(kind, optimizer, settings, rules);
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.annealEpochs;
  }

  // From the present rate, which other schedulers may have set: the rate that it was annealed from is computed back.
  protected override nextLr(lr: number, _base: number, step: number, group: number): number {
    const to = ofGroup(this.kind, this.settings.swaLr, group);
    const now = this.settings.annealEpochs === 0 ? Math.max(1, step) : step;
    const [before, share] = [this.#share(now - 1), this.#share(now)];
    const from = before === 1 ? to : (lr - before * to) / (1 - before);
    return to * share + from * (1 - share);
  }

  #share(step: number): number {
    const { annealEpochs, annealStrategy } = this.settings;
    const t = Math.max(0, Math.min(1, step / Math.max(1, annealEpochs)));
    return annealStrategy === "linear" ? t : (1 - Math.cos(Math.PI * t)) / 2;
  }
}
