import type { Attended, Rows } from "@saccade/figures/attention";
import type { Messages } from "./messages/index.ts";

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
  /** Its aim: the keys that queries should find. */
  readonly finds: readonly (readonly [query: number, key: number])[];
}

/** One-hot rows times a number: each position has its own column. */
const positions = (size: number): Rows => [
  [size, 0, 0, 0],
  [0, size, 0, 0],
  [0, 0, size, 0],
  [0, 0, 0, size],
];

export const presets: Readonly<Record<PresetName, Preset>> = {
  // Anna lost her keys. Columns of Q and K: person, action, pronoun, thing; of V: female, person, thing, past.
  pronoun: {
    isSelf: true,
    q: [
      [0, 2, 0, 0], // Anna: what does she do?
      [2, 0, 0, 2], // lost: who, and what?
      [3, 0, -1, -1], // her: which person?
      [0, 0, 2, 0], // keys: whose?
    ],
    k: [
      [2, 0, 0, 0],
      [0, 2, 0, 0],
      [1, 0, 2, 0], // a pronoun is a person too
      [0, 0, 0, 2],
    ],
    v: [
      [1, 1, 0, 0],
      [0, 0, 0, 1],
      [1, 0, 0, 0],
      [0, 0, 1, 0],
    ],
    causal: false,
    row: 2,
    finds: [[2, 0]],
  },
  // Columns of Q and K: positions. Each query is the key of the position before its own; the first has none.
  previous: {
    isSelf: true,
    q: [
      [0, 0, 0, 0],
      [3, 0, 0, 0],
      [0, 3, 0, 0],
      [0, 0, 3, 0],
    ],
    k: positions(3),
    v: positions(1),
    causal: true,
    row: 3,
    finds: [
      [1, 0],
      [2, 1],
      [3, 2],
    ],
  },
  copy: {
    isSelf: true,
    q: positions(3),
    k: positions(3),
    v: positions(1),
    causal: false,
    row: 1,
    finds: [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ],
  },
  // "dans la maison blanche" asks "in the white house". Columns of Q and K: preposition, article, adjective, noun.
  translation: {
    isSelf: false,
    q: [
      [3, 0, 0, 0],
      [0, 3, 0, 1], // an article agrees with its noun
      [0, 0, 0, 3],
      [0, 0, 3, 1], // so does an adjective
    ],
    k: positions(2),
    v: positions(1),
    causal: false,
    row: 2,
    finds: [
      [2, 3],
      [3, 2],
    ],
  },
};

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
    presets[preset].finds.every(([query, key]) => (head?.weights[query]?.[key] ?? 0) > 0.5);
  return [columns, isEdited ? "" : asks, isFound ? found : ""].filter((text) => text !== "").join(t.between);
}
