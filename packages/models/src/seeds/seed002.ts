// The names of seed document 002.
export { WideSelfAttention as SelfAttention } from "./self-attention.ts";
