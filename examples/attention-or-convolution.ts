// Self-attention beside convolution on images: what each sees, how much data it needs, and what a shift does to it.
import { attentionOrConvolution } from "./attention-or-convolution/images.ts";
import { runProgram } from "./program.ts";

await runProgram(attentionOrConvolution);
