/**
 * Perplexity of a bigram model on held-out text: the counts of each pair of tokens, mixed with those of single tokens,
 * which are mixed with a uniform distribution (Jelinek & Mercer 1980). The mixture is the one that suits the held-out text
 * best, so the baseline is if anything too good.
 */
export function bigramPerplexity(train: Int32Array, heldOut: Int32Array, vocabSize: number): number {
  const single = new Float64Array(vocabSize);
  const before = new Float64Array(vocabSize);
  const pairs = new Map<number, number>();
  train.forEach((token, i) => {
    single[token]!++;
    if (i === 0) return;
    const previous = train[i - 1]!;
    before[previous]!++;
    const key = previous * vocabSize + token;
    pairs.set(key, (pairs.get(key) ?? 0) + 1);
  });
  const perplexity = (share: number): number => {
    let sum = 0;
    for (let i = 1; i < heldOut.length; i++) {
      const [previous, token] = [heldOut[i - 1]!, heldOut[i]!];
      const alone = 0.99 * (single[token]! / train.length) + 0.01 / vocabSize;
      const after = (pairs.get(previous * vocabSize + token) ?? 0) / Math.max(1, before[previous]!);
      sum -= Math.log(share * after + (1 - share) * alone);
    }
    return Math.exp(sum / (heldOut.length - 1));
  };
  return Math.min(...[0.5, 0.7, 0.8, 0.9, 0.95, 0.99].map(perplexity));
}
