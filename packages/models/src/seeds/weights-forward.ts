import { moduleRenames } from "@saccade/attention/model";
import { flag, options } from "@saccade/tensor/contract";

/** The options of a `forward` that may leave the weights out. */
export const weightsForward = (what: string, call: string) =>
  options(
    `${what}.forward`,
    { needWeights: flag(true) },
    { example: `${call.slice(0, -1)}, { needWeights: false })`, renamed: moduleRenames },
  );
