import { noGrad } from "@saccade/autograd";
import { copiedTokens, type PointerGenerator } from "@saccade/models";
import { full, stack, type Tensor } from "@saccade/tensor";
import { editDistance } from "@saccade/tensor/checks";
import { batchOf, type CopyData } from "./copy-data.ts";
import type { NamedPair } from "./named-pairs.ts";

/** A greedy translation. */
export interface Translation {
  readonly words: readonly string[];
  /** The attention of each word, `<eos>` included: (words + 1, source words + 1). */
  readonly weights: readonly (readonly number[])[];
  /** p_gen at each word. */
  readonly pGen: readonly number[];
}

/** Translates all pairs' sources at once, word by word. */
export function translateAll(
  net: PointerGenerator,
  pairs: readonly NamedPair[],
  data: CopyData,
): Translation[] {
  const batch = batchOf(pairs, data);
  const { tgtVocab } = data;
  const [b, steps] = batch.source.dims(2);
  const [ids, weights, pGen] = noGrad(() => {
    const given = net.gate === null ? {} : { copyIds: batch.copyIds };
    let state = net.initState(batch.source, { ...given, validLens: batch.validLens });
    let word: Tensor = full([b, 1], tgtVocab.index("<bos>"), { dtype: "int32" });
    const found: [Tensor, Tensor, Tensor][] = [];
    for (let t = 0; t < steps; t++) {
      const next = net.forward(word, state);
      word = next.output.argmax(-1); // (b, 1)
      state = next.state;
      found.push([word.squeeze(1), next.weights.squeeze(1), next.pGen.squeeze(1)]);
    }
    return [0, 1, 2].map((part) =>
      stack(
        found.map((step) => step[part]!),
        1,
      ).toArray(),
    );
  }) as [number[][], number[][][], number[][]];
  return pairs.map((pair, row) => {
    const end = ids[row]!.indexOf(tgtVocab.index("<eos>"));
    const length = end < 0 ? steps : end;
    return {
      words: copiedTokens(ids[row]!.slice(0, length), [...pair.source, "<eos>"], tgtVocab),
      weights: weights[row]!.slice(0, length + 1).map((step) => step.slice(0, pair.source.length + 1)),
      pGen: pGen[row]!.slice(0, length + 1),
    };
  });
}

/** The share of names that are in the right place among a translation's unknown words. */
export function copiedNames(
  pairs: readonly NamedPair[],
  translations: readonly Translation[],
  { tgtVocab }: CopyData,
): number {
  let [right, all] = [0, 0];
  pairs.forEach(({ names }, row) => {
    const { words } = translations[row]!;
    const unknown = words.filter((word) => word === "<unk>" || !tgtVocab.has(word));
    all += names.length;
    right += names.filter((name, i) => unknown[i] === name).length;
  });
  return right / all;
}

/** How many words are wrong, missing or too many: the edit distance of each translation to its reference, summed. */
export function wrongWords(pairs: readonly NamedPair[], translations: readonly Translation[]): number {
  return pairs.reduce((sum, { target }, row) => sum + editDistance(translations[row]!.words, target), 0);
}
