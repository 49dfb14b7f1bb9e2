// Nine ways to score a key for a query on one retrieval task; why dot products are divided by √d, and why a key bias is
// idle.
import { runProgram } from "./program.ts";
import { scoringFunctions } from "./scoring-functions/scoring-functions.ts";

await runProgram(scoringFunctions);
