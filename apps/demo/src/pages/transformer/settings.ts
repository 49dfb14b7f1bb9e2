import type { Signal } from "@preact/signals";
import { type Part, parts } from "@saccade/figures/transformer-places";
import { type Field, oneOf, type PageState, whole } from "../../app/address.ts";
import { heads, type NetName, netNames, type Positioning, positionings } from "./calls.ts";
import { type Patch, patchField } from "./patches.ts";
import { type Breakage, breakages, type Switches, switchField } from "./switches.ts";
import { isWord, longestSource, longestTarget } from "./vocabulary.ts";

export const examples = {
  animal: "the animal didn't cross the street because it was too tired .",
  passive: "the street wasn't crossed by the animal because it was too tired .",
  follows: "the cat followed the dog .",
  followed: "the dog followed the cat .",
} as const;
export const firstSentence: readonly string[] = examples.animal.split(" ");

/** The subject of a view: the whole model, or a part of it. */
export type Place = "all" | Part;

/** Words of a sentence, without its end. */
export const mostWords: number = longestSource - 1;

export interface Settings {
  readonly sentence: Signal<readonly string[]>;
  readonly positions: Signal<Positioning>;
  readonly net: Signal<NetName>;
  /** The heads that are not on. */
  readonly switches: Signal<Switches>;
  /** The state that a click gives a head. */
  readonly breakage: Signal<Breakage>;
  readonly patch: Signal<Patch | null>;
  /** The part that is open. */
  readonly at: Signal<Place>;
  /** Heads, queries and keys count from 1; 0 for none. */
  readonly head: Signal<number>;
  readonly query: Signal<number>;
  readonly key: Signal<number>;
  /** The figure below: patches, all attention weights, the effect of positions, or the guided model. */
  readonly below: Signal<Below>;
  /** The content of the picture of all attention. */
  readonly threeLayer: Signal<(typeof layersShown)[number]>;
  readonly threeHead: Signal<(typeof headsShown)[number]>;
}

export const belows = ["patches", "three", "positions", "guided"] as const;
export type Below = (typeof belows)[number];

export const layersShown = ["1", "2"] as const;
export const headsShown = ["mean", "1", "2", "3", "4"] as const;

export function makeSettings(state: PageState): Settings {
  return {
    sentence: state.setting("s", sentence, firstSentence),
    positions: state.setting("positions", oneOf(positionings), "on"),
    net: state.setting("net", oneOf(netNames), "free"),
    switches: state.setting("broken", switchField, []),
    breakage: state.setting("click", oneOf(breakages), "off"),
    patch: state.setting("patch", patchField, null),
    at: state.setting("at", oneOf<Place>(["all", ...parts]), "all"),
    head: state.setting("head", whole(0, heads), 0),
    query: state.setting("query", whole(0, longestTarget), 0),
    key: state.setting("key", whole(0, longestTarget), 0),
    below: state.setting("below", oneOf(belows), "patches"),
    threeLayer: state.setting("three-layer", oneOf(layersShown), "2"),
    threeHead: state.setting("three-head", oneOf(headsShown), "mean"),
  };
}

const sentence: Field<readonly string[]> = {
  parse(text) {
    const words = text.split(" ").filter((word) => word !== "");
    return words.length > 0 && words.length <= mostWords && words.every(isWord) ? words : undefined;
  },
  format: (words) => words.join(" "),
};
