// Translates sentences with names that no vocabulary holds: attention points at the word to copy.
import { PointerGenerator } from "@saccade/models";
import { manualSeed } from "@saccade/tensor";
import { type CopyData, drawPairs } from "./copying/copy-data.ts";
import { train } from "./copying/train.ts";
import { copiedNames, type Translation, translateAll, wrongWords } from "./copying/translate.ts";
import { drawAttention } from "./draw.ts";
import { type Outcome, type Program, type RunOptions, runProgram, seededRandom } from "./program.ts";

const width = 48;

const copyUnknown: Program = {
  name: "copy-unknown",
  about: "Translates sentences with made-up names by copying them from the source (a pointer-generator).",
  async run(options: RunOptions): Promise<Outcome> {
    const { print } = options;
    const { data } = drawPairs(12_000, options);
    const run = (copy: boolean) => trainAndTranslate(copy, data, options);
    const [copying, without] = [run(true), run(false)];
    const kinds = { copying, "without copying": without };
    for (const [kind, { losses, translations }] of Object.entries(kinds)) {
      const wrong = wrongWords(data.test, translations);
      print(`${kind}: loss ${losses[0]!.toFixed(2)} → ${losses.at(-1)!.toFixed(3)}, ${wrong} words wrong`);
    }
    await draw(copying.translations, without.translations, data, options);
    return {
      figures: [
        {
          name: "unknown words copied right",
          value: copiedNames(data.test, copying.translations, data),
          atLeast: 0.95,
        },
        { name: "the same without copying", value: copiedNames(data.test, without.translations, data) },
        {
          name: "words wrong, share of those without copying",
          value: wrongWords(data.test, copying.translations) / wrongWords(data.test, without.translations),
        },
      ],
      losses: { copying: copying.losses, "without copying": without.losses },
    };
  },
};

/** Both models see the same pairs in the same order, as often. */
function trainAndTranslate(copy: boolean, data: CopyData, { quick, seed }: RunOptions) {
  manualSeed(seed);
  const { srcVocab, tgtVocab } = data;
  const settings = { copy, unk: tgtVocab.unk };
  const net = new PointerGenerator(srcVocab.size, tgtVocab.size, width, width, settings);
  const losses = train(net, data, { steps: quick ? 12 : 2000, random: seededRandom(seed) });
  net.eval();
  return { losses, translations: translateAll(net, data.test, data) };
}

async function draw(
  copied: readonly Translation[],
  without: readonly Translation[],
  { test }: CopyData,
  options: RunOptions,
): Promise<void> {
  const several = test.findIndex(({ names }) => names.length > 1);
  const shown = Math.max(several, 0);
  const { source } = test[shown]!;
  const { words, weights, pGen } = copied[shown]!;
  options.print(source.join(" "));
  options.print(`  copying: ${words.join(" ")}`);
  options.print(`  without: ${without[shown]!.words.join(" ")}`);
  const queries = [...words, "<eos>"].map((word, t) => `${word} ${(pGen[t] ?? 1).toFixed(2)}`);
  await drawAttention(options, {
    name: "copy-unknown",
    title: "Attention of each word, with its probability of being generated",
    weights,
    queries: queries.slice(0, weights.length),
    keys: [...source, "<eos>"],
  });
}

await runProgram(copyUnknown);
