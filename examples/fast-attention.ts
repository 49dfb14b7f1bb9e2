// Attention with the matrix of weights and without it: equality, memory, and processor time.
import { fastAttention } from "./fast-attention/fast-attention.ts";
import { runProgram } from "./program.ts";

await runProgram(fastAttention);
