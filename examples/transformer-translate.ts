// A Transformer translates beside a GRU with attention: loss, BLEU, alignment error rate, tokens a second.
import { runProgram } from "./program.ts";
import { transformerTranslate } from "./transformer-translate/transformer-translate.ts";

await runProgram(transformerTranslate);
