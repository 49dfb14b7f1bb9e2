import { weightsOf } from "@saccade/figures/head-maps";
import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";

/**
 * How alike two heads attend to the same tokens: 1 less the Jensen–Shannon divergence of their weights in bits, with its mean
 * over the tokens, as `headSimilarity` of @saccade/lens has it. In plain numbers: the page has weights, and no models.
 */
export function alike(maps: HeadMaps, head: HeadAsk, other: HeadMaps, otherHead: HeadAsk): number {
  const [p, q] = [weightsOf(maps, head), weightsOf(other, otherHead)];
  let divergence = 0;
  for (let i = 0; i < p.length; i++) {
    const [a, b] = [p[i]!, q[i]!];
    const mean = (a + b) / 2;
    if (a > 0) divergence += (a * Math.log2(a / mean)) / 2;
    if (b > 0) divergence += (b * Math.log2(b / mean)) / 2;
  }
  return Math.min(1, 1 - divergence / maps.tokens.length);
}

/** All heads of some maps, layer by layer. */
export function headsOf({ layers, heads }: HeadMaps): HeadAsk[] {
  return Array.from({ length: layers * heads }, (_, i) => ({
    layer: Math.floor(i / heads),
    head: i % heads,
  }));
}

/** Whether two maps are of the same tokens. */
export function sameTokens({ tokens }: HeadMaps, other: HeadMaps): boolean {
  return tokens.length === other.tokens.length && tokens.every((token, i) => token === other.tokens[i]);
}
