// The translator without attention beside the attentive one: BLEU by the length of the sentence.
import { attentionOrNot } from "./attention-or-not/attention-or-not.ts";
import { runProgram } from "./program.ts";

await runProgram(attentionOrNot);
