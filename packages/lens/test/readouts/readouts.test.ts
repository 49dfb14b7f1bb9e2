import { readFileSync } from "node:fs";
import * as lens from "@saccade/lens";
import { GPT } from "@saccade/models";
import {
  ArgumentError,
  cat,
  eye,
  memory,
  rand,
  ShapeError,
  scope,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expectTable, type Table } from "../golden.ts";
import { difference, expectRefused } from "../models.ts";

type Rows = number[] | Rows[];

/** A small GPT with its weights, and what PyTorch computed from them; see readouts.py. */
const golden: {
  readonly weights: Readonly<Record<string, Table>>;
  readonly ids: number[][];
  readonly baseline: number[];
  readonly metric: number;
  readonly detected: readonly {
    readonly kind: lens.HeadName;
    readonly excludeBos: boolean;
    readonly excludeCurrentToken: boolean;
    readonly errorMeasure: "mul" | "abs";
    readonly scores: number[][];
  }[];
  readonly composition: Readonly<Record<"Q" | "K" | "V", Rows>>;
} & Readonly<Record<"logits" | "gradient" | "integratedGradients" | "distances" | "points", Rows>> =
  JSON.parse(readFileSync(new URL("../fixtures/readouts.json", import.meta.url), "utf8"));

const flat = (rows: Rows): number[] => rows.flatMap((row) => (typeof row === "number" ? [row] : flat(row)));
const expectRows = (x: Tensor, rows: Rows): void => expectTable(x, { data: flat(rows) });

const layers = { numLayers: 2, numHeads: 2, dModel: 8, dimFeedforward: 16 };
const sizes = { vocabSize: 11, maxLen: 8, dropout: 0, ...layers };
const gpt = new GPT(sizes);
gpt.loadStateDict(
  Object.fromEntries(
    Object.entries(golden.weights).map(([name, { shape, data }]) => [name, tensor(data).reshape(shape)]),
  ),
);
const ids = tensor(golden.ids, { dtype: "int32" });
const { cache, output } = lens.runWithCache(gpt, ids);
const metric = (logits: Tensor): Tensor => {
  const last = logits.select(1, -1);
  return last.select(1, 4).sub(last.select(1, 6)).sum();
};

test("the small model is PyTorch's", () => expectRows(output, golden.logits));

test("gradients of the embeddings and integrated gradients are PyTorch's", () => {
  const { gradient, saliency: norms, inputTimesGradient } = lens.saliency(gpt, ids, metric);
  expectRows(gradient, golden.gradient);
  expectTable(norms, { data: [...gradient.square().sum(-1).sqrt().dataSync()] });
  expectTable(inputTimesGradient, { data: [...gradient.mul(cache.get("hook_embed")).sum(-1).dataSync()] });
  const baseline = tensor(golden.baseline);
  const found = lens.integratedGradients(gpt, ids, metric, { baseline, steps: 72 });
  expectRows(found.attributions, golden.integratedGradients);
  expect(found.output).toBeCloseTo(golden.metric, 4);
});

test("integrated gradients are complete, also at other sites and with a call of one's own", () => {
  const baseline = tensor(golden.baseline);
  for (const site of ["hook_pos_embed", "blocks.1.hook_resid_pre"]) {
    const options = { site, baseline, steps: 48 };
    const found = lens.integratedGradients(gpt, () => gpt.forward(ids), metric, options);
    const scale = found.perToken.abs().max().item();
    expect(Math.abs(found.error), site).toBeLessThan(1e-3 * scale);
    const difference = found.output - found.baselineOutput + found.error;
    expect(found.perToken.sum().item()).toBeCloseTo(difference, 3);
  }
});

test("head detectors give TransformerLens's scores", () => {
  for (const { kind, scores, ...options } of golden.detected)
    expectRows(lens.detectHead(gpt, ids, kind, options), scores);
  const [row] = ids.unbind(0);
  const own = tensor([...Array(49).keys()].map((k) => Number(k % 7 === 0))).reshape([7, 7]);
  const first = cache.get("pattern", 0).select(0, 0).select(-1, 0).sum(-1).div(7);
  const scores = lens.detectHead(gpt, row!, own, { heads: [[0, 1]] });
  expect(scores.dataSync()[1]).toBeCloseTo(first.dataSync()[1]!, 5);
  expect([...scores.dataSync()].filter((x) => x === -1).length).toBe(3);
});

test("composition scores are the norms of whole matrices", () => {
  for (const mode of ["Q", "K", "V"] as const)
    expectRows(lens.allCompositionScores(gpt, mode), golden.composition[mode]);
});

test("heads that share keys and values compose as if each had its own", () => {
  const llama = { numHeads: 4, positions: "rotary", norm: "rms", bias: false, tied: false } as const;
  const grouped = new GPT({ ...sizes, ...llama, numKvHeads: 2 });
  const full = new GPT({ ...sizes, ...llama });
  const state = { ...grouped.stateDict() };
  for (const name of Object.keys(state).filter((one) => one.endsWith("qkv.weight"))) {
    const [q, k, v] = state[name]!.split([8, 4, 4], 0) as [Tensor, Tensor, Tensor];
    const both = (x: Tensor): Tensor => x.reshape([2, 2, 8]).repeatInterleave(2, 0).reshape([8, 8]);
    state[name] = cat([q, both(k), both(v)], 0);
  }
  full.loadStateDict(state);
  for (const mode of ["Q", "K", "V"] as const)
    expectTable(lens.allCompositionScores(grouped, mode), {
      data: [...lens.allCompositionScores(full, mode).dataSync()],
    });
});

test("distances of heads, their places in a plane and similarity are PyTorch's", () => {
  const { distances, labels } = lens.headDistances(cache);
  expect(labels).toEqual(["L0H0", "L0H1", "L1H0", "L1H1"]);
  expectRows(distances, golden.distances);
  expectRows(lens.classicalMds(distances), golden.points);
  const { similarity } = lens.headSimilarity(cache, cache);
  expectTable(similarity, { data: flat(golden.distances).map((x) => 1 - x / Math.LN2) });
});

/** Attention of layers (1, heads, n, n) as a cache. */
const cacheOf = (layers: readonly Tensor[]): lens.ActivationCache =>
  new lens.ActivationCache(
    gpt,
    Object.fromEntries(layers.map((layer, i) => [`blocks.${i}.attn.hook_pattern`, layer])),
  );

test("the flow from a position to another is the least cut of the layers between them", () => {
  const n = 3;
  const weights = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2 * n * n, maxLength: 2 * n * n });
  const pattern = (data: number[]): Tensor => tensor(data).reshape([1, 1, n, n]);
  fc.assert(
    fc.property(weights, (data) => {
      const layers = [data.slice(0, n * n), data.slice(n * n)];
      const run = cacheOf(layers.map(pattern));
      const capacities = run.names.map((sites) => lens.rollout(run, { sites }).dataSync());
      const flow = lens.attentionFlow(run).dataSync();
      // Node `n level + position`; a side is a set of nodes, one bit each.
      const isIn = (side: number, node: number): boolean => ((side >> node) & 1) === 1;
      const cut = (side: number): number =>
        capacities.reduce((sum, layer, l) => {
          const out = Array.from(layer, (capacity, k) => {
            const [from, to] = [n * (l + 1) + Math.floor(k / n), n * l + (k % n)];
            return isIn(side, from) && !isIn(side, to) ? capacity : 0;
          });
          return sum + out.reduce((all, one) => all + one, 0);
        }, 0);
      for (let k = 0; k < n * n; k++) {
        const [source, sink] = [2 * n + Math.floor(k / n), k % n];
        const sides = Array.from({ length: 2 ** (3 * n) }, (_, side) => side);
        const cuts = sides.filter((side) => isIn(side, source) && !isIn(side, sink)).map(cut);
        expect(flow[k]).toBeCloseTo(Math.min(...cuts), 5);
      }
    }),
    { numRuns: 10 },
  );
});

test("a sentence through many layers has a flow; a text is refused before any", () => {
  const run = (length: number, numLayers: number): lens.ActivationCache =>
    cacheOf(Array.from({ length: numLayers }, () => rand([1, 2, length, length]).tril()));
  const sentence = run(40, 12);
  const flow = lens.attentionFlow(sentence);
  expect(flow.sub(lens.rollout(sentence)).min().item()).toBeGreaterThan(-1e-5);
  expect(() => lens.attentionFlow(run(200, 2))).toThrow(
    /^attentionFlow: 1 × 200 positions in 2 layers .*up to 100 positions is supported\. rollout\(cache\) serves long/,
  );
});

test("points in a plane keep their distances, and clusters follow them, also of 200 heads", () => {
  const few = [[0, 0], [1, 0], [10, 0], [10, 2], [30, 1]]; // biome-ignore format: points
  // On two circles far apart.
  const many = Array.from({ length: 200 }, (_, i) => [
    Math.cos(i) + (i % 2 === 0 ? 0 : 50),
    Math.sin(i) * 2 + (i % 4),
  ]);
  for (const [points, clusters, within] of [
    [few, [[0, 0, 0, 0, 1], [0, 0, 1, 1, 2]], 2e-5 * 30], // biome-ignore format: two and three clusters
    [many, [many.map((_, i) => i % 2)], 2e-3],
  ] as const) {
    const apart = (x: Tensor): Tensor => x.unsqueeze(1).sub(x.unsqueeze(0)).square().sum(-1).sqrt();
    const distances = apart(tensor(points as number[][]));
    expect(difference(apart(lens.classicalMds(distances)), distances)).toBeLessThan(within);
    for (const linkage of ["average", "complete", "single"] as const)
      clusters.forEach((expected, i) => {
        expect(lens.clusterHeads(distances, { numClusters: 2 + i, linkage })).toEqual(expected);
      });
  }
});

test("with one layer, flow and rollout are its mixed attention; with more, no row carries more than it has", () => {
  const first = { sites: "blocks.0.attn.hook_pattern" };
  expectTable(lens.attentionFlow(cache, first), { data: [...lens.rollout(cache, first).dataSync()] });
  const flow = lens.attentionFlow(cache);
  expect(flow.max().item()).toBeLessThanOrEqual(1 + 1e-6);
  expect(flow.sub(lens.rollout(cache)).min().item()).toBeGreaterThan(-1e-6);
  expect(flow.triu(1).abs().max().item()).toBe(0);
  expectTable(lens.attentionFlow(cache, { normalize: true }).sum(-1), { data: Array(14).fill(1) });
});

test("readouts free what they make, and refuse what does not fit", async () => {
  const before = memory().tensors;
  scope(() => {
    lens.saliency(gpt, ids, metric);
    lens.integratedGradients(gpt, ids, metric, { steps: 2 });
    lens.classicalMds(lens.headDistances(cache).distances);
  });
  expect(memory().tensors).toBe(before);
  const none = tensor([0]).reshape([1, 1]);
  await expectRefused([
    [() => lens.detectHead(gpt, ids, eye(2)), ShapeError, /n is 7 in tokens .*but 2 in detectionPattern/],
    [
      () => lens.detectHead(gpt, ids, "induction_head", { heads: [[2, 0]] }),
      ArgumentError,
      /a layer in heads/,
    ],
    [
      () => lens.saliency(gpt, ids, (logits) => logits),
      ArgumentError,
      /metric must give a tensor of one element/,
    ],
    [
      () => lens.saliency(gpt, ids, metric, { site: "hook_embd" }),
      ArgumentError,
      /did you mean "hook_embed"/,
    ],
    [() => lens.clusterHeads(none, { numClusters: 2 }), ArgumentError, /numClusters/],
  ]);
});
