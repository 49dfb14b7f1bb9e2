/** Uniform numbers in [0, 1), from a seed: a 32-bit Weyl sequence with a mixing function (Steele et al. 2014, SplitMix). */
export function seededRandom(seed: number): () => number {
  let state = (seed ^ (seed / 2 ** 32)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** The items in an order that the generator draws (Fisher and Yates; Durstenfeld 1964). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
