import { attendSmall, spread } from "./attention.ts";
import { presets } from "./presets.ts";
import { d, initialPreset, n } from "./settings.ts";
import type { Start } from "./start.ts";

/** Computes what the page opens with. */
export function makeStart(): Start {
  const { q, k, v, causal } = presets[initialPreset];
  const attended = attendSmall({
    ...{ q, k, v, causal },
    ...{ score: "scaled", temperature: 1, heads: 1, seed: 0 },
    ...{ validLen: n, forbidden: [] },
  });
  return { attended, spread: spread({ d: d ** 3, seed: 0 }) };
}
