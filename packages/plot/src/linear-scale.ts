import type { Domain } from "./domain.ts";

/** From a domain to pixels and back. */
export interface LinearScale {
  readonly domain: Domain;
  /** Where a value stands, in pixels; beyond the range for a value beyond the domain. */
  at(value: number): number;
  /** The value that stands at a pixel. */
  value(pixel: number): number;
}

/**
 * Puts the domain's low end on `from` and its high end on `to`, which may be smaller (as for a y axis).
 * @throws RangeError unless low < high
 */
export function linearScale(domain: Domain, from: number, to: number): LinearScale {
  const [low, high] = domain;
  if (!(low < high)) throw new RangeError(`a scale needs low < high, got [${low}, ${high}]`);
  const perUnit = (to - from) / (high - low);
  return {
    domain,
    at: (value) => from + (value - low) * perUnit,
    value: (pixel) => low + (pixel - from) / perUnit,
  };
}
