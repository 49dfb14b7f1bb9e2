// The names of seed document 003.
export {
  MultiHeadSelfAttention as MultiHeadAttention,
  SelfAttentionV1,
  SelfAttentionV2,
  SelfAttentionV3,
} from "./self-attention-steps.ts";
