/** How far a translation has been said. */
export interface Moment {
  /** Words whose arcs are drawn: the network has looked at the sentence for them. */
  readonly read: number;
  /** Words that stand there. */
  readonly said: number;
}

/** Beats of saying so many words: for each word its arcs, then the word that comes of them. */
export const beatsOf = (words: number): number => 2 * words;

/** Attention comes first, and the word after it. */
export function momentOf(beat: number): Moment {
  return { read: Math.ceil(beat / 2), said: Math.floor(beat / 2) };
}

/** Milliseconds before a beat: arcs are drawn in the time before their word. */
export const msBefore = (beat: number): number => (beat % 2 === 0 ? 320 : 140);
