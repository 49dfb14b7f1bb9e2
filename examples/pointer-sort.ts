// Sorts ten integers: the attention of a recurrent decoder is its output.
import { pointerSort } from "./pointer-sort/pointer-sort.ts";
import { runProgram } from "./program.ts";

await runProgram(pointerSort);
