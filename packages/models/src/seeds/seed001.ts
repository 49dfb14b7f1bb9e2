// The names of seed document 001.
export { PlainSelfAttention as Attention } from "./self-attention.ts";
