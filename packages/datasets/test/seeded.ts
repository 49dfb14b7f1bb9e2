import { Generator, rand, referenceBackend } from "@saccade/tensor";

/** Uniform numbers from a seed; after 60,000 they repeat. */
export function seeded(seed: number): () => number {
  const values = rand([60_000], { generator: new Generator(seed), backend: referenceBackend() }).dataSync();
  let i = 0;
  return () => values[i++ % values.length]!;
}
