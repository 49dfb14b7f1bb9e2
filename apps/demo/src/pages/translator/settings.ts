import type { PageState } from "../../app/address.ts";
import { oneOf, text, whole } from "../../app/fields.ts";
import { devices } from "../../ui/device.tsx";
import { examples } from "./network/network-sizes.ts";

export const learningRates = ["0.002", "0.005", "0.01"] as const;
export const lengthsOfTraining: readonly string[] = ["2", "5", "14", "28", "100", "250"];
/** Enough for the grammar's pairs; the reader's own are fewer. */
export const epochsOfGrammar = "14";
export const epochsOfOwnPairs = "250";

/** The longest text that may be typed or pasted; the rest is cut, and the page says so. */
export const longestSentence = 200;

/** The sentence the page opens with. */
export const firstSentence: string = examples[0]!;

/** The page's settings, as they are in its address. */
export type Settings = ReturnType<typeof makeSettings>;

export function makeSettings(state: PageState) {
  return {
    sentence: state.setting("s", text(longestSentence), firstSentence),
    /** Of the first weights and the order of the batches. */
    seed: state.setting("seed", whole(0, 9999), 0),
    lr: state.setting("lr", oneOf(learningRates), "0.005"),
    /** A whole number: one of `lengthsOfTraining`, or a link's. */
    epochs: state.setting("epochs", text(/^[1-9]\d{0,2}$/), epochsOfGrammar),
    /** Where the next run computes. */
    device: state.setting("device", oneOf(devices), "processor"),
    /** The kernels of a run that a link shares, such as "relaxed-2", and the loss of its last epoch; "" without a link. */
    kernels: state.setting("kernels", text(/^((plain|relaxed)-\d+|reference|webgpu)?$/), ""),
    loss: state.setting("loss", text(/^(\d+(\.\d+)?(e-\d+)?)?$/), ""),
  };
}
