import { type AttentionName, attentions, isCausal } from "@saccade/figures/transformer-places";
import { type Hooks, runWithCache } from "@saccade/lens";
import type { Transformer } from "@saccade/models";
import { cat, fromData, type Tensor, tensor } from "@saccade/tensor";
import type { Patch, PatchSite } from "./patches.ts";
import { heads } from "./sizes.ts";
import type { Breakage, Switches } from "./switches.ts";

// Switches and patches of a model, as hooks at its sites.

/** The intervention in one row of a batch. */
export interface Intervention {
  readonly switches: Switches;
  readonly patch: Patch | null;
}

/** A layer of "e2.self" or "e2" in the names of sites: "encoder.1". */
const layerPath = (place: string): string =>
  `${place.startsWith("e") ? "encoder" : "decoder"}.${Number(place[1]) - 1}`;

/** An attention in the names of sites, such as "decoder.0.cross_attn" for "d1.cross". */
export function pathOf(attention: AttentionName): string {
  return `${layerPath(attention)}.${attention.endsWith("cross") ? "cross_attn" : "attn"}`;
}

/** The site of a place that is patched: words with their positions, or a layer's output. */
export function patchedAt(site: PatchSite): string {
  return site === "src" ? "encoder.0.hook_resid_pre" : `${layerPath(site)}.hook_normalized_resid_post`;
}

/** The values at sites in the run of another sentence that reads the same French words. */
export type Other = ReadonlyMap<string, Tensor>;

/** The sites whose values have to come from another sentence. */
export function sitesFromOther(rows: readonly Intervention[]): string[] {
  const frozen = rows.flatMap(({ switches }) => switches.filter(({ state }) => state === "frozen"));
  const patched = rows.flatMap(({ patch }) => (patch === null ? [] : [patchedAt(patch.site)]));
  return [...new Set([...frozen.map(({ attention }) => `${pathOf(attention)}.hook_z`), ...patched])];
}

/** Runs the other sentence, (1, n) ids, and keeps its values at the sites. */
export function otherRun(net: Transformer, source: Tensor, fed: Tensor, names: readonly string[]): Other {
  if (names.length === 0) return new Map();
  const { cache } = runWithCache(net, () => net.logits(source, fed), {
    names: (name) => names.includes(name),
  });
  return new Map(names.map((name) => [name, cache.get(name)]));
}

/** Hooks that apply each row's intervention. */
export function hooksOf(rows: readonly Intervention[], other: Other): Hooks {
  return [
    ...attentions.flatMap((attention) => headHooks(rows, attention, other)),
    ...patchHooks(rows, other),
  ];
}

type Placed = [string, (x: Tensor) => Tensor];

function headHooks(rows: readonly Intervention[], attention: AttentionName, other: Other): Placed[] {
  const touched = rows.flatMap(({ switches }) => switches.filter((one) => one.attention === attention));
  const has = (state: Breakage): boolean => touched.some((one) => one.state === state);
  const hooks: Placed[] = [];
  if (has("even")) {
    const even = headMask(rows, attention, "even").reshape([rows.length, heads, 1, 1]);
    hooks.push([
      `${pathOf(attention)}.hook_pattern`,
      (pattern) => blend(pattern, evenWeights(pattern, isCausal(attention)), even),
    ]);
  }
  if (has("off") || has("frozen")) {
    const site = `${pathOf(attention)}.hook_z`;
    const off = headMask(rows, attention, "off").reshape([rows.length, 1, heads, 1]);
    const frozen = headMask(rows, attention, "frozen").reshape([rows.length, 1, heads, 1]);
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

/** (rows, heads): 1 for each head that is in a state in its row. */
function headMask(rows: readonly Intervention[], attention: AttentionName, state: Breakage): Tensor {
  const marks = new Float32Array(rows.length * heads);
  rows.forEach(({ switches }, i) => {
    for (const one of switches) {
      if (one.attention === attention && one.state === state) marks[i * heads + one.head] = 1;
    }
  });
  return fromData(marks, [rows.length, heads]);
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
