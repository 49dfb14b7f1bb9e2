// Which head of the coreference model carries the pronoun's meaning: found by activation patching, held against ablation.
import { coreferenceHeads } from "./lens-coreference/coreference.ts";
import { runProgram } from "./program.ts";

await runProgram(coreferenceHeads);
