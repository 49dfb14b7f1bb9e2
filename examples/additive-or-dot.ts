// Additive beside scaled dot-product attention over widths and amounts of data: which suits which task?
import { additiveOrDot } from "./additive-or-dot/additive-or-dot.ts";
import { runProgram } from "./program.ts";

await runProgram(additiveOrDot);
