import {
  AlibiPositions,
  type AttentionPositions,
  LearnedPositions,
  PositionalEncoding,
  RelativePositions,
  type RotaryOptions,
  RotaryPositions,
} from "@saccade/attention";

/** Positions that are added to the embeddings (…, n, dModel); null for kinds that act in the attention. */
export function addedPositions(
  kind: string,
  dModel: number,
  maxLen: number,
): LearnedPositions | PositionalEncoding | null {
  if (kind === "learned") return new LearnedPositions(maxLen, dModel);
  return kind === "sinusoidal" ? new PositionalEncoding(dModel, { maxLen }) : null;
}

/** Positions in the self-attention, which all layers share, as T5 shares its biases; null for kinds that are added. */
export function innerPositions(
  kind: string,
  heads: { readonly numHeads: number; readonly headDim: number; readonly causal: boolean },
  rotary: RotaryOptions,
): AttentionPositions | null {
  if (kind === "rotary") return new RotaryPositions(heads.headDim, rotary);
  if (kind === "alibi") return new AlibiPositions(heads.numHeads);
  return kind === "relative" ? new RelativePositions(heads.numHeads, { bidirectional: !heads.causal }) : null;
}
