// Teaches a translator's attention where to point, beside its words, and counts the wrong words that this removes.
import { noGrad } from "@saccade/autograd";
import { alignmentErrorRate, alignmentLinks, PointerGenerator } from "@saccade/models";
import { manualSeed } from "@saccade/tensor";
import { batchOf, type CopyData, drawPairs } from "./copying/copy-data.ts";
import { train } from "./copying/train.ts";
import { translateAll, wrongWords } from "./copying/translate.ts";
import { drawAttention } from "./draw.ts";
import { type Outcome, type Program, type RunOptions, runProgram, seededRandom } from "./program.ts";

const width = 48;

const pointingLoss: Program = {
  name: "pointing-loss",
  about: "A translator with and without a second loss that teaches its attention where to point.",
  async run(options: RunOptions): Promise<Outcome> {
    const { print } = options;
    const { data, words } = drawPairs(2000, options);
    const [plain, taught] = [run(0, data, options), run(1, data, options)];
    for (const [kind, { wrong, errorRate }] of Object.entries({ "words only": plain, pointing: taught }))
      print(`${kind}: ${wrong} words wrong, alignment error rate ${errorRate.toFixed(3)}`);
    print(`pointing removes ${plain.wrong - taught.wrong} of ${plain.wrong} wrong words`);
    for (const [kind, { picture }] of Object.entries({ words: plain, pointing: taught })) {
      const title = `Trained on ${kind === "words" ? "words only" : "words and pointing"}`;
      await drawAttention(options, { name: `pointing-loss-${kind}`, title, ...picture });
    }
    return {
      figures: [
        {
          name: "wrong words removed by pointing, share",
          value: 1 - taught.wrong / plain.wrong,
          atLeast: 0.25,
        },
        { name: "wrong words, words only", value: plain.wrong / words },
        { name: "wrong words, with pointing", value: taught.wrong / words },
        { name: "alignment error rate, words only", value: plain.errorRate },
        { name: "alignment error rate, with pointing", value: taught.errorRate },
      ],
      losses: { "words only": plain.losses, "with pointing": taught.losses },
    };
  },
};

/** Both runs start from the same weights and see the same pairs in the same order, as often. */
function run(pointing: number, data: CopyData, { quick, seed }: RunOptions) {
  manualSeed(seed);
  const { srcVocab, tgtVocab } = data;
  const net = new PointerGenerator(srcVocab.size, tgtVocab.size, width, width, { unk: tgtVocab.unk });
  const losses = train(net, data, { steps: quick ? 12 : 1000, random: seededRandom(seed), pointing });
  net.eval();
  const { test } = data;
  const weights = forcedWeights(net, data);
  const found = test.map(({ source, target, links }, i) => ({
    sure: links,
    links: alignmentLinks(weights[i]!, source, target),
  }));
  const { source, target } = test[0]!;
  return {
    losses,
    wrong: wrongWords(test, translateAll(net, test, data)),
    errorRate: alignmentErrorRate(found),
    picture: {
      weights: weights[0]!.slice(0, target.length).map((row) => row.slice(0, source.length)),
      queries: target,
      keys: source,
    },
  };
}

/** The attention of each word of the reference, which the decoder is made to read. */
function forcedWeights(net: PointerGenerator, data: CopyData): number[][][] {
  const { source, copyIds, validLens, read } = batchOf(data.test, data);
  return noGrad(() =>
    net.forward(read, net.initState(source, { copyIds, validLens })).weights.toArray(),
  ) as number[][][];
}

await runProgram(pointingLoss);
