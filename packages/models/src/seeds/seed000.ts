// The names of seed document 000.
export { MultiHeadAttention } from "./multi-head.ts";
export { ScaledDotProductAttention } from "./scaled-dot-product-attention.ts";
