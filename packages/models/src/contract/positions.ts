import * as attention from "@saccade/attention";
import { isWatched, type Module, site } from "@saccade/nn";
import { type Tensor, zerosLike } from "@saccade/tensor";

/** Positions that are added to the embeddings (…, n, dModel); null for kinds that act in the attention. */
export function addedPositions(
  kind: string,
  dModel: number,
  maxLen: number,
): attention.LearnedPositions | attention.PositionalEncoding | null {
  if (kind === "learned") return new attention.LearnedPositions(maxLen, dModel);
  return kind === "sinusoidal" ? new attention.PositionalEncoding(dModel, { maxLen }) : null;
}

/** Positions in the self-attention, which all layers share, as T5 shares its biases; null for kinds that are added. */
export function innerPositions(
  kind: string,
  heads: { readonly numHeads: number; readonly headDim: number; readonly causal: boolean },
  rotary: attention.RotaryOptions,
): attention.AttentionPositions | null {
  if (kind === "rotary") return new attention.RotaryPositions(heads.headDim, rotary);
  if (kind === "alibi") return new attention.AlibiPositions(heads.numHeads);
  return kind === "relative"
    ? new attention.RelativePositions(heads.numHeads, { bidirectional: !heads.causal })
    : null;
}

/** Embeddings plus positions, with a site for the positions, (b, n, dModel). */
export function addPositions(
  model: Module,
  positions: attention.LearnedPositions | attention.PositionalEncoding | null,
  embedded: Tensor,
  offset: number,
  name: string = "hook_pos_embed",
): Tensor {
  if (positions === null) return embedded;
  if (!isWatched(model, name)) return positions.forward(embedded, { offset });
  return embedded.add(site(model, name, positions.forward(zerosLike(embedded), { offset })));
}
