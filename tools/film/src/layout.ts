/** The film's size. */
export const width = 760;
export const height = 268;
export const fontSize = 22;

/** A word's place on its line. */
export interface Place {
  /** The word's middle. */
  readonly x: number;
  readonly width: number;
}

const largestGap = 30;
const margin = 12;

/** Words side by side, in the middle of the film. Widths are estimates, since each reader has other fonts. */
export function placeWords(words: readonly string[]): readonly Place[] {
  const widths = words.map(estimate);
  const sum = widths.reduce((a, b) => a + b, 0);
  const gap = Math.min(largestGap, (width - 2 * margin - sum) / (words.length - 1));
  if (gap < 12) throw new Error(`"${words.join(" ")}" is too long for the film`);
  let left = (width - sum - gap * (words.length - 1)) / 2;
  return widths.map((own) => {
    const place = { x: Math.round(left + own / 2), width: Math.ceil(own) };
    left += own + gap;
    return place;
  });
}

function estimate(word: string): number {
  const em = Array.from(word, (letter) =>
    /[iljtfr.,']/.test(letter) ? 0.36 : /[mw]/.test(letter) ? 0.86 : 0.57,
  );
  return em.reduce((a, b) => a + b, 0) * fontSize;
}
