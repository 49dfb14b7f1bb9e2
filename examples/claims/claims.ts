import type { Outcome, Program, RunOptions } from "../program.ts";
import { measureBias } from "./bias.ts";
import { measureKernels } from "./kernel.ts";
import { measurePacked } from "./packed.ts";
import { measureRank } from "./rank.ts";
import { measureScores } from "./scores.ts";
import { measureSyntax } from "./syntax.ts";

export const claims: Program = {
  name: "claims",
  about: "Measures claims about attention: lost rank, syntax in heads, scores by width, biases, kernels.",
  async run(options: RunOptions): Promise<Outcome> {
    const scores = measureScores(options);
    const syntax = measureSyntax(options);
    return {
      figures: [
        ...measureRank(options.quick),
        ...syntax.figures,
        ...scores.figures,
        ...measureBias(options),
        ...(await measureKernels()),
        ...measurePacked(options.quick),
      ],
      losses: { "scaled dot": scores.losses, translator: syntax.losses },
    };
  },
};
