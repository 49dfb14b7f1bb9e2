import type { Bert } from "@saccade/attention";
import { LayerNorm, Linear, linear } from "@saccade/nn";
import { scope, type Tensor, zeros } from "@saccade/tensor";
import { readWeights } from "./headers.ts";

const start = "cls.predictions.";

/** Hidden states (…, dModel) to scores (…, vocabulary). */
export type MaskedHead = (hidden: Tensor) => Tensor;

/**
 * The part of a BERT that scores masked tokens (Devlin et al. 2019, appendix A.1): a dense layer, GELU, a norm, and the
 * table of embeddings with a bias.
 *
 * @returns null where the files have none
 * @throws ShapeError for weights of another model
 */
export async function readMaskedHead(bert: Bert, files: readonly File[]): Promise<MaskedHead | null> {
  const weights = await readWeights(files, (name) => name.startsWith(start));
  const find = (...ends: readonly string[]): Tensor | undefined =>
    ends.map((end) => weights.get(start + end)).find((x) => x !== undefined);
  const [weight, bias] = [find("transform.dense.weight"), find("transform.dense.bias")];
  const scale = find("transform.LayerNorm.weight", "transform.LayerNorm.gamma");
  const shift = find("transform.LayerNorm.bias", "transform.LayerNorm.beta");
  if (!weight || !bias || !scale || !shift) return null;
  const { dModel, vocabSize, normEps, activation } = bert.settings;
  const dense = new Linear(dModel, dModel);
  dense.loadStateDict({ weight, bias });
  const norm = new LayerNorm(dModel, { eps: normEps });
  norm.loadStateDict({ weight: scale, bias: shift });
  const last = find("bias", "decoder.bias") ?? zeros([vocabSize]);
  const approximate = activation === "geluTanh" ? "tanh" : "none";
  return (hidden) =>
    scope(() => {
      const x = norm.forward(dense.forward(hidden).gelu({ approximate }));
      return linear(x, bert.embedding.weight).add(last);
    });
}

/** Without a head of its own, a hidden state is compared with each embedding. */
export function tiedHead(bert: Bert): MaskedHead {
  return (hidden) => linear(hidden, bert.embedding.weight);
}
