import { ArgumentError, ShapeError, type Tensor } from "@saccade/tensor";
import { unchecked } from "@saccade/tensor/contract";
import type { SiteValues } from "../cache/anatomy.ts";
import { headName, layerOf, namesThat, type SiteFilter, upTo } from "../names.ts";

/** The attention of a layer in a run. */
export interface LayerPattern {
  readonly layer: number;
  /** (b, heads, queries, keys). */
  readonly pattern: Tensor;
}

/** The rule of the option `sites`. */
export const sitesRule = {
  /** Which patterns are read. Default those of self-attention, `blocks.0.attn.hook_pattern` and so on. */
  sites: unchecked<SiteFilter>("sites"),
};

/** Whether a site is the pattern of a self-attention. */
export function isPattern(name: string): boolean {
  return /(^|\.)attn\.hook_pattern$/.test(name);
}

/** A checked call that reads the patterns of a cache. */
interface PatternsCall {
  readonly what: string;
  readonly cache: SiteValues & { readonly names: readonly string[] };
  readonly sites?: SiteFilter | undefined;
}

/**
 * The patterns in a cache, by layer.
 *
 * @throws ArgumentError if there are none, or two for one layer, such as those of an encoder and a decoder.
 */
export function patternsIn({ what, cache, sites = isPattern }: PatternsCall): LayerPattern[] {
  const names = namesThat(what, "sites", sites, cache.names);
  if (names.length === 0)
    throw new ArgumentError(
      `${what}: the cache has no attention patterns; run runWithCache with names that take "blocks.0.attn.hook_pattern".`,
    );
  const layers = names.map((name, i) => layerOf(name) ?? i);
  return names.map((name, i) => {
    const layer = layers[i]!;
    const other = layers.indexOf(layer);
    if (other < i)
      throw new ArgumentError(
        `${what}: "${names[other]}" and "${name}" are both of layer ${layer}; choose with sites: (name) => name.startsWith("…") && name.endsWith("attn.hook_pattern").`,
      );
    return { layer, pattern: cache.get(name) };
  });
}

/** As {@link patternsIn}, (b, heads, n, n). @throws ShapeError unless queries and keys are the same positions. */
export function squarePatternsIn(call: PatternsCall): Tensor[] {
  const patterns = patternsIn(call).map(({ pattern }) => pattern);
  for (const pattern of patterns)
    if (pattern.ndim !== 4 || pattern.size(2) !== pattern.size(3))
      throw new ShapeError(
        `${call.what}: a pattern is ${pattern.describe()}, expected (b, heads, n, n), queries and keys at the same positions.`,
      );
  return patterns;
}

/** The labels of the heads of layers: "L0H0", "L0H1", …. */
export function headLabels(patterns: readonly LayerPattern[]): string[] {
  return patterns.flatMap(({ layer, pattern }) => upTo(pattern.size(1)).map((head) => headName(layer, head)));
}
