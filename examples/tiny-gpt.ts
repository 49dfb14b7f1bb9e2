// A small GPT with a byte-pair tokenizer learns a generated language: perplexity, samples, cached decoding.
import { runProgram } from "./program.ts";
import { tinyGpt } from "./tiny-gpt/tiny-gpt.ts";

await runProgram(tinyGpt);
