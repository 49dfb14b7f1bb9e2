/** Stands in a text for a formula or a piece of code, in which no sentence ends. */
export const opaque = "\uFFFC";

const ends = /[.?!]+["”’)\]]*(?=\s|$)|[。？！]+[”’）」]*/gu;
/** A full stop that ends no sentence: abbreviations and initials. */
const abbreviated = /(?:\b(?:al|e\.g|i\.e|vs|cf|fig|eq|etc|no)|\b\p{Lu})\.$/iu;

/** The places at which the sentences of a text end, the last of them its length. Nothing ends within brackets. */
export function sentenceEnds(text: string): number[] {
  const places: number[] = [];
  for (const match of text.matchAll(ends)) {
    const place = match.index + match[0].length;
    const before = text.slice(0, place);
    if (count(before, /[(（]/g) > count(before, /[)）]/g)) continue;
    if (!abbreviated.test(before) && !/^\s+\p{Ll}/u.test(text.slice(place))) places.push(place);
  }
  if (places.at(-1) !== text.length) places.push(text.length);
  return places;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The width of a text: a Chinese character is as wide as two letters. */
export function columnsOf(text: string): number {
  return [...text].reduce((sum, char) => sum + (/[\u2e80-\uffef]/.test(char) ? 2 : 1), 0);
}

/** How long the part of a paragraph is that a slide shows, if its first sentence is not longer. */
const columns = 260;

export interface Cut {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a paragraph that its slide leaves out, or null: what follows the first sentences, but for a last one that
 * introduces the next block.
 */
export function cutOf(text: string): Cut | null {
  const places = sentenceEnds(text);
  const fits = places.findLast((place) => columnsOf(text.slice(0, place)) <= columns) ?? places[0]!;
  const last = leads(text) ? (places.at(-2) ?? 0) : text.length;
  return fits < last ? { from: fits, to: last } : null;
}

/** Whether a text introduces what follows. */
export function leads(text: string): boolean {
  return /[:：]\s*$/.test(text);
}
