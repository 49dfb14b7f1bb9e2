// Recall of patterns of signs from spoilt ones, by attention and by the network of 1982. Nothing is trained.
import { hopfield } from "@saccade/attention/definitions/ladder";
import { noGrad } from "@saccade/autograd";
import { fromData, scope, type Tensor, where } from "@saccade/tensor";
import { signPatterns } from "./tasks.ts";

const [bits, turned, starts] = [64, 16, 200];

export const hopfieldSizes: readonly number[] = [5, 9, 16, 64, 512, 4096];
export const hopfieldBetas: readonly number[] = [1 / 8, 1 / 4, 1];

/** The share of starts that return their pattern exactly. */
export interface HopfieldResult {
  readonly patterns: number;
  /** ξ ← sign(W ξ), 50 rounds (Hopfield 1982). */
  readonly classical: number;
  /** For each β, after one update and after five (Ramsauer et al. 2020). */
  readonly modern: readonly (readonly [once: number, five: number])[];
}

export function recallPatterns(seed: number, patterns: number): HopfieldResult {
  const made = signPatterns(seed, starts, { patterns, bits, turned });
  return noGrad(() =>
    scope(() => {
      const all = fromData(made.patterns, [1, patterns, bits]);
      const given = fromData(made.starts, [1, starts, bits]);
      const wanted = all.indexSelect(1, fromData(made.of, [starts]));
      const signs = (x: Tensor): Tensor => where(x.lt(0), -1, 1);
      const share = (x: Tensor): number =>
        signs(x).eq(wanted.to("int32")).all(-1).to("float32").mean().item();
      const weights = all.transpose(1, 2).matmul(all); // its diagonal, the number of patterns, is left out
      let state = given;
      for (let round = 0; round < 50; round++)
        state = signs(state.matmul(weights).sub(state.mul(patterns))).to("float32");
      const modern = hopfieldBetas.map(
        (beta) => [1, 5].map((steps) => share(hopfield(given, all, beta, steps).output)) as [number, number],
      );
      return { patterns, classical: share(state), modern };
    }),
  );
}
