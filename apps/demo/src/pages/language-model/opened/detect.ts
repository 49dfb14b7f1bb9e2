import { noGrad } from "@saccade/autograd";
import { seededRandom } from "@saccade/figures/ui";
import { repeatedScores, runWithCache } from "@saccade/lens";
import type { Bert, GPT } from "@saccade/models";
import { scope, tensor } from "@saccade/tensor";
import type { HeadRoles } from "./calls.ts";

/** Sequences, and tokens of each before it repeats. */
const [count, period] = [4, 24];

/** The behavior of each head on repeated random tokens (Olsson et al. 2022). */
export function headRoles(model: GPT | Bert): HeadRoles {
  const { vocabSize, maxLen, numLayers: layers, numHeads: heads } = model.settings;
  const random = seededRandom(0);
  const half = Math.min(period, Math.floor(maxLen / 2));
  const rows = Array.from({ length: count }, () => {
    const first = Array.from({ length: half }, () => Math.floor(random() * vocabSize));
    return [...first, ...first];
  });
  return noGrad(() =>
    scope(() => {
      const ids = tensor(rows, { dtype: "int32" });
      // Of either class: one call for both has no type.
      const run = (): unknown => model.forward(ids);
      const { cache } = runWithCache(model, run, { names: (name) => name.endsWith("attn.hook_pattern") });
      const { previousToken, duplicateToken, induction } = repeatedScores(cache);
      return {
        layers,
        heads,
        previousToken: [...previousToken.dataSync()],
        duplicateToken: [...duplicateToken.dataSync()],
        induction: [...induction.dataSync()],
      };
    }),
  );
}
