// Real English–French sentences: a translator with attention, one without, or a Transformer; held-out BLEU by length.
import { fraEng } from "./fra-eng/fra-eng.ts";
import { runProgram } from "./program.ts";

await runProgram(fraEng);
