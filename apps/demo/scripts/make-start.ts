// Computes and trains what the first pages open with, and writes it into their folders. Run after a change of what it is
// made of: pnpm --filter @saccade/demo make-start
import { makeStart as regressionStart } from "../src/pages/kernel-regression/make-start.ts";
import { makeStart as scoringStart } from "../src/pages/scoring/make-start.ts";
import { writeStart } from "./write-start.ts";

writeStart("kernel-regression", regressionStart(), 5);
writeStart("scoring", scoringStart(), 5);
