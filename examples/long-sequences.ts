// Long sequences: what attention costs from 1,024 to 16,384 positions, and three models that read far.

import { costTable, measureCosts, windowCost } from "./long-sequences/costs.ts";
import { classifyDocuments } from "./long-sequences/documents.ts";
import { largestDifferences } from "./long-sequences/equality.ts";
import { recallMarked } from "./long-sequences/marked-token.ts";
import { recallSegment } from "./long-sequences/recurrence.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";

const longSequences: Program = {
  name: "long-sequences",
  about:
    "Windows, block-sparse, linear and recurrent attention: their cost to 16,384 positions, and what they learn.",
  async run(options: RunOptions): Promise<Outcome> {
    const { quick, print } = options;
    const window = quick ? 32 : 256;
    const lengths = quick ? [128, 256] : [1024, 2048, 4096, 8192, 16_384];
    const longest = lengths.at(-1)!;
    // First, so that the process holds nothing else.
    const cost = windowCost(longest, window);
    const gibibytes = process.resourceUsage().maxRSS / 2 ** 20; // it counts in KiB
    print(
      `window ${window}, length ${longest}: ${Math.round(cost.ms)} ms forward and backward, ` +
        `${Math.round(cost.bytes / 2 ** 20)} MiB of tensors, ${gibibytes.toFixed(2)} GiB in the whole process`,
    );
    for (const line of costTable(lengths, measureCosts(lengths, window))) print(line);
    const differences = Object.entries(largestDifferences(quick ? 96 : 200, 16));
    for (const [name, difference] of differences)
      print(`${name}: differs by ${difference.toExponential(1)} from attention with a matrix and a mask`);
    const parts = [
      await recallMarked(options, quick ? 128 : 1024),
      await recallSegment(options),
      await classifyDocuments(options),
    ];
    return {
      figures: [
        { name: `GiB to train window ${window} at ${longest}`, value: gibibytes, atMost: 2 },
        {
          name: "largest difference from masked attention",
          value: Math.max(...differences.map(([, difference]) => difference)),
          atMost: 1e-4,
        },
        ...parts.flatMap(({ figures }) => figures),
      ],
      losses: Object.assign({}, ...parts.map(({ losses }) => losses)),
    };
  },
};

await runProgram(longSequences);
