// A Transformer translates beside a GRU with attention: loss, BLEU, alignment error rate, tokens a second.
import { type GrammarData, grammarData } from "@saccade/datasets";
import { predictSeq2Seq } from "@saccade/models";
import { chooseHeads } from "./align/choose-heads.ts";
import { measure, type Translator } from "./align/evaluate.ts";
import { drawAttention } from "./draw.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { makeGru, makeTransformer } from "./transformer-translate/models.ts";
import { type Trained, type Trainee, trainTranslator } from "./transformer-translate/train.ts";

const batch = 64;

const transformerTranslate: Program = {
  name: "transformer-translate",
  about: "Translates English into French with a Transformer, beside a GRU with attention.",
  async run(options: RunOptions): Promise<Outcome> {
    const { seed, quick, print } = options;
    const sizes = quick
      ? { train: 600, validation: 20, test: 20 }
      : { train: 4000, validation: 100, test: 200 };
    const data = grammarData({ languages: "en-fr", ...sizes, batchSize: batch, seed });
    const train = (trainee: Trainee): Trained => trainTranslator(trainee, data, quick ? 10 : 800, batch);
    const transformer = makeTransformer(data);
    const gru = makeGru(data);
    const trained = {
      transformer: train({
        net: transformer,
        logits: (...inputs) => transformer.logits(...inputs),
        lr: 6e-3,
        labelSmoothing: 0.1,
      }),
      gru: train({
        net: gru,
        logits: (...inputs) => gru.forward(...inputs).output,
        lr: 5e-3,
        labelSmoothing: 0,
      }),
    };
    print(`parameters: Transformer ${transformer.numParameters()}, GRU ${gru.numParameters()}`);
    const { layer, heads } = chooseHeads(transformer, data)!;
    print(
      `alignment by layer ${layer}, ${heads === null ? "all heads" : `head ${heads}`}, chosen on validation pairs`,
    );
    const measured = { transformer: measure(transformer, data, "test"), gru: measure(gru, data, "test") };
    for (const { source, target } of data.split.test.slice(0, 4)) {
      const translation = translate(transformer, data, source).translation;
      print(
        `${source.join(" ")} → ${translation}${translation === target.join(" ") ? "" : ` (${target.join(" ")})`}`,
      );
    }
    await draw(transformer, data, options);
    const goals: Partial<Figure>[] = [{ atLeast: 0.8 }, {}];
    const rows = (["transformer", "gru"] as const).flatMap((name, i): Figure[] => [
      { name: `${name}: BLEU`, value: measured[name].bleu, ...goals[i] },
      { name: `${name}: alignment error rate`, value: measured[name].aer },
      { name: `${name}: weight on the right words`, value: measured[name].contentWeight },
      { name: `${name}: held-out loss`, value: trained[name].heldOut },
      { name: `${name}: tokens/s in training`, value: Math.round(trained[name].speed) },
    ]);
    const ahead = measured.transformer.bleu - measured.gru.bleu;
    return {
      figures: [{ name: "the Transformer's BLEU less the GRU's", value: ahead, atLeast: -0.02 }, ...rows],
      losses: { transformer: trained.transformer.losses, gru: trained.gru.losses },
    };
  },
};

function translate(net: Translator, { srcVocab, tgtVocab }: GrammarData, source: readonly string[]) {
  return predictSeq2Seq(net, source.join(" "), srcVocab, tgtVocab, { numSteps: 15 });
}

/** The longest of the first test sentences: more to see. */
async function draw(net: Translator, data: GrammarData, options: RunOptions): Promise<void> {
  const sources = data.split.test.slice(0, 10).map(({ source }) => source);
  const longest = sources.reduce((best, other) => (other.length > best.length ? other : best));
  const { tokens, sourceTokens, weights } = translate(net, data, longest);
  await drawAttention(options, {
    name: "transformer-translate",
    title: "Where the Transformer looks for each French word",
    weights,
    queries: tokens,
    keys: sourceTokens,
  });
}

await runProgram(transformerTranslate);
