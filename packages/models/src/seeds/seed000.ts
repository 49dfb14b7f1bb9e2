// The names of seed document 000.
export { MultiHeadSublayer as MultiHeadAttention, ScaledDotProductAttention } from "./multi-head.ts";
