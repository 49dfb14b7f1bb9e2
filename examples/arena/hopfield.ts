// Recall of patterns of signs from spoilt ones, by attention and by the network of 1982. Nothing is trained.
import { hopfield } from "@saccade/attention/definitions/ladder";
import { noGrad } from "@saccade/autograd";
import { fromData, scope, type Tensor, where } from "@saccade/tensor";
import { seededRandom, shuffled } from "../random.ts";

const [bits, turned, starts] = [64, 16, 200];

export const hopfieldSizes: readonly number[] = [5, 9, 16, 64, 512, 4096];
export const hopfieldBetas: readonly number[] = [1 / 8, 1 / 4, 1];

/** Patterns of ±1, (1, patterns, bits); starts, each a pattern with some signs turned, (1, starts, bits); and those patterns. */
export function signPatterns(
  seed: number,
  patterns: number,
): Readonly<Record<"all" | "given" | "wanted", Tensor>> {
  const random = seededRandom(seed);
  const all = Float32Array.from({ length: patterns * bits }, () => (random() < 0.5 ? -1 : 1));
  const of = Int32Array.from({ length: starts }, () => Math.floor(random() * patterns));
  const wanted = Float32Array.from([...of].flatMap((i) => [...all.subarray(i * bits, (i + 1) * bits)]));
  const given = wanted.slice();
  for (let i = 0; i < given.length; i += bits)
    for (const bit of shuffled([...Array(bits).keys()], random).slice(0, turned)) given[i + bit]! *= -1;
  const rows = (x: Float32Array): Tensor => fromData(x, [1, x.length / bits, bits]);
  return { all: rows(all), given: rows(given), wanted: rows(wanted) };
}

/** The share of starts that return their pattern exactly. */
export interface HopfieldResult {
  readonly patterns: number;
  /** ξ ← sign(W ξ), 50 rounds (Hopfield 1982). */
  readonly classical: number;
  /** For each β, after one update and after five (Ramsauer et al. 2020). */
  readonly modern: readonly (readonly number[])[];
}

export function recallPatterns(seed: number, patterns: number): HopfieldResult {
  return noGrad(() =>
    scope(() => {
      const { all, given, wanted } = signPatterns(seed, patterns);
      const signs = (x: Tensor): Tensor => where(x.lt(0), -1, 1).to("float32");
      const share = (x: Tensor): number => signs(x).eq(wanted).all(-1).to("float32").mean().item();
      const weights = all.transpose(1, 2).matmul(all); // its diagonal, the number of patterns, is left out
      let state = given;
      for (let round = 0; round < 50; round++) state = signs(state.matmul(weights).sub(state.mul(patterns)));
      const modern = hopfieldBetas.map((beta) =>
        [1, 5].map((steps) => share(hopfield(given, all, beta, steps).output)),
      );
      return { patterns, classical: share(state), modern };
    }),
  );
}
