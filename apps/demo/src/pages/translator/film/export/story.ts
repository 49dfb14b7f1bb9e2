/** The colours of the page, as a canvas takes them. */
export interface Look {
  readonly paper: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly blue: string;
  readonly orange: string;
  readonly green: string;
}

/** A frame of the film, in the words of the page's language. */
export interface Slide {
  readonly epoch: string;
  readonly loss: string;
  readonly accuracy: string;
  readonly target: readonly string[];
  readonly weights: readonly (readonly number[])[];
  /** Where it stands on the curves; null where nothing was measured. */
  readonly x: number;
  readonly lossAt: number | null;
  readonly accuracyAt: number | null;
}

/** A film to be drawn: what all its frames share, and each one's own. */
export interface Story {
  readonly title: string;
  readonly subtitle: string;
  readonly lossName: string;
  readonly accuracyName: string;
  readonly source: readonly string[];
  readonly slides: readonly Slide[];
  readonly look: Look;
}

/** Milliseconds that a frame stands: the ends long enough to be read, a long film faster. */
export function durationOf(index: number, count: number): number {
  if (index === count - 1) return 2500;
  if (index === 0) return 1200;
  return Math.max(100, Math.min(500, 15_000 / count));
}
