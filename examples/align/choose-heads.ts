import { noGrad } from "@saccade/autograd";
import type { GrammarData } from "@saccade/datasets";
import { alignmentErrorRate, alignmentLinks, Transformer } from "@saccade/models";
import { referenceInput, type Translator } from "./evaluate.ts";

/** One layer's attention to the source: that of one head, or the mean of all. */
export interface ChosenHeads {
  readonly layer: number;
  /** null for all. */
  readonly heads: readonly number[] | null;
  /** On the validation pairs. */
  readonly aer: number;
}

/**
 * Lets a Transformer show the attention that aligns the validation pairs best, of each head and of each layer's mean.
 * Returns null for other translators, which have one attention.
 */
export function chooseHeads(net: Translator, data: GrammarData): ChosenHeads | null {
  if (!(net instanceof Transformer)) return null;
  net.eval();
  const { numHeads, numLayers } = net.settings;
  const choices = Array.from({ length: numLayers }, (_, layer) => [
    { layer, heads: null },
    ...Array.from({ length: numHeads }, (__, head) => ({ layer, heads: [head] })),
  ]).flat();
  const rated = choices.map((choice) => ({ ...choice, aer: errorRate(net, data, choice) }));
  const best = rated.reduce((a, b) => (b.aer < a.aer ? b : a));
  net.decoder.chooseHeads(best.layer, best.heads);
  return best;
}

function errorRate(net: Transformer, data: GrammarData, { layer, heads }: Omit<ChosenHeads, "aer">): number {
  const weights = noGrad(() => {
    const { X, XValidLen } = data.validation;
    const all = net.forward(X, referenceInput(data, "validation"), XValidLen).crossWeights[layer]!;
    return (heads === null ? all.mean(1) : all.select(1, heads[0]!)).toArray() as number[][][];
  });
  const found = data.split.validation.map(({ source, target, sure, possible }, i) => ({
    links: alignmentLinks(weights[i]!, source, target),
    sure,
    possible,
  }));
  return alignmentErrorRate(found);
}
