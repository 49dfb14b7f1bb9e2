import {
  embeddedCorpus,
  parsePairs,
  tokenizePairs,
} from "@saccade/datasets";
import { manualSeed, randperm } from "@saccade/tensor";

manualSeed(0);
const { source } = tokenizePairs(parsePairs(embeddedCorpus()));
type Sentence = readonly string[];

// #region ways
function shuffle<T>(items: readonly T[]): T[] {
  return randperm(items.length)
    .toArray(1)
    .map((i) => items[i]!);
}

function cut<T>(items: readonly T[], size: number): T[][] {
  const batches = Math.ceil(items.length / size);
  return Array.from({ length: batches }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

/** Random order within each length, then random order of batches. */
function inBuckets(sentences: readonly Sentence[], size: number) {
  const lengths = [...new Set(sentences.map(({ length }) => length))];
  const buckets = lengths.map((length) =>
    sentences.filter((sentence) => sentence.length === length),
  );
  return shuffle(buckets.flatMap((some) => cut(shuffle(some), size)));
}
// #endregion ways

/** The share of places that hold padding. */
function padding(batches: readonly (readonly Sentence[])[]): number {
  const places = batches.map(
    (rows) => rows.length * Math.max(...rows.map((row) => row.length)),
  );
  const all = places.reduce((sum, count) => sum + count, 0);
  return 1 - source.flat().length / all;
}

const byLength = source.toSorted((a, b) => a.length - b.length);
const ways = {
  "to the longest of all": [source],
  "random batches": cut(shuffle(source), 32),
  sorted: cut(byLength, 32),
  buckets: inBuckets(source, 32),
};
for (const [name, batches] of Object.entries(ways)) {
  const share = `${(100 * padding(batches)).toFixed(1)} % padding`;
  console.log(
    name.padEnd(21),
    share.padStart(14),
    batches.length,
    "batches",
  );
}
