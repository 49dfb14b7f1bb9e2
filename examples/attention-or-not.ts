// The translator without attention beside the attentive one: BLEU by the length of the sentence.
import { type GrammarData, grammarData, type NmtTensors } from "@saccade/datasets";
import {
  BahdanauDecoder,
  BidirectionalEncoder,
  corpusBleu,
  type DecoderResult,
  type Encoded,
  EncoderDecoder,
  initSeq2Seq,
  predictSeq2Seq,
  seq2seqLoss,
} from "@saccade/models";
import { PlainDecoder, type PlainState } from "./attention-or-not/plain-decoder.ts";
import { drawAttention } from "./draw.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { printTable } from "./table.ts";
import { trainSteps } from "./train-steps.ts";
import { translateAll } from "./translate-all.ts";

const width = 48;
/** Groups of source sentences by their words, the full stop included. */
const groups: readonly (readonly [from: number, to: number])[] = [
  [1, 5],
  [6, 8],
  [9, 11],
  [12, 14],
];

const any: readonly [number, number] = [1, 14];
const long: readonly [number, number] = [9, 14];

const attentionOrNot: Program = {
  name: "attention-or-not",
  about: "A translator without attention beside one with attention: BLEU by sentence length.",
  async run(options: RunOptions): Promise<Outcome> {
    const { seed, quick, print } = options;
    const data = grammarData({
      languages: "en-fr",
      train: quick ? 512 : 12_800,
      batchSize: 32,
      validation: 0,
      test: quick ? 40 : 600,
      seed,
    });
    const { srcVocab, tgtVocab } = data;
    const encoder = () => new BidirectionalEncoder(srcVocab.size, width, width, 1);
    const plain = new EncoderDecoder<PlainState, Encoded, DecoderResult<PlainState>>(
      encoder(),
      new PlainDecoder(tgtVocab.size, width, width),
    );
    const attentive = new EncoderDecoder(encoder(), new BahdanauDecoder(tgtVocab.size, width, width, 1));
    const trained = {
      "without attention": measure(plain, data, options),
      "with attention": measure(attentive, data, options),
    };
    show(print, data, trained);
    await draw(options, attentive, data);
    const [without, withIt] = [trained["without attention"], trained["with attention"]];
    const lead = bleuOf(data, withIt, ...long) - bleuOf(data, without, ...long);
    return {
      figures: [
        { name: "BLEU with attention", value: bleuOf(data, withIt, ...any), atLeast: 0.8 },
        { name: "BLEU without attention", value: bleuOf(data, without, ...any) },
        { name: "lead of attention on sentences of 9 words and more", value: lead, atLeast: 0.3 },
      ],
      losses: Object.fromEntries(Object.entries(trained).map(([name, { losses }]) => [name, losses])),
    };
  },
};

interface Trained {
  readonly parameters: number;
  readonly losses: readonly number[];
  readonly translations: readonly string[];
}

type Both = Readonly<Record<"without attention" | "with attention", Trained>>;

function measure<S, R extends DecoderResult<S>>(
  net: EncoderDecoder<S, Encoded, R>,
  { batches, tgtVocab, test }: GrammarData,
  { quick }: RunOptions,
): Trained {
  initSeq2Seq(net);
  const bos = tgtVocab.index("<bos>");
  const losses = trainSteps(net, {
    steps: quick ? 16 : 1500,
    lr: 0.006,
    next: endless(batches),
    loss: (batch) => {
      const { loss, tokens } = seq2seqLoss(net, batch, bos);
      return loss.div(tokens);
    },
  });
  return { parameters: net.numParameters(), losses, translations: translateAll(net.eval(), test, tgtVocab) };
}

/** The batches of one epoch after the other. */
function endless(batches: Iterable<NmtTensors>): () => NmtTensors {
  let epoch = batches[Symbol.iterator]();
  return () => {
    const { value, done } = epoch.next();
    if (!done) return value;
    epoch = batches[Symbol.iterator]();
    return epoch.next().value;
  };
}

/** BLEU of the test sentences with `from` to `to` source words. */
function bleuOf({ split }: GrammarData, { translations }: Trained, from: number, to: number): number {
  const rows = split.test.flatMap(({ source, target }, i) =>
    source.length >= from && source.length <= to ? [[translations[i]!, target.join(" ")] as const] : [],
  );
  if (rows.length === 0) return 0;
  return corpusBleu(
    rows.map(([translation]) => translation),
    rows.map(([, reference]) => reference),
  );
}

function show(print: RunOptions["print"], data: GrammarData, trained: Both): void {
  const { test } = data.split;
  for (const [name, { parameters, losses }] of Object.entries(trained))
    print(`${name}: ${parameters} parameters, loss ${losses[0]!.toFixed(3)} → ${losses.at(-1)!.toFixed(4)}`);
  print("");
  print("BLEU of held-out sentences by the number of their words:");
  const rows = groups.map(([from, to]) => [
    `${from} to ${to}`,
    String(test.filter(({ source }) => source.length >= from && source.length <= to).length),
    ...[trained["without attention"], trained["with attention"]].map((one) =>
      bleuOf(data, one, from, to).toFixed(3),
    ),
  ]);
  printTable(print, ["words", "sentences", "without attention", "with attention"], rows);
  const longest = test.reduce(
    (best, { source }, i) => (source.length > test[best]!.source.length ? i : best),
    0,
  );
  print("");
  print(`source     ${test[longest]!.source.join(" ")}`);
  print(`reference  ${test[longest]!.target.join(" ")}`);
  print(`without    ${trained["without attention"].translations[longest]}`);
  print(`with       ${trained["with attention"].translations[longest]}`);
}

/** Draws where the attentive translator looks in the first held-out sentence of medium length. */
async function draw(options: RunOptions, net: EncoderDecoder, data: GrammarData): Promise<void> {
  const { srcVocab, tgtVocab, split } = data;
  const { source } = split.test.find((pair) => pair.source.length === 8) ?? split.test[0]!;
  const { weights, tokens, sourceTokens } = predictSeq2Seq(net, source.join(" "), srcVocab, tgtVocab, {
    numSteps: 15,
  });
  await drawAttention(options, {
    name: "attention-or-not",
    title: "With attention, each word looks at the source again",
    weights,
    queries: tokens,
    keys: sourceTokens,
  });
}

await runProgram(attentionOrNot);
