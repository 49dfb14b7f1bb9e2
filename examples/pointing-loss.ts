// Teaches a translator's attention where to point, beside its words, and counts the wrong words that this removes.
import { pointingLoss } from "./copying/pointing-loss.ts";
import { runProgram } from "./program.ts";

await runProgram(pointingLoss);
