// Masked words: an encoder beside a causal model, what is masked and how much, and fine-tuning with few labels.
import { bert } from "./bert/bert.ts";
import { runProgram } from "./program.ts";

await runProgram(bert);
