import { computed, type Signal } from "@preact/signals";
import type { Sampling } from "@saccade/figures/language-model/sampling";
import type { PageState } from "../../app/address.ts";
import { decimal, oneOf, text, whole } from "../../app/fields.ts";
import { devices } from "../../ui/device.tsx";
import { tokenKinds } from "./sizes.ts";

/** From here on, top-k keeps all tokens. */
export const allTokens = 50;
export const lengthsOfTraining = ["200", "600", "1500"] as const;
export const lengthsOfTuning = ["40", "120", "400"] as const;
export const models = ["page", "repeats", "files"] as const;
/** Layers of the network that learns repeated tokens: with a single layer, no induction head can form. */
export const layerCounts = ["2", "1"] as const;
/** The largest rank that the slider gives. */
export const largestRank = 16;
/** The longest text of the page's own model; the address, which has it, would otherwise grow without end. */
export const longestPrompt = 300;
/** The longest text of an opened model, which is in no address: more than the page reads of it. */
export const longestText = 20_000;

/** Bars in the figure of the next token. */
export const shownChoices = 10;

export const firstPrompts = {
  words: "A small hen lost its",
  characters: "One morning a young fox went to the ",
} as const;

/** The settings of the page, in the address. */
export type Settings = ReturnType<typeof makeSettings>;

/** A part of the page, whose content stays while the reader looks at another one. */
export interface PartProps<Kept> {
  readonly kept: Signal<Kept | null>;
  readonly settings: Settings;
}

export const firstSampling: Sampling = { temperature: 1, topK: null, topP: 0.9 };

export function makeSettings(state: PageState) {
  // Before there was a choice, all tokens were characters, and the text had another name in the address.
  const old = state.setting("text", text(longestPrompt), "", false);
  const firstTokens = computed(() => (old.value === "" ? "words" : "characters"));
  const tokens = state.setting("tokens", oneOf(tokenKinds), firstTokens);
  const firstPrompt = computed(() => old.value || firstPrompts[tokens.value]);
  return {
    tokens,
    prompt: state.setting("prompt", text(longestPrompt), firstPrompt),
    temperature: state.setting("t", decimal(0.1, 2, 2), firstSampling.temperature),
    /** `allTokens` for no cut. */
    topK: state.setting("k", whole(1, allTokens), allTokens),
    topP: state.setting("p", decimal(0.05, 1, 2), firstSampling.topP),
    /** Of the first weights, the order of the windows and the draws. */
    seed: state.setting("seed", whole(0, 99), 0),
    /** Which model is looked at: the one that learns text, the one that learns repeated tokens, or one that is opened. */
    model: state.setting("model", oneOf(models), "page"),
    /** Of an adapter. */
    rank: state.setting("rank", whole(1, largestRank), 4),
    /** Steps of fine-tuning. */
    tuneSteps: state.setting("tune", oneOf(lengthsOfTuning), "120"),
    /** Layers of the network that learns repeated tokens, and its seed. */
    layers: state.setting("layers", oneOf(layerCounts), "2"),
    filmSeed: state.setting("film", whole(0, 99), 0),
    /** Where the next run of the page's own model computes. */
    device: state.setting("device", oneOf(devices), "processor"),
    /** Steps of training. */
    steps: state.setting("steps", oneOf(lengthsOfTraining), "600"),
  };
}

/** How the next token is drawn now. */
export function samplingOf({
  temperature,
  topK,
  topP,
}: Pick<Settings, "temperature" | "topK" | "topP">): Sampling {
  const k = topK.value;
  return { temperature: temperature.value, topK: k === allTokens ? null : k, topP: topP.value };
}
