// Self-attention beside convolution on sentences: a cue of two adjacent words, and one of two words far apart.
import { attentionOrConvolutionText } from "./attention-or-convolution/text.ts";
import { runProgram } from "./program.ts";

await runProgram(attentionOrConvolutionText);
