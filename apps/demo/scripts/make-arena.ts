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
  const { frames } = new Learner({ task, mixer, seed }).train(Number.POSITIVE_INFINITY);
  console.log(mixer, frames.at(-1)?.share);
  return [mixer, frames] as const;
});
writeStart("arena", { task, seed, frames: Object.fromEntries(frames) }, 4);
