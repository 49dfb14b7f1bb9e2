import { noGrad } from "@saccade/autograd";
import { beamSearch, type TokenStep, type TransformerState } from "@saccade/models";
import { scope, tensor } from "@saccade/tensor";
import type { Translation } from "../calls.ts";
import type { Language, SubwordTranslator } from "./file.ts";

/** A sentence's translation in words, and how certain the translator is of the whole. */
export interface Found extends Translation {
  /** From 0 to 1: the geometric mean of the subwords' probabilities. */
  readonly certainty: number;
}

/** The most subwords of a translation of so many: French takes a quarter more. */
const most = (subwords: number): number => 2 * subwords + 4;

/** A sentence's subwords, and which word each belongs to. */
interface Pieces {
  readonly ids: readonly number[];
  readonly wordOf: readonly number[];
}

/** The subwords of words, and `<eos>`, which counts as a word. */
export function piecesOf({ tokenizer, vocab }: Language, words: readonly string[]): Pieces {
  const pieces = words.map((word) =>
    vocab.indices(tokenizer.encode(` ${word}`).map((id) => tokenizer.idToToken(id))),
  );
  const wordOf = [...pieces.flatMap((ids, i) => ids.map(() => i)), words.length];
  return { ids: [...pieces.flat(), vocab.index("<eos>")], wordOf };
}

/** The words of subwords: a "Ġ" begins one. */
export function wordsOf(
  { tokenizer, vocab }: Language,
  ids: readonly number[],
): { words: string[]; wordOf: number[] } {
  const parts: number[][] = [];
  const wordOf = vocab.toTokens([...ids]).map((token) => {
    const id = tokenizer.tokenToId(token);
    if (parts.length === 0 || id === null || token.startsWith("Ġ")) parts.push([]);
    if (id !== null) parts.at(-1)!.push(id);
    return parts.length - 1;
  });
  return { words: parts.map((part) => tokenizer.decode(part).trim()), wordOf };
}

/** Weights of words from weights of subwords: the sum of a source word's, the mean over a target word's. */
export function mergedWeights(
  weights: readonly (readonly number[])[],
  targetOf: readonly number[],
  sourceOf: readonly number[],
): number[][] {
  const merged = Array.from({ length: (targetOf.at(-1) ?? -1) + 1 }, () =>
    new Array<number>((sourceOf.at(-1) ?? -1) + 1).fill(0),
  );
  const pieces = merged.map((_, word) => targetOf.filter((of) => of === word).length);
  targetOf.forEach((word, t) => {
    sourceOf.forEach((from, s) => {
      merged[word]![from]! += weights[t]![s]! / pieces[word]!;
    });
  });
  return merged;
}

/**
 * Reads a translation again, all of it at once: the probability of each subword, and the attention of the chosen heads. Label
 * smoothing taught it to leave a part of each probability to other subwords (Szegedy et al. 2016); that part is given back.
 */
function readAgain(
  { net, target, facts }: SubwordTranslator,
  source: readonly number[],
  ids: readonly number[],
) {
  return noGrad(() =>
    scope(() => {
      const given = [target.vocab.index("<bos>"), ...ids.slice(0, -1)];
      const { output, weights } = net.forward(
        tensor([[...source]], { dtype: "int32" }),
        tensor([given], { dtype: "int32" }),
      );
      const probabilities = output.squeeze(0).softmax(-1).toArray() as number[][];
      return {
        probabilities: ids.map((id, i) => Math.min(1, probabilities[i]![id]! / (1 - facts.labelSmoothing))),
        weights: weights.squeeze(2).squeeze(1).toArray() as number[][],
      };
    }),
  );
}

/** Translates words by a beam search. */
export function translate(
  translator: SubwordTranslator,
  words: readonly string[],
  beamSize: number = 3,
): Found {
  const { net, source, target } = translator;
  const { ids, wordOf } = piecesOf(source, words);
  const found = noGrad(() =>
    scope(() => {
      const state = net.decoder.initState(net.encoder.forward(tensor([[...ids]], { dtype: "int32" })));
      const step: TokenStep<TransformerState> = (token, before) => {
        const { output, state, weights } = net.decoder.forward(tensor([[token]], { dtype: "int32" }), before);
        return { logProbs: output.flatten().logSoftmax(0), state, weights: weights.flatten() };
      };
      const [bos, eos] = [target.vocab.index("<bos>"), target.vocab.index("<eos>")];
      return beamSearch(step, state, {
        bos,
        eos,
        maxSteps: most(ids.length),
        beamSize,
        lengthPenalty: 0.6,
      })[0]!;
    }),
  );
  const { probabilities, weights } = readAgain(translator, ids, found.tokens);
  const said = wordsOf(target, found.tokens);
  return {
    source: [...words, "<eos>"].map((text) => ({ text, known: true })),
    tokens: said.words.map((word) => word || "<eos>"),
    weights: mergedWeights(weights, said.wordOf, wordOf),
    probabilities: said.words.map((_, word) =>
      probabilities.reduce((product, one, i) => (said.wordOf[i] === word ? product * one : product), 1),
    ),
    certainty: probabilities.reduce((product, one) => product * one, 1) ** (1 / probabilities.length),
  };
}
