// Translates sentences with names that no vocabulary holds: attention points at the word to copy.
import { copyUnknown } from "./copying/copy-unknown.ts";
import { runProgram } from "./program.ts";

await runProgram(copyUnknown);
