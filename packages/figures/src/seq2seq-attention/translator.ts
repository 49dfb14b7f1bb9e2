import { noGrad } from "@saccade/autograd";
import {
  EncoderDecoder,
  greedyDecode,
  Seq2SeqAttentionDecoder,
  type Seq2SeqBatch,
  Seq2SeqEncoder,
  seq2seqOptimizer,
  seq2seqStep,
} from "@saccade/models";
import { full, manualSeed, scope, type Tensor } from "@saccade/tensor";
import { makeBreath } from "../ui/breathe.ts";
import { tensorOfIds } from "../ui/ids.ts";
import { seededRandom } from "../ui/seeded-random.ts";
import { chinese, english, type Pair, seen, unseen } from "./grammar.ts";

const width = 16; // of an embedding
const hidden = 32;
const batch = 16;
const maxSteps = 9; // of the longest English sentence, with <eos>
/** Of the weights with which the stored translator began. */
export const firstSeed = 13;
export const totalSteps = 200;
const stepsBetweenLooks = 8;
const [bos, eos] = ["<bos>", "<eos>"].map((word) => english.indexOf(word)) as [number, number];

/** Sentences of one length, so that no source is padded: the decoder starts from the state after its last word. */
const byLength = (pairs: readonly Pair[]): readonly (readonly Pair[])[] =>
  [4, 5, 6, 7].map((length) => pairs.filter(({ source }) => source.length === length));
const lessons = byLength(seen);
const exams = byLength(unseen).map((pairs) => pairs.slice(0, 8));

/** How far training is. */
export interface Progress {
  readonly step: number;
  /** Of a word, after the right words. */
  readonly loss: number;
  /** The share of words right in unseen sentences, after the right words. */
  readonly forced: number;
  /** The same, after the words that the network wrote itself. */
  readonly own: number;
}

/** A translation, and the weights of each of its words: (words, source words), both with <eos>. */
export interface Translation {
  readonly source: readonly string[];
  readonly words: readonly string[];
  readonly weights: readonly (readonly number[])[];
}

export function makeTranslator(seed: number): EncoderDecoder {
  manualSeed(seed);
  return new EncoderDecoder(
    new Seq2SeqEncoder(chinese.length, width, hidden, 1),
    new Seq2SeqAttentionDecoder(english.length, width, hidden, 1),
  );
}

/** Trains, and yields now and then. It pauses between steps, so that the page can draw and react. */
export async function* train(net: EncoderDecoder, seed: number): AsyncGenerator<Progress> {
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const optimizer = seq2seqOptimizer(net, { lr: 0.01 });
  const breathe = makeBreath();
  for (let step = 1; step <= totalSteps; step++) {
    const loss = scope(() => {
      const { length } = pick(seen).source;
      const lesson = lessons.find(([first]) => first?.source.length === length) ?? [];
      const given = batchOf(Array.from({ length: batch }, () => pick(lesson)));
      const { loss, tokens } = seq2seqStep(net, optimizer, given, bos);
      return (loss.item() * given.Y.size(1)) / tokens.item(); // it is a mean over all steps
    });
    await breathe();
    if (step % stepsBetweenLooks !== 0) continue;
    yield { step, loss, ...test(net) };
    await breathe();
  }
}

/** The shares of words right in unseen sentences, <eos> included. */
export function test(net: EncoderDecoder): Pick<Progress, "forced" | "own"> {
  net.eval();
  let [forced, own, words] = [0, 0, 0];
  for (const pairs of exams) {
    noGrad(() => {
      const { X, Y, YValidLen } = batchOf(pairs);
      const start = net.decoder.initState(net.encoder.forward(X));
      const begin = full([pairs.length, 1], bos, { dtype: "int32" });
      const lengths = YValidLen.toArray() as number[];
      const wanted = Y.toArray() as number[][];
      const rightOf = (next: (t: number, guess: Tensor) => Tensor): number => {
        let [state, word, right] = [start, begin, 0];
        for (let t = 0; t < Y.size(1); t++) {
          const step = net.decoder.forward(word, state);
          const guess = step.output.argmax(-1); // (b, 1)
          const ids = guess.dataSync();
          right += lengths.filter((length, i) => t < length && ids[i] === wanted[i]?.[t]).length;
          state = step.state;
          word = next(t, guess);
        }
        return right;
      };
      forced += rightOf((t) => Y.narrow(1, t, 1));
      own += rightOf((_, guess) => guess);
      words += lengths.reduce((sum, length) => sum + length, 0);
      return begin;
    });
  }
  net.train();
  return { forced: forced / words, own: own / words };
}

/** Writes word after word, each after those that it wrote. */
export function translate(net: EncoderDecoder, pair: Pair): Translation {
  net.eval();
  const found = noGrad(() => {
    const [X] = idsOf([pair], "source");
    return greedyDecode(
      (token, state) => {
        const step = net.decoder.forward(tensorOfIds([[token]]), state);
        const logProbs = step.output.flatten().logSoftmax(0);
        return { logProbs, state: step.state, weights: step.weights.flatten() };
      },
      net.decoder.initState(net.encoder.forward(X)),
      { bos, eos, maxSteps },
    );
  });
  net.train();
  const words = found.tokens.map((id) => english[id]!);
  return { source: [...pair.source, "<eos>"], words, weights: found.weights };
}

function batchOf(pairs: readonly Pair[]): Seq2SeqBatch {
  const [[X, XValidLen], [Y, YValidLen]] = [idsOf(pairs, "source"), idsOf(pairs, "target")];
  return { X, XValidLen, Y, YValidLen };
}

// → ids (b, longest), with <eos>, and lengths (b)
function idsOf(pairs: readonly Pair[], side: keyof Pair): readonly [Tensor, Tensor] {
  const words = { source: chinese, target: english }[side];
  const rows = pairs.map((pair) => [...pair[side], "<eos>"].map((word) => words.indexOf(word)));
  const longest = Math.max(...rows.map(({ length }) => length));
  const padding = new Array<number>(longest).fill(words.indexOf("<pad>"));
  return [
    tensorOfIds(rows.map((row) => [...row, ...padding].slice(0, longest))),
    tensorOfIds(rows.map(({ length }) => length)),
  ];
}
