import { type Part, parts } from "@saccade/figures/transformer-places";
import type { PageState } from "../../app/address.ts";
import { type Field, oneOf, whole } from "../../app/fields.ts";
import { netNames, positionings } from "./calls.ts";
import { englishWords, longestTarget, mostWords } from "./language.ts";
import { breakages, heads, patchField, switchField } from "./switches.ts";

export const examples = {
  animal: "the animal didn't cross the street because it was too tired .",
  passive: "the street wasn't crossed by the animal because it was too tired .",
  follows: "the cat followed the dog .",
  followed: "the dog followed the cat .",
} as const;
export const firstSentence: readonly string[] = examples.animal.split(" ");

/** The subject of a view: the whole model, or a part of it. */
export type Place = "all" | Part;

export const belows = ["patches", "three", "positions", "guided"] as const;
export const layersShown = ["1", "2"] as const;
export const headsShown = ["mean", "1", "2", "3", "4"] as const;

/** The settings of the page, in the address. */
export type Settings = ReturnType<typeof makeSettings>;

export function makeSettings(state: PageState) {
  return {
    sentence: state.setting("s", sentenceField, firstSentence),
    positions: state.setting("positions", oneOf(positionings), "on"),
    net: state.setting("net", oneOf(netNames), "free"),
    /** The heads that are not on. */
    switches: state.setting("broken", switchField, []),
    /** The state that a click gives a head. */
    breakage: state.setting("click", oneOf(breakages), "off"),
    patch: state.setting("patch", patchField, null),
    /** The part that is open. Heads, queries and keys in it count from 1; 0 for none. */
    at: state.setting("at", oneOf<Place>(["all", ...parts]), "all"),
    head: state.setting("head", whole(0, heads), 0),
    query: state.setting("query", whole(0, longestTarget), 0),
    key: state.setting("key", whole(0, longestTarget), 0),
    /** The figure below: patches, all attention weights, the effect of positions, or the guided model. */
    below: state.setting("below", oneOf(belows), "patches"),
    /** The content of the picture of all attention. */
    threeLayer: state.setting("three-layer", oneOf(layersShown), "2"),
    threeHead: state.setting("three-head", oneOf(headsShown), "mean"),
  };
}

export const sentenceField: Field<readonly string[]> = {
  parse(text) {
    const words = text.split(" ").filter((word) => word !== "");
    const isReadable = words.length > 0 && words.length <= mostWords;
    return isReadable && words.every((word) => englishWords.includes(word)) ? words : undefined;
  },
  format: (words) => words.join(" "),
};
