import { noGrad } from "@saccade/autograd";
import { cat, linalg, ShapeError, stack, type Tensor } from "@saccade/tensor";
import { checkInteger, iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type ActivationCache, cacheRule } from "../cache/activation-cache.ts";
import { upTo } from "../names.ts";
import { declare } from "../run/calls.ts";
import { headLabels, type LayerPattern, patternsIn, sitesRule } from "./patterns.ts";

const distanced = declare("headDistances(cache)", { given: { cache: cacheRule }, options: sitesRule });
const compared = declare("headSimilarity(cache, other)", {
  given: { left: cacheRule, right: cacheRule },
  options: sitesRule,
});
const square = { distances: c.required(c.tensorRule("float")) };
const squareText = "distances float (n, n)";
const mdsSizes = c.tensors("classicalMds", squareText);
const clusterSizes = c.tensors("clusterHeads", squareText);
const scaled = declare("classicalMds(distances)", {
  given: square,
  options: {
    /** The number of coordinates. Default 2. */
    dims: c.size(2),
  },
});
const clustered = declare("clusterHeads(distances, { numClusters: 4 })", {
  given: square,
  options: {
    /** The number of clusters. */
    numClusters: c.required(c.size()),
    /** The distance of two clusters: the mean of their members', the largest or the smallest. Default "average". */
    linkage: c.oneOf(["average", "complete", "single"], "average"),
  },
});

/** Options of {@link headDistances}. */
export interface HeadDistancesOptions extends c.OptionsOf<typeof distanced, typeof sitesRule> {}

/** Options of {@link headSimilarity}. */
export interface HeadSimilarityOptions extends c.OptionsOf<typeof compared, typeof sitesRule> {}

/** Options of {@link classicalMds}. */
export interface MdsOptions extends c.OptionsOf<typeof scaled> {}

/** Options of {@link clusterHeads}. */
export interface ClusterOptions extends c.OptionsOf<typeof clustered> {}

/** The result of {@link headDistances}. It is a named tuple. */
export interface HeadDistances extends Iterable<Tensor | readonly string[]> {
  /** (heads of all layers, heads of all layers). */
  readonly distances: Tensor;
  /** "L0H0", "L0H1", …. */
  readonly labels: readonly string[];
}

/** The result of {@link headSimilarity}. It is a named tuple. */
export interface HeadSimilarity extends Iterable<Tensor | readonly string[]> {
  /** From 0 to 1: (heads of the left run, heads of the right run). */
  readonly similarity: Tensor;
  /** The left run's heads, "L0H0", "L0H1", …. */
  readonly leftLabels: readonly string[];
  /** The right run's heads. */
  readonly rightLabels: readonly string[];
}

/**
 * The distances between the heads of a run: the Jensen–Shannon divergence of their patterns, in nats, with its mean over inputs
 * and queries (Clark et al. 2019, section 6; there it is a sum). {@link classicalMds} places the heads by it in a plane, and
 * {@link clusterHeads} groups them.
 *
 * @param cache with the patterns of all layers
 * @throws ArgumentError for a cache without patterns, and two patterns for one layer.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * headDistances(cache).distances.shape // [4, 4]
 */
export function headDistances(cache: ActivationCache, options: HeadDistancesOptions = {}): HeadDistances {
  const call = distanced([cache, options]);
  const patterns = patternsIn(call);
  return noGrad(() => {
    const heads = byHead(call.what, patterns);
    return iterable({ distances: divergences(heads, heads), labels: headLabels(patterns) });
  });
}

/**
 * How alike the heads of two runs attend: 1 less their Jensen–Shannon divergence in bits, with its mean over inputs and
 * queries. Two runs of one input: two checkpoints, two seeds, or a model before and after an intervention.
 *
 * @param left with the patterns of all layers
 * @param right of the same inputs
 * @throws ArgumentError for a cache without patterns; ShapeError for runs of other lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * headSimilarity(cache, cache).similarity.diagonal() // tensor([1, 1, 1, 1])
 */
export function headSimilarity(
  left: ActivationCache,
  right: ActivationCache,
  options: HeadSimilarityOptions = {},
): HeadSimilarity {
  const { what, sites } = compared([left, right, options]);
  const [one, other] = [patternsIn({ what, cache: left, sites }), patternsIn({ what, cache: right, sites })];
  const [leftLabels, rightLabels] = [headLabels(one), headLabels(other)];
  return noGrad(() => {
    const heads = byHead(what, [...one, ...other]);
    const [a, b] = heads.split([leftLabels.length, rightLabels.length], 0) as [Tensor, Tensor];
    return iterable({ similarity: divergences(a, b).div(Math.LN2).neg().add(1), leftLabels, rightLabels });
  });
}

/** (heads of all layers, b · queries, keys). @throws ShapeError for patterns of different lengths. */
function byHead(what: string, patterns: readonly LayerPattern[]): Tensor {
  const all = patterns.map(({ pattern }) => pattern.transpose(0, 1).flatten(1, 2));
  const other = all.findIndex((x) => x.size(1) !== all[0]!.size(1) || x.size(2) !== all[0]!.size(2));
  if (other < 0) return cat(all, 0);
  const [one, another] = [patterns[0]!, patterns[other]!].map(({ pattern }) => pattern.describe());
  throw new ShapeError(`${what}: the patterns are ${one} and ${another}; run both on the same inputs.`);
}

// H((p + q) / 2) − (H(p) + H(q)) / 2, for one head after another: all pairs at once would not fit in memory.
function divergences(left: Tensor, right: Tensor): Tensor {
  const [ofLeft, ofRight] = [entropies(left), entropies(right)]; // (heads)
  const mixed = left.unbind(0).map((p) => entropies(right.add(p).mul(0.5)));
  const means = ofLeft.unsqueeze(1).add(ofRight.unsqueeze(0)).mul(0.5);
  return stack(mixed).sub(means).maximum(0); // (left heads, right heads)
}

/** −Σ p log p over keys, with its mean over queries: (heads, queries, keys) → (heads). 0 log 0 is 0. */
function entropies(p: Tensor): Tensor {
  return p.mul(p.maximum(1e-30).log()).sum(-1).neg().mean(1);
}

/**
 * Classical multidimensional scaling (Torgerson 1952): points whose distances come close to those given, from the largest
 * eigenvalues of −½ J D² J with J = I − 1/n.
 *
 * @param distances (n, n), symmetric
 * @returns (n, dims), with mean 0; in each column the number with the largest absolute value is positive
 * @throws ShapeError unless the matrix is square; ArgumentError for more dims than points.
 * @example classicalMds(tensor([[0, 2], [2, 0]]), { dims: 1 }).abs() // tensor([[1], [1]])
 */
export function classicalMds(distances: Tensor, options: MdsOptions = {}): Tensor {
  const { what, dims } = scaled([distances, options]);
  const { n } = mdsSizes([distances]);
  checkInteger(what, "dims", dims, 1, n);
  return noGrad(() => {
    const squared = distances.add(distances.transpose(0, 1)).mul(0.5).square();
    const rows = squared.sub(squared.mean(0, { keepdim: true }));
    const centred = rows.sub(rows.mean(1, { keepdim: true })).mul(-0.5);
    const { eigenvalues, eigenvectors } = linalg.eigh(centred); // in increasing order
    const columns = upTo(dims).map((i) => {
      const at = n - 1 - i;
      const vector = eigenvectors.select(1, at);
      const length = eigenvalues.select(0, at).maximum(0).sqrt();
      const largest = vector.select(0, vector.abs().argmax().item());
      return vector.mul(length).mul(largest.sign());
    });
    return stack(columns, 1);
  });
}

/**
 * Agglomerative clusters: each point is a cluster at first, and the two nearest become one until `numClusters` are left.
 *
 * @param distances (n, n), symmetric
 * @returns the cluster of each point, numbered in the order of their first points
 * @throws ShapeError unless the matrix is square; ArgumentError for more clusters than points.
 * @example clusterHeads(tensor([[0, 1, 9], [1, 0, 9], [9, 9, 0]]), { numClusters: 2 }) // [0, 0, 1]
 */
export function clusterHeads(distances: Tensor, options: ClusterOptions): number[] {
  const { what, numClusters, linkage } = clustered([distances, options]);
  const { n } = clusterSizes([distances]);
  checkInteger(what, "numClusters", numClusters, 1, n);
  const clusters = clustersOf(Float64Array.from(distances.dataSync()), n, numClusters, linkages[linkage]);
  const found = upTo(n);
  clusters.forEach((members, number) => {
    for (const point of members) found[point] = number;
  });
  return found;
}

/** The distance from a cluster that two became, by theirs (Lance and Williams 1967). */
type Linkage = (left: number, right: number, leftSize: number, rightSize: number) => number;

const linkages: Readonly<Record<"average" | "complete" | "single", Linkage>> = {
  average: (left, right, m, n) => (m * left + n * right) / (m + n),
  complete: (left, right) => Math.max(left, right),
  single: (left, right) => Math.min(left, right),
};

/** Clusters by their first points; `numbers` are overwritten by the distances between clusters. */
function clustersOf(numbers: Float64Array, n: number, count: number, linkage: Linkage): number[][] {
  const members = upTo(n).map((i) => [i]);
  const open = upTo(n);
  while (open.length > count) {
    let [first, second] = [open[0]!, open[1]!];
    let least = Number.POSITIVE_INFINITY;
    for (let a = 0; a < open.length; a++)
      for (let b = a + 1; b < open.length; b++) {
        const distance = numbers[open[a]! * n + open[b]!]!;
        if (distance < least) [first, second, least] = [open[a]!, open[b]!, distance];
      }
    const [left, right] = [members[first]!, members[second]!];
    for (const other of open) {
      if (other === first || other === second) continue;
      const at = between(first, other, n);
      const from = between(second, other, n);
      numbers[at] = linkage(numbers[at]!, numbers[from]!, left.length, right.length);
    }
    left.push(...right);
    open.splice(open.indexOf(second), 1);
  }
  return open.map((i) => members[i]!);
}

/** Where the distance of two clusters is: above the diagonal. */
function between(i: number, j: number, n: number): number {
  return Math.min(i, j) * n + Math.max(i, j);
}
