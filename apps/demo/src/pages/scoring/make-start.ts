import { attendSmall } from "@saccade/figures/attend";
import type { Attended } from "@saccade/figures/attention";
import { type Spread, spread } from "./compute.ts";
import { presets } from "./presets.ts";
import { d, initialPreset } from "./settings.ts";

/** The page's content before its worker has answered: the result of the first settings. */
export interface Start {
  readonly attended: Attended;
  readonly spread: Spread;
}

export function makeStart(): Start {
  const { q, k, v, causal } = presets[initialPreset];
  const attended = attendSmall({ q, k, v, causal, score: "scaled" });
  return { attended, spread: spread({ d: d ** 3, seed: 0 }) };
}
