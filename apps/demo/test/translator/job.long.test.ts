import { type AlignedPair, grammarSplit } from "@saccade/datasets";
import { wasmBackend } from "@saccade/kernels-wasm";
import { getBackend, setBackend } from "@saccade/tensor";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeJob } from "../../src/pages/translator/network/job.ts";
import { examples, grammarPairs } from "../../src/pages/translator/network/network-sizes.ts";
import { epochsOfGrammar } from "../../src/pages/translator/settings.ts";

const before = getBackend();
beforeAll(async () => setBackend(await wasmBackend({ threads: 1, relaxed: false })));
afterAll(() => setBackend(before));

/** The example sentences with their gold alignments. */
function goldOfExamples(): AlignedPair[] {
  const split = { train: grammarPairs + examples.length, validation: 0, test: 0, seed: 0 };
  const { train: drawn } = grammarSplit({ languages: "en-fr", ...split });
  return examples.map((example) => {
    const found = drawn.find(({ source }) => source.join(" ").replace(/ 's /g, "'s ") === example);
    if (found === undefined) throw new Error(`"${example}" is not of the grammar`);
    return found;
  });
}

it("trains to correct, aligned translations of sentences that it was not trained on", async () => {
  const { trainer, queries } = makeJob({ seed: 0, lr: 0.005, pairs: null, name: "" }, null);
  await trainer.fit({ maxEpochs: Number(epochsOfGrammar) });
  const weightsOfGold: number[] = [];
  await trainer.betweenSteps(() => {
    for (const [i, { target, sure, content }] of goldOfExamples().entries()) {
      const sentence = examples[i] ?? "";
      const { tokens, weights } = queries.translate({ sentence, prefix: [] });
      expect(tokens.slice(0, target.length)).toEqual(target);
      const own = sure.filter(([t]) => content[t]).map(([t, s]) => weights[t]?.[s] ?? 0);
      expect(own.length).toBeGreaterThan(2);
      expect(Math.min(...own), sentence).toBeGreaterThanOrEqual(0.5);
      weightsOfGold.push(...own);
    }
    expect(queries.film({ sentence: examples[0] ?? "", after: -1 }).frames.at(-1)?.accuracy).toBeGreaterThan(
      0.8,
    );
  });
  const mean = weightsOfGold.reduce((sum, weight) => sum + weight, 0) / weightsOfGold.length;
  expect(mean).toBeGreaterThanOrEqual(0.75);
}, 300_000);
