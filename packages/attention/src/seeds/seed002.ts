export { SelfAttention } from "./self-attention.ts";
