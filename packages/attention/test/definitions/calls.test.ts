import { addSiteListener } from "@saccade/tensor/backend";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import * as attention from "../../src/definitions/attention.ts";
import * as masks from "../../src/definitions/masks.ts";
import * as multiHead from "../../src/definitions/multi-head.ts";
import * as pooling from "../../src/definitions/pooling.ts";
import * as positions from "../../src/definitions/positions.ts";
import * as scores from "../../src/definitions/scores.ts";
import * as library from "../../src/index.ts";
import { SoftmaxAttention } from "../../src/ladder/index.ts";
import { ints, kernelsOf, noise } from "../helpers.ts";
import { CallCounter } from "./calls.ts";

// The definitions are what runs: for each, a call of the library that takes it by default, or the op or the algorithm that
// stands in for it.

const counter = new CallCounter();
afterAll(() => {
  counter.stop();
});
const x = noise([2, 3, 4], 1);
const [n, m] = [noise([3], 2), noise([5], 3)];
const heads = new library.MultiheadAttention(4, 2, { batchFirst: true });
const relative = new library.RelativePositions(2);
const w = { q: heads.in_proj_weight!, out: heads.out_proj.weight };

/** A call of the library for each definition that it runs. */
const runs: Readonly<Record<string, () => unknown>> = {
  positions: () => library.causalMask(3),
  causalMask: () => library.causalMask(3),
  lengthsMask: () => library.lengthsMask(ints([2, 3]), 3),
  windowMask: () => library.windowMask(3, { window: 2 }),
  nearby: () => new SoftmaxAttention(4, 2, { window: 2 }).forward(x),
  maskedSoftmax: () => library.maskedSoftmax(x),
  softmaxInPlace: () => library.scaledDotProductAttention(x, x, x),
  products: () => library.scaledDotProductAttention(x, x, x),
  weightedSum: () => library.attend(noise([2, 3, 3], 4), x),
  attend: () => library.attend(noise([2, 3, 3], 4), x),
  scoredPairs: () => library.attend(noise([2, 3, 3], 4), x),
  scaledDotProductAttention: () => library.scaledDotProductAttention(x, x, x),
  defaultScale: () => library.scaledDotProductAttention(x, x, x),
  eluPlusOne: () => library.linearAttention(x, x, x),
  mapped: () => heads.forward(x, x, x),
  sitesWith: () => new library.MultiheadAttention(4, 2),
  tapHeads: () => heads.forward(x, x, x),
  splitHeads: () => heads.forward(x, noise([2, 5, 4], 5), noise([2, 5, 4], 6)),
  mergeHeads: () => heads.forward(x, x, x),
  projectHeads: () => heads.forward(x, x, x),
  projectOut: () => heads.forward(x, x, x),
  throughHeads: () =>
    library.multiHeadAttentionForward(x, x, x, 4, 2, { inProjWeight: w.q, outProjWeight: w.out }),
  distances: () => new library.NadarayaWatson().forward(n, m, m),
  gaussianMeans: () => new library.NadarayaWatson().forward(n, m, m),
  meansOf: () => library.averagePooling(n, m),
  nadarayaWatson: () => library.nadarayaWatson(n, m, m, { kernel: "boxcar" }),
  attentionPooling: () => new library.AttentionPooling(4, 3).forward(x),
  positionalEncoding: () => library.positionalEncoding(3, 4),
  sines: () => new library.PositionalEncoding(4),
  alibiSlopes: () => library.alibiSlopes(4),
  alibiBias: () => new library.AlibiPositions(4).forward(3, 3),
  relativePositionBucket: () => library.relativePositionBucket(3),
  relativeBias: () => relative.forward(3, 3),
  dotScores: () => new library.DotScoring(4).forward(x, x, x),
  scaledDotScores: () => new library.ScaledDotScoring(4).forward(x, x, x),
  generalScores: () => new library.BilinearScoring(4, 4).forward(x, x, x),
  cosineScores: () => new library.CosineScoring(4).forward(x, x, x),
  gaussianScores: () => new library.GaussianScoring(4).forward(x, x, x),
  additiveScores: () => new library.AdditiveScoring(4, 4, 3).forward(x, x, x),
  additiveAttention: () => new library.AdditiveAttention(4, 4, 3).forward(x, x, x),
  inParts: () => new library.ConcatScoring(4, 4, 3).forward(x, x, x),
  concatScores: () => new library.ConcatScoring(4, 4, 3).forward(x, x, x),
  perceptronScores: () => new library.PerceptronScoring(4, 4, 3).forward(x, x, x),
  locationScores: () => new library.LocationScoring(4, 5).forward(x, x, x),
};

/** Definitions that the library does not run, and why. */
const instead: Readonly<Record<string, string>> = {
  multiHeadAttention:
    "throughHeads, its other form, with masks, caches, positions and dropout between the heads",
  rotary: "the op of its name, with angles that are kept from call to call",
  slidingWindowAttention: "blocks of queries, in memory that grows with the window instead of the length",
  linearAttention: "the sums of its equation 9, in time that grows with the length instead of its square",
  relativeAttention:
    "of Transformer-XL, in @saccade/models, which shifts rows instead of picking each pair's",
};

test("each definition is run by the library, or has what runs instead of it", () => {
  const defined = { ...attention, ...masks, ...multiHead, ...pooling, ...positions, ...scores };
  const all = Object.entries(defined).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
  expect([...Object.keys(runs), ...Object.keys(instead)].toSorted()).toEqual(all.toSorted());
});

test.each(Object.keys(runs))("the library runs %s", (name) => {
  expect(counter.of(() => runs[name]!()).get(name) ?? 0).toBeGreaterThan(0);
});

test("calls are counted, and only those of the run", () => {
  const three = counter.of(() => {
    for (const seed of [1, 2, 3]) library.attend(noise([3, 3], seed), n.unsqueeze(1));
  });
  expect(three.get("attend")).toBe(3);
  expect(counter.of(() => library.causalMask(3)).get("attend")).toBe(undefined);
});

describe("without weights", () => {
  const call = () => heads.forward(x, x, x, { needWeights: false });
  let remove = (): void => {};
  afterEach(() => {
    remove();
  });

  test("one op takes the place of the definition inside the heads", () => {
    const calls = counter.of(call);
    expect(calls.get("throughHeads")).toBe(1);
    expect(calls.has("scaledDotProductAttention")).toBe(false);
    expect(kernelsOf(call)).toContain("scaledDotProduct");
  });

  test.each(["hook_attn_scores", "hook_pattern"])("the definition runs while %s is listened to", (tapped) => {
    remove = addSiteListener({ wants: (_, site) => site === tapped, visit: (_owner, _site, value) => value });
    expect(counter.of(call).get("scaledDotProductAttention")).toBe(1);
    expect(kernelsOf(call)).not.toContain("scaledDotProduct");
  });

  test("a listener outside of it leaves the op", () => {
    remove = addSiteListener({
      wants: (_, site) => site === "hook_q",
      visit: (_owner, _site, value) => value,
    });
    expect(kernelsOf(call)).toContain("scaledDotProduct");
  });
});
