// The names of seed document 003.
export {
  MaskedSelfAttention as SelfAttentionV3,
  MultiHeadSelfAttention as MultiHeadAttention,
  PackedSelfAttention as SelfAttentionV2,
  ProjectedSelfAttention as SelfAttentionV1,
} from "./self-attention.ts";
