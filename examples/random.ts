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
