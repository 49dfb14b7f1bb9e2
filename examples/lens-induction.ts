// Induction heads form in a network of two attention layers, and not in one of one layer.
import { induction } from "./lens-induction/induction.ts";
import { runProgram } from "./program.ts";

await runProgram(induction);
