import { attendSmall, spread } from "./attention.ts";
import { d, initial, lk } from "./settings.ts";
import type { Start } from "./start.ts";

/** Computes what the page opens with. */
export function makeStart(): Start {
  const { q, k, v, asking, y } = initial;
  const masks = { validLen: lk, causal: false, forbidden: [] };
  const attended = attendSmall({
    ...{ source: "direct", q, k, v, x: asking, y },
    ...{ score: "scaled", temperature: 1, heads: 1, seed: 0 },
    ...masks,
  });
  return { attended, spread: spread({ d: d ** 3, seed: 0 }) };
}
