import { thingNames } from "./cue.ts";
import type { Texts } from "./words.ts";

/** Which thing gets most, by the weights that are shown. */
export function cueSaid(t: Texts, weights: readonly number[]): string {
  const most = Math.max(...weights);
  const thing = thingNames[weights.indexOf(most)];
  return thing === undefined ? "" : t.cueSaid(t.things[thing], most.toFixed(2));
}
