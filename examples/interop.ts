// A GPT is trained in Saccade, continued in PyTorch by two processes, and continued in Saccade: one loss curve.
import { interop } from "./interop/interop.ts";
import { runProgram } from "./program.ts";

await runProgram(interop);
