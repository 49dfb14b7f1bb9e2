// Reverses sequences of ten tokens with a small Transformer encoder: attention alone says where each token comes from.
import { runProgram } from "./program.ts";
import { reversal } from "./reversal/reversal.ts";

await runProgram(reversal);
