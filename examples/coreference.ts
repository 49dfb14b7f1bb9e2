// "The animal didn't cross the street because it was too tired": attention from "it" points at the noun it means.
import { coreference } from "./coreference/coreference.ts";
import { runProgram } from "./program.ts";

await runProgram(coreference);
