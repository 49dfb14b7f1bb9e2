import { fill, wholePercent as percent } from "@saccade/figures/messages";
import { shortened } from "../../../ui/own-sentence.tsx";
import type { SourceWord } from "./calls.ts";

/** A network's state after an epoch, shown on one sentence. */
export interface Frame {
  /** Epochs done; 0 before training. */
  readonly epoch: number;
  /** The training loss a token of the epoch; null before training. */
  readonly loss: number | null;
  /** The part of the held-out pairs that it translates word for word; null where none are held out. */
  readonly accuracy: number | null;
  /** The target's tokens, `<eos>` at the end unless the longest sentence was reached. */
  readonly translation: readonly string[];
  /** Where each token looked: (tokens, source). */
  readonly weights: readonly (readonly number[])[];
  /** How probable each token was; missing in films that were kept before it was noted. */
  readonly probabilities?: readonly number[];
}

/** The film of a sentence: what became of its translation, epoch by epoch. */
export interface FilmOf {
  readonly sentence: string;
  readonly source: readonly SourceWord[];
  readonly frames: readonly Frame[];
}

export const noFilm: FilmOf = { sentence: "", source: [], frames: [] };

/** A film with further frames, those of a later part of the same run. A film of another sentence starts over. */
export function extended(film: FilmOf, part: FilmOf): FilmOf {
  if (film.sentence !== part.sentence) return part;
  const first = part.frames[0]?.epoch ?? Number.POSITIVE_INFINITY;
  return { ...part, frames: [...film.frames.filter(({ epoch }) => epoch < first), ...part.frames] };
}

/** Two sentences and the weights between them as they are drawn: without the ends of sentences, which would only distract. */
export interface Drawn {
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly weights: readonly (readonly number[])[];
  /** As `trustOf` gives it, of each word of the target. */
  readonly trust: readonly number[];
  /** How far the whole can be trusted: all words together, and that nothing follows. */
  readonly certainty: number;
  /** Words of the source that the network does not know. */
  readonly unknown: ReadonlySet<number>;
}

/** A whole that is less certain than this is called uncertain, whatever is said of its words. */
export const sureOfWhole = 0.6;

/** The parts of a translation that are drawn. */
export interface Drawing {
  readonly source: readonly SourceWord[];
  readonly tokens: readonly string[];
  readonly weights: readonly (readonly number[])[];
  readonly probabilities?: readonly number[] | undefined;
}

export function drawnOf({ source, tokens, weights, probabilities = [] }: Drawing): Drawn {
  const read = source.at(-1)?.text === "<eos>" ? source.length - 1 : source.length;
  const said = tokens.at(-1) === "<eos>" ? tokens.length - 1 : tokens.length;
  const words = source.slice(0, read);
  const trust = trustOf(source, weights, probabilities);
  return {
    source: words.map(({ text }) => shortened(text)),
    target: tokens.slice(0, said),
    weights: weights.slice(0, said).map((row) => row.slice(0, read)),
    trust: trust.slice(0, said),
    certainty: trust.reduce((product, one) => product * one, 1),
    unknown: new Set(words.flatMap(({ known }, i) => (known ? [] : [i]))),
  };
}

/**
 * How far each word of a translation can be trusted, from 0 to 1: its probability, times the weight that is on words that
 * the network knows. It was trained on no unknown word, so its reading of one means nothing.
 */
export function trustOf(
  source: readonly SourceWord[],
  weights: readonly (readonly number[])[],
  probabilities: readonly number[],
): readonly number[] {
  return weights.map((row, i) => {
    const unknown = row.reduce((sum, weight, j) => sum + (source[j]?.known === false ? weight : 0), 0);
    return Math.min(1, probabilities[i] ?? 1) * Math.max(0, 1 - unknown);
  });
}

/** A word's text for screen readers, with the words on the other side, as the arcs of both translators have it. */
export const describedBy =
  (t: { readonly describe: string; readonly clause: string }) =>
  (word: string, others: readonly (readonly [word: string, weight: number])[], trust: number): string =>
    fill(t.describe, {
      word,
      unsure: trust < 0.9,
      certainty: percent(trust),
      none: others.length === 0,
      others: others.map(([text, weight]) => `${text} ${percent(weight)}`).join(t.clause),
    });
