import { describeValue } from "@saccade/contract";
import { checkDomain, type Domain } from "./domain.ts";
import { PlotError } from "./errors.ts";

/** From a domain to pixels and back. */
export interface LinearScale {
  /** The values at the ends. */
  readonly domain: Domain;
  /** The position of a value, in pixels; beyond the range for a value beyond the domain. */
  at(value: number): number;
  /** The value at a pixel. */
  value(pixel: number): number;
}

/**
 * Puts the domain's low end on `from` and its high end on `to`, which may be smaller (as for a y axis).
 *
 * @throws PlotError unless the domain is [low, high] with low < high; TypeError for pixels that are not finite numbers
 * @example linearScale([0, 1], 300, 0).at(0.5) // 150
 */
export function linearScale(domain: Domain, from: number, to: number): LinearScale {
  const [low, high] = checkDomain(domain, "linearScale: domain");
  for (const [name, pixel] of Object.entries({ from, to })) {
    if (!Number.isFinite(pixel))
      throw new PlotError(
        `linearScale: ${name} must be a finite number of pixels, got ${describeValue(pixel)}`,
      );
  }
  const perUnit = (to - from) / (high - low);
  return {
    domain,
    at: (value) => from + (value - low) * perUnit,
    value: (pixel) => low + (pixel - from) / perUnit,
  };
}
