import type { WeightsOptions } from "@saccade/attention";
import { moduleRenames } from "@saccade/attention/model";
import { type OptionNames, optionNames } from "@saccade/tensor/backend";

/** The options of a `forward` that may leave the weights out. */
export function weightsForward(what: string, call: string): OptionNames {
  return optionNames<WeightsOptions>(
    `${what}.forward`,
    { needWeights: true },
    `${call.slice(0, -1)}, { needWeights: false })`,
    moduleRenames,
  );
}
