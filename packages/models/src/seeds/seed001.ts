// The names of seed document 001.
export { Attention } from "./self-attention.ts";
