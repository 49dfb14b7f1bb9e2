import {
  embeddedCorpus,
  parsePairs,
  tokenizePairs,
} from "@saccade/datasets";
import { corpusBleu } from "@saccade/models";
import { manualSeed, rand, randint } from "@saccade/tensor";

manualSeed(0);
const { target } = tokenizePairs(parsePairs(embeddedCorpus()));
const references = target.filter((_, i) => i % 2 === 0);

/** A stand-in for a translator: it gets each word wrong at times. */
function translate(
  sentence: readonly string[],
  errors: number,
): string[] {
  const luck = rand([sentence.length]).toArray(1);
  return sentence.map((word, i) => (luck[i]! < errors ? "?" : word));
}
const a = references.map((line) => translate(line, 0.22));
const b = references.map((line) => translate(line, 0.19));

// #region interval
/** What BLEU adds up over sentences: n-grams that match, and all. */
function countsOf(prediction: readonly string[], i: number): number[] {
  return [1, 2, 3, 4].flatMap((n) => {
    const left = ngrams(references[i]!, n);
    const all = ngrams(prediction, n);
    const right = all.filter((ngram) => {
      const at = left.indexOf(ngram);
      if (at >= 0) left.splice(at, 1); // counts once
      return at >= 0;
    });
    return [right.length, all.length];
  });
}

/** BLEU of the sentences at these places; all lengths are right. */
function bleuAt(places: readonly number[], counts: number[][]): number {
  const sum = (k: number) =>
    places.reduce((sum, i) => sum + counts[i]![k]!, 0);
  const shares = [0, 2, 4, 6].map((k) => sum(k) / sum(k + 1));
  return shares.reduce((product, share) => product * share, 1) ** 0.25;
}

/** The middle 95 % over test sets that are drawn from this one. */
function interval(size: number, measure: (at: number[]) => number) {
  const values = Array.from({ length: 200 }, () =>
    measure(randint(0, size, [size]).toArray(1)),
  ).sort((x, y) => x - y);
  return `${values[5]!.toFixed(3)} to ${values[194]!.toFixed(3)}`;
}
// #endregion interval

const [countsA, countsB] = [a.map(countsOf), b.map(countsOf)];
for (const size of [50, 200, 900]) {
  const all = Array.from({ length: size }, (_, i) => i);
  const [bleuA, bleuB] = [bleuAt(all, countsA), bleuAt(all, countsB)];
  console.log(`${size} sentences`);
  console.log(
    `  a      ${bleuA.toFixed(3)}, `,
    interval(size, (at) => bleuAt(at, countsA)),
  );
  console.log(
    `  b      ${bleuB.toFixed(3)}, `,
    interval(size, (at) => bleuAt(at, countsB)),
  );
  console.log(
    `  b − a  ${(bleuB - bleuA).toFixed(3)}, `,
    interval(size, (at) => bleuAt(at, countsB) - bleuAt(at, countsA)),
  );
}
const joined = (lines: readonly (readonly string[])[]) =>
  lines.map((line) => line.join(" "));
const library = corpusBleu(joined(a), joined(references));
const everywhere = bleuAt([...references.keys()], countsA);
console.log("as the library:", Math.abs(library - everywhere) < 1e-9);

function ngrams(words: readonly string[], n: number): string[] {
  const count = Math.max(0, words.length - n + 1);
  return Array.from({ length: count }, (_, i) =>
    words.slice(i, i + n).join(" "),
  );
}
