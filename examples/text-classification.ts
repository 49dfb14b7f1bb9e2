// Classifies reviews by what they say about one thing: one layer of attention, a GRU, and the mean of the words.
import { runProgram } from "./program.ts";
import { textClassification } from "./text-classification/text-classification.ts";

await runProgram(textClassification);
