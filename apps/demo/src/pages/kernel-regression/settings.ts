import type { KernelName } from "@saccade/attention";
import { type Points, waysToPool } from "@saccade/figures/kernel-regression";
import type { PageState } from "../../app/address.ts";
import { decimal, type Field, list, oneOf, whole } from "../../app/fields.ts";

/** The target of the reader's search; without a cue, salience decides. */
export const cues = ["salient", "read", "eat", "write"] as const;
export type Cue = (typeof cues)[number];

export const kernelNames: readonly KernelName[] = ["gaussian", "boxcar", "epanechnikov", "triangular"];
export const learningRates = ["0.02", "0.1", "0.5"] as const;

export const limits = {
  seed: [0, 9999],
  n: [3, 200],
  noise: [0, 2],
  bandwidth: [0.05, 5],
  /** Of points that are dragged or added. */
  y: [-20, 20],
} as const;

/** What the page opens with: points, and the w that so many steps make of the seed's. */
export const startSettings = {
  data: { seed: 0, n: 50, noise: 0.5 },
  lr: 0.02,
  steps: 200,
  look: { kernel: "gaussian", bandwidth: 1 },
  query: 2,
} as const;

/** A point that was dragged or added, x and y. */
export type Point = readonly [x: number, y: number];

/** The page's settings, as they are in its address. */
export type Settings = ReturnType<typeof makeSettings>;

export function makeSettings(state: PageState) {
  return {
    cue: state.setting("cue", oneOf(cues), "salient"),
    seed: state.setting("seed", whole(...limits.seed), 0),
    n: state.setting("n", whole(...limits.n), 50),
    noise: state.setting("noise", decimal(...limits.noise, 2), 0.5),
    kernel: state.setting("kernel", oneOf(kernelNames), "gaussian"),
    bandwidth: state.setting("h", decimal(...limits.bandwidth, 3), 1),
    query: state.setting("q", decimal(0, 5, 2), 2),
    way: state.setting("way", oneOf(waysToPool), "fixed"),
    lr: state.setting("lr", oneOf(learningRates), "0.02"),
    /** The points, once the reader has changed them; none while they are those of the seed. */
    own: state.setting("points", list(point, limits.n[1]), []),
  };
}

const px = decimal(0, 5, 2);
const py = decimal(...limits.y, 2);

/** x_y. */
const point: Field<Point> = {
  parse(text) {
    const [first = "", second = "", more] = text.split("_");
    const [x, y] = [px.parse(first), py.parse(second)];
    return x === undefined || y === undefined || more !== undefined ? undefined : [x, y];
  },
  format: ([x, y]) => `${px.format(x)}_${py.format(y)}`,
};

/** Points by rising x, as training wants them. */
export function toPoints(own: readonly Point[]): Points {
  const sorted = [...own].sort((a, b) => a[0] - b[0]);
  return { x: sorted.map(([x]) => x), y: sorted.map(([, y]) => y) };
}

/** The place in the range, as an address writes it, that is farthest from all keys; and how far the nearest key is. */
export function farthest(
  keys: readonly number[],
  [low, high]: readonly [number, number],
): { readonly at: number; readonly distance: number } {
  const sorted = keys.toSorted((a, b) => a - b);
  const middles = sorted.slice(1).map((key, i) => (key + (sorted[i] ?? key)) / 2);
  return [low, ...middles, high]
    .map((place) => {
      const at = Math.round(place * 100) / 100;
      return { at, distance: Math.min(...keys.map((key) => Math.abs(key - at))) };
    })
    .reduce((best, one) => (one.distance > best.distance ? one : best));
}
