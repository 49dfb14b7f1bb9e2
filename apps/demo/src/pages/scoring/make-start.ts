import { attendSmall } from "@saccade/figures/attend";
import { presets } from "./presets.ts";
import { d, initialPreset } from "./settings.ts";
import { spread } from "./spread.ts";
import type { Start } from "./start.ts";

/** Computes the page's initial content. */
export function makeStart(): Start {
  const { q, k, v, causal } = presets[initialPreset];
  const attended = attendSmall({ q, k, v, causal, score: "scaled" });
  return { attended, spread: spread({ d: d ** 3, seed: 0 }) };
}
