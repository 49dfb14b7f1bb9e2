// The names of seed document 002.
export { SelfAttention } from "./self-attention.ts";
