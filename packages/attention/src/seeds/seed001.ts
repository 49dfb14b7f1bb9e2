export { Attention } from "./self-attention.ts";
