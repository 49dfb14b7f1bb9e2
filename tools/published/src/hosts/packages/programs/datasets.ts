// Sentence pairs as batches of ids, and pairs from a grammar.
import { grammarPairs, loadDataNmt } from "@saccade/datasets";

export async function main(): Promise<object> {
  const { batches, srcVocab, pairs } = loadDataNmt({ batchSize: 4, numSteps: 8 });
  const sums: number[] = [];
  for (const { X } of batches) {
    sums.push(X.sum().item());
    if (sums.length === 3) break;
  }
  const [pair] = grammarPairs({ languages: "en-fr", count: 1, seed: 0 });
  return { pairs: pairs.source.length, words: srcVocab.size, sums: String(sums), pair: JSON.stringify(pair) };
}
