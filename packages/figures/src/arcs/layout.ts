/** A word's place in the drawing, in pixels. */
export interface Place {
  /** The middle of the word, or the end that is turned to the other sentence. */
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly width: number;
}

/** Two sentences and the room between them for arcs. */
export interface ArcsLayout {
  /** Whether the sentences are lines, the source above; else they are columns, the source on the left. */
  readonly inLines: boolean;
  readonly fontSize: number;
  readonly height: number;
  readonly source: readonly Place[];
  readonly target: readonly Place[];
  /** The arc from a word of the source to one of the target, as an SVG path. */
  readonly arc: (source: number, target: number) => string;
}

type Words = readonly string[];

const largestFont = 28;
const smallestFont = 17;
const columnFont = 18;

/** Places two sentences in a drawing of a width: in lines if words of a readable size fit, else in columns. */
export function layoutArcs(source: Words, target: Words, width: number): ArcsLayout {
  const ems = Math.max(lengthOf(source), lengthOf(target));
  const fontSize = Math.min(largestFont, (width - 16) / ems);
  return fontSize >= smallestFont
    ? inLines(source, target, { width, fontSize, distance: Math.max(130, 8 * fontSize) })
    : inColumns(source, target, { width, fontSize: columnFont, step: 2 * columnFont });
}

/** Places two sentences in a box of a fixed size, however long they are: in lines if it is wide, else in columns. */
export function layoutInBox(
  source: Words,
  target: Words,
  { width, height }: { readonly width: number; readonly height: number },
): ArcsLayout {
  if (width >= 560) {
    const ems = Math.max(lengthOf(source), lengthOf(target));
    const fontSize = Math.min(largestFont, height / 8, (width - 16) / ems);
    return { ...inLines(source, target, { width, fontSize, distance: height - 2.5 * fontSize }), height };
  }
  const step = Math.min(2 * columnFont, height / Math.max(source.length, target.length, 1));
  const longestWord = Math.max(1, ...[...source, ...target].map(wordLength));
  const fontSize = Math.min(columnFont, 0.75 * step, (0.36 * width - 4) / longestWord);
  return { ...inColumns(source, target, { width, fontSize, step }), height };
}

interface LinesSize {
  readonly width: number;
  readonly fontSize: number;
  /** Between the baselines. */
  readonly distance: number;
}

function inLines(source: Words, target: Words, { width, fontSize, distance }: LinesSize): ArcsLayout {
  const [above, below] = [1.6 * fontSize, 1.6 * fontSize + distance];
  const placesOf = (words: Words, y: number): Place[] => {
    const letters = fontSize * words.reduce((sum, word) => sum + wordLength(word), 0);
    const gap = Math.min(1.4 * fontSize, (width - 16 - letters) / Math.max(1, words.length - 1));
    let left = (width - letters - gap * (words.length - 1)) / 2;
    return words.map((word) => {
      const own = fontSize * wordLength(word);
      const place = { x: left + own / 2, y, width: own };
      left += own + gap;
      return place;
    });
  };
  const [from, to] = [placesOf(source, above), placesOf(target, below)];
  const [top, bottom] = [above + 0.5 * fontSize, below - 1.15 * fontSize];
  const middle = (top + bottom) / 2;
  return {
    inLines: true,
    fontSize,
    height: below + 0.9 * fontSize,
    source: from,
    target: to,
    arc: (j, i) => {
      const [a, b] = [from[j]!.x.toFixed(1), to[i]!.x.toFixed(1)];
      return `M${a} ${top}C${a} ${middle} ${b} ${middle} ${b} ${bottom}`;
    },
  };
}

interface ColumnsSize {
  readonly width: number;
  readonly fontSize: number;
  /** From one word to the next. */
  readonly step: number;
}

function inColumns(source: Words, target: Words, { width, fontSize, step }: ColumnsSize): ArcsLayout {
  const rows = Math.max(source.length, target.length);
  const placesOf = (words: Words, x: number): Place[] =>
    words.map((word, i) => ({
      x,
      y: step * (i + (rows - words.length) / 2) + 0.7 * step,
      width: fontSize * wordLength(word),
    }));
  const [left, right] = [0.36 * width, 0.64 * width];
  const [from, to] = [placesOf(source, left), placesOf(target, right)];
  return {
    inLines: false,
    fontSize,
    height: step * rows + 0.5 * fontSize,
    source: from,
    target: to,
    arc: (j, i) => {
      const up = 0.33 * fontSize;
      const [a, b] = [(from[j]!.y - up).toFixed(1), (to[i]!.y - up).toFixed(1)];
      const [x0, x1] = [left + 8, right - 8];
      const middle = (x0 + x1) / 2;
      return `M${x0} ${a}C${middle} ${a} ${middle} ${b} ${x1} ${b}`;
    },
  };
}

/** In ems, with gaps of at least half an em. */
function lengthOf(words: Words): number {
  return words.reduce((sum, word) => sum + wordLength(word) + 0.5, 0);
}

// An estimate, since each reader has other fonts.
function wordLength(word: string): number {
  return Array.from(word).reduce((sum, letter) => {
    if (/\p{Script=Han}|[，。]/u.test(letter)) return sum + 1;
    return sum + (/[iljtfr.,'’]/.test(letter) ? 0.34 : /[mwMW]/.test(letter) ? 0.86 : 0.56);
  }, 0);
}

/**
 * The words of a translation that moved past others: those outside the longest run of words whose strongest source words
 * keep their order. Words without a strong source word are passed over.
 */
export function movedWords(
  weights: readonly (readonly number[])[],
  least: number = 0.4,
): ReadonlySet<number> {
  const read = weights.flatMap((row, i) => {
    const most = Math.max(...row);
    return most < least ? [] : [{ i, source: row.indexOf(most) }];
  });
  // lengths[k]: of the longest run that ends with word k; before[k]: the word before it in that run.
  const lengths: number[] = [];
  const before: number[] = [];
  read.forEach(({ source }, k) => {
    const earlier = read.slice(0, k).map((word, m) => (word.source <= source ? lengths[m]! : 0));
    const longest = Math.max(0, ...earlier);
    lengths.push(longest + 1);
    before.push(longest === 0 ? -1 : earlier.indexOf(longest));
  });
  const kept = new Set<number>();
  for (let k = lengths.indexOf(Math.max(0, ...lengths)); k >= 0; k = before[k]!) kept.add(k);
  return new Set(read.filter((_, k) => !kept.has(k)).map(({ i }) => i));
}
