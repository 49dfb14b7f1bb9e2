import type { Signal } from "@preact/signals";
import { oneOf, type PageState, text, whole } from "../../app/address.ts";
import { type Device, devices } from "../../ui/device.tsx";
import { examples } from "./network/network-sizes.ts";

export const learningRates = ["0.002", "0.005", "0.01"] as const;
export const lengthsOfTraining: readonly string[] = ["2", "5", "14", "28", "100", "250"];
/** Enough for the grammar's pairs; the reader's own are fewer. */
export const epochsOfGrammar = "14";
export const epochsOfOwnPairs = "250";

/** The longest text that may be typed or pasted; the rest is cut, and the page says so. */
export const longestSentence = 200;

export interface Settings {
  /** The sentence to translate. */
  readonly sentence: Signal<string>;
  /** Of the first weights and the order of the batches. */
  readonly seed: Signal<number>;
  readonly lr: Signal<(typeof learningRates)[number]>;
  /** Epochs, a whole number: one of `lengthsOfTraining`, or a link's number. */
  readonly epochs: Signal<string>;
  /** Where the next run computes. */
  readonly device: Signal<Device>;
  /** The kernels of a run that a link shares, such as "relaxed-2"; "" without a link. */
  readonly kernels: Signal<string>;
  /** The loss of its last epoch, as a number is written. */
  readonly loss: Signal<string>;
}

/** The sentence the page opens with. */
export const firstSentence: string = examples[0]!;

export function makeSettings(state: PageState): Settings {
  return {
    sentence: state.setting("s", text(longestSentence), firstSentence),
    seed: state.setting("seed", whole(0, 9999), 0),
    lr: state.setting("lr", oneOf(learningRates), "0.005"),
    epochs: state.setting("epochs", text(/^[1-9]\d{0,2}$/), epochsOfGrammar),
    device: state.setting("device", oneOf(devices), "processor"),
    kernels: state.setting("kernels", text(/^((plain|relaxed)-\d+|reference|webgpu)?$/), ""),
    loss: state.setting("loss", text(/^(\d+(\.\d+)?(e-\d+)?)?$/), ""),
  };
}
