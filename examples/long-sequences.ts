// Long sequences: what attention costs from 1,024 to 16,384 positions, and three models that read far.
import { longSequences } from "./long-sequences/long-sequences.ts";
import { runProgram } from "./program.ts";

await runProgram(longSequences);
