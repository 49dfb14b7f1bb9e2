// Finds convex hulls: the attention of a recurrent decoder is its output, of variable length.
import { pointerHull } from "./pointer-hull/pointer-hull.ts";
import { runProgram } from "./program.ts";

await runProgram(pointerHull);
