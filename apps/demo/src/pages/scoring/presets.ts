import type { Attended, Rows } from "@saccade/figures/attention";
import type { Messages } from "./messages/index.ts";
import json from "./presets.json" with { type: "json" };

export const presetNames = ["pronoun", "previous", "copy", "translation"] as const;
export type PresetName = (typeof presetNames)[number];

/** Q, K and V set by hand so that attention does one thing that can be read off. */
export interface Preset {
  /** Whether the queries are of the keys' own sequence: only then is a key earlier or later than a query. */
  readonly isSelf: boolean;
  /** (4, 4) each. What the columns mean is in the page's texts. */
  readonly q: Rows;
  readonly k: Rows;
  readonly v: Rows;
  /** Whether it needs the causal mask. */
  readonly causal: boolean;
  /** The query to look at first. */
  readonly row: number;
  /** Its aim: a query and the key that it should find, each. */
  readonly finds: readonly (readonly number[])[];
}

/** Of “Anna lost her keys”, but for the translation: "dans la maison blanche" asks "in the white house". */
export const presets = json as Readonly<Record<PresetName, Preset>>;

interface Meaning {
  readonly preset: PresetName;
  /** Whether the reader has changed Q or K, on which the weights depend. */
  readonly isEdited: boolean;
  readonly attended: Pick<Attended, "heads">;
  /** Whether the weights are seen. */
  readonly isFinished: boolean;
}

/**
 * The meaning of a preset's unchanged numbers, and their effect: whether the weights behave as intended, with more than half
 * on each key.
 */
export function meaningOf(t: Messages, { preset, isEdited, attended, isFinished }: Meaning): string {
  const { columns, asks, found } = t.meaning[preset];
  const [head, other] = attended.heads;
  const isFound =
    isFinished &&
    other === undefined &&
    presets[preset].finds.every(([query = 0, key = 0]) => (head?.weights[query]?.[key] ?? 0) > 0.5);
  return [columns, isEdited ? "" : asks, isFound ? found : ""].filter((text) => text !== "").join(t.between);
}
