// Trains the networks whose film the arena opens with, each mechanism on associative recall, and writes what they answered; takes a
// minute or two: pnpm --filter @saccade/demo make-arena
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { mixers } from "../src/pages/arena/calls.ts";
import { Learner } from "../src/pages/arena/learner.ts";
import { writeStart } from "./write-start.ts";

setBackend(await wasmBackend({ threads: 1 }));
const [task, seed] = ["recall", 0] as const;
const frames = mixers.map((mixer) => {
  const learner = new Learner({ task, mixer, seed });
  const made = [learner.frame(), ...learner.train(Number.POSITIVE_INFINITY).frames];
  console.log(mixer, made.at(-1)?.share);
  return [mixer, made] as const;
});
writeStart("arena", { task, seed, frames: Object.fromEntries(frames) }, 4);
