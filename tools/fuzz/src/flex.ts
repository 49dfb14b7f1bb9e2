import type { Backend } from "@saccade/tensor";
import { bitsOf, drawCase, faultOf, shown } from "../../../packages/attention/test/flex/random-mods.ts";
import type { Draw } from "./draw.ts";
import type { Case } from "./verdict.ts";

/** flexAttention with a random change of scores and mask: as in tensor ops over all pairs, and the same bits on all backends. */
export function drawFlex(backends: readonly Backend[], draw: Draw): Case {
  const seed = draw.below(2 ** 31);
  const of = drawCase(seed);
  return {
    of: `flexAttention, case ${seed}`,
    args: `${JSON.stringify(of.sizes)}, score ${shown(of.score)}, mask ${shown(of.mask)}`,
    run() {
      const [first, ...others] = backends;
      const fault = faultOf(of, "float32", first!);
      if (fault === "near") return { outcome: "ill-conditioned" };
      if (fault !== undefined) return { fault };
      const bits = bitsOf(of, first!).join();
      const differs = others.some((backend) => bitsOf(of, backend).join() !== bits);
      return differs ? { fault: "other bits with more threads" } : { outcome: "the same" };
    },
  };
}
