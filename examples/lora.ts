// LoRA: a small GPT learns another style from a hundred lines, with all weights or with adapters of rank 8.
import { lora } from "./lora/lora.ts";
import { runProgram } from "./program.ts";

await runProgram(lora);
