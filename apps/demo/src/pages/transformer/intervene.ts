import { type AttentionName, attentions, isCausal } from "@saccade/figures/transformer-places";
import { type Hooks, runWithCache, runWithHooks } from "@saccade/lens";
import { Transformer } from "@saccade/models";
import { cat, fromData, type Tensor, tensor } from "@saccade/tensor";
import { longestTarget, source, target } from "./language.ts";
import { type Breakage, heads, type Patch, type PatchSite, type Switches, width } from "./switches.ts";

// The page's model, and switches and patches of it as hooks at its sites.

/** The page's model, untrained. */
export function makeNet(dropout: number = 0, positions: boolean = true): Transformer {
  const net = new Transformer({
    srcVocabSize: source.size,
    tgtVocabSize: target.size,
    dModel: width,
    numHeads: heads,
    numLayers: 2, // of each side
    dimFeedforward: 2 * width,
    maxLen: longestTarget,
    dropout,
  });
  return positions ? net : withoutPositions(net);
}

/** Nothing is added to the embeddings any more. */
export function withoutPositions(net: Transformer): Transformer {
  net.encoder.positions = null;
  net.decoder.positions = null;
  return net;
}

/** A model, the sentence it reads, and the one that frozen heads and patches come from. */
export interface Subject {
  readonly net: Transformer;
  readonly sentence: readonly string[];
  readonly other: readonly string[];
}

/** The intervention in one row of a batch. */
export interface Intervention {
  readonly switches: Switches;
  readonly patch: Patch | null;
}

/** Rows of ids, as long as the first. */
export const idsOf = (rows: readonly (readonly number[])[]): Tensor =>
  fromData(Int32Array.from(rows.flat()), [rows.length, rows[0]?.length ?? 0]);

/** Runs `f` with an intervention in each row of the batch that it gives to the model; all rows read the same words. */
export function withInterventions<R>(
  { net, other }: Subject,
  fed: readonly string[],
  rows: readonly Intervention[],
  f: () => R,
): R {
  // The values at sites in the run of the other sentence, which reads the same French words.
  const names = sitesFromOther(rows);
  if (names.length === 0) return runWithHooks(net, f, { hooks: hooksOf(rows, new Map()) });
  const [theirs, read] = [idsOf([source.ids([...other, "<eos>"])]), idsOf([target.ids(fed)])];
  const { cache } = runWithCache(net, () => net.logits(theirs, read), {
    names: (name) => names.includes(name),
  });
  const found = new Map(names.map((name) => [name, cache.get(name)]));
  return runWithHooks(net, f, { hooks: hooksOf(rows, found) });
}

/** A layer of "e2.self" or "e2" in the names of sites: "encoder.1". */
const layerPath = (place: string): string =>
  `${place.startsWith("e") ? "encoder" : "decoder"}.${Number(place[1]) - 1}`;

/** An attention in the names of sites, such as "decoder.0.cross_attn" for "d1.cross". */
const pathOf = (attention: AttentionName): string =>
  `${layerPath(attention)}.${attention.endsWith("cross") ? "cross_attn" : "attn"}`;

/** The site of a place that is patched: words with their positions, or a layer's output. */
const patchedAt = (site: PatchSite): string =>
  site === "src" ? "encoder.0.hook_resid_pre" : `${layerPath(site)}.hook_normalized_resid_post`;

/** The sites whose values have to come from the other sentence. */
function sitesFromOther(rows: readonly Intervention[]): string[] {
  const frozen = rows.flatMap(({ switches }) => switches.filter(({ state }) => state === "frozen"));
  const patched = rows.flatMap(({ patch }) => (patch === null ? [] : [patchedAt(patch.site)]));
  return [...new Set([...frozen.map(({ attention }) => `${pathOf(attention)}.hook_z`), ...patched])];
}

type Other = ReadonlyMap<string, Tensor>;
type Placed = [string, (x: Tensor) => Tensor];

/** Hooks that apply each row's intervention. */
function hooksOf(rows: readonly Intervention[], other: Other): Hooks {
  return [
    ...attentions.flatMap((attention) => headHooks(rows, attention, other)),
    ...patchHooks(rows, other),
  ];
}

function headHooks(rows: readonly Intervention[], attention: AttentionName, other: Other): Placed[] {
  const states = rows.flatMap(({ switches }) =>
    switches.filter((one) => one.attention === attention).map(({ state }) => state),
  );
  /** (rows, heads) as `shape`: 1 for each head that is in a state in its row. */
  const mask = (state: Breakage, shape: readonly [number, number, number]): Tensor => {
    const marks = new Float32Array(rows.length * heads);
    rows.forEach(({ switches }, i) => {
      for (const one of switches) {
        if (one.attention === attention && one.state === state) marks[i * heads + one.head] = 1;
      }
    });
    return fromData(marks, [rows.length, ...shape]);
  };
  const hooks: Placed[] = [];
  if (states.includes("even")) {
    const even = mask("even", [heads, 1, 1]);
    hooks.push([
      `${pathOf(attention)}.hook_pattern`,
      (pattern) => blend(pattern, evenWeights(pattern, isCausal(attention)), even),
    ]);
  }
  if (states.includes("off") || states.includes("frozen")) {
    const site = `${pathOf(attention)}.hook_z`;
    const [off, frozen] = [mask("off", [1, heads, 1]), mask("frozen", [1, heads, 1])];
    hooks.push([
      site,
      (z) => {
        const kept = z.mul(off.neg().add(1));
        const theirs = other.get(site);
        return theirs === undefined ? kept : blend(kept, fitted(theirs, kept), frozen);
      },
    ]);
  }
  return hooks;
}

function patchHooks(rows: readonly Intervention[], other: Other): Placed[] {
  const sites = rows.flatMap(({ patch }) => (patch === null ? [] : [patch.site]));
  return [...new Set(sites)].map((site) => [
    patchedAt(site),
    (x) => {
      const n = x.size(1);
      const marks = new Float32Array(rows.length * n);
      rows.forEach(({ patch }, i) => {
        if (patch?.site === site && patch.position < n) marks[i * n + patch.position] = 1;
      });
      const theirs = fitted(other.get(patchedAt(site))!, x);
      return blend(x, theirs, fromData(marks, [rows.length, n, 1]));
    },
  ]);
}

/** x where the mask is 0, y where it is 1. */
function blend(x: Tensor, y: Tensor, mask: Tensor): Tensor {
  return x.mul(mask.neg().add(1)).add(y.mul(mask));
}

/** (1, 1, lq, lk): the same weight for every key that a query may see. */
function evenWeights(pattern: Tensor, causal: boolean): Tensor {
  const [lq, lk] = [pattern.size(2), pattern.size(3)];
  const rows = Array.from({ length: lq }, (_, i) => {
    const seen = causal ? i + 1 : lk;
    return Array.from({ length: lk }, (_, j) => (j < seen ? 1 / seen : 0));
  });
  return tensor(rows).reshape([1, 1, lq, lk]);
}

/** The other sentence's values at as many positions as x has; where it ends earlier, x's own. */
function fitted(theirs: Tensor, x: Tensor): Tensor {
  const [n, m] = [x.size(1), theirs.size(1)];
  if (m >= n) return theirs.narrow(1, 0, n);
  const rest = x.narrow(1, m, n - m);
  const [b] = x.shape;
  return cat([theirs.expand([b!, ...theirs.shape.slice(1)]), rest], 1);
}
