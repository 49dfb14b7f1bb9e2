/** A place in a figure, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The box around several, such as a row's first and last. */
export function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/** A box on its way from one place to another. */
export function between(a: Box, b: Box, t: number): Box {
  const mix = (from: number, to: number): number => from + (to - from) * t;
  return { x: mix(a.x, b.x), y: mix(a.y, b.y), w: mix(a.w, b.w), h: mix(a.h, b.h) };
}

/** A box as the attributes of a rect. */
export function rectOf({ x, y, w, h }: Box): { x: number; y: number; width: number; height: number } {
  return { x, y, width: w, height: h };
}

/** The part of a motion between two marks of a step, eased. */
export function phase(part: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (part - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
