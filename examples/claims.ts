// Claims about attention, each measured: lost rank, syntax in heads, scores by width, biases, kernels, a packed product.

import { measureBias } from "./claims/bias.ts";
import { measureKernels } from "./claims/kernel.ts";
import { measurePacked } from "./claims/packed.ts";
import { measureRank } from "./claims/rank.ts";
import { measureScores } from "./claims/scores.ts";
import { measureSyntax } from "./claims/syntax.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";

const claims: Program = {
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
        ...measureKernels(),
        ...measurePacked(options.quick),
      ],
      losses: { "scaled dot": scores.losses, translator: syntax.losses },
    };
  },
};

await runProgram(claims);
