import { seededRandom } from "@saccade/figures/ui";
import { predictSeq2Seq, type Transformer } from "@saccade/models";
import type { Pair } from "./grammar.ts";
import { drawSome } from "./training.ts";
import { longestTarget, source, target } from "./vocabulary.ts";

/** Sentences that no model was trained on. */
export function heldOutPairs(count: number): Pair[] {
  const random = seededRandom(12345);
  return Array.from({ length: count }, () => drawSome(random, true));
}

/** Shares of sentences without a fault, and of right pronouns. */
export function accuracyOf(net: Transformer, pairs: readonly Pair[]): { exact: number; pronouns: number } {
  let exact = 0;
  let pronouns = 0;
  let all = 0;
  for (const pair of pairs) {
    const { tokens } = predictSeq2Seq(net, pair.source.join(" "), source, target, {
      numSteps: longestTarget,
    });
    if (tokens.join(" ") === [...pair.target, "<eos>"].join(" ")) exact++;
    if (pair.meant === null) continue;
    all++;
    const place = pair.target.indexOf("car") + 1;
    if (tokens[place] === pair.target[place]) pronouns++;
  }
  return { exact: exact / pairs.length, pronouns: pronouns / all };
}
