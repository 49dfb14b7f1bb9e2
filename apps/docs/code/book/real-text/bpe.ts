import {
  BytePairTokenizer,
  embeddedCorpus,
  parsePairs,
} from "@saccade/datasets";

const lines = parsePairs(embeddedCorpus()).map(({ source }) => source);

// #region learn
type Pair = [left: string, right: string];

/** Each word as letters, with its space, Ġ; and its count. */
function wordsOf(lines: readonly string[]) {
  const word = /'(?:s|t|re|ve|m|ll|d)| ?[a-z]+| ?[^a-z ]+/gi;
  const counts = new Map<string, number>();
  for (const found of lines.flatMap((line) => line.match(word) ?? []))
    counts.set(found, (counts.get(found) ?? 0) + 1);
  return [...counts].map(([found, count]) => ({
    parts: [...found.replace(" ", "Ġ")],
    count,
  }));
}

/** The parts, with each `left` and `right` in a row made one. */
function merge(
  parts: readonly string[],
  [left, right]: Pair,
): string[] {
  const merged: string[] = [];
  for (const part of parts) {
    if (part === right && merged.at(-1) === left)
      merged.push(merged.pop() + part);
    else merged.push(part);
  }
  return merged;
}

function learn(lines: readonly string[], merges: number): Pair[] {
  const words = wordsOf(lines);
  // All parts, the oldest first; of equally frequent pairs, that of
  // the oldest parts is taken.
  const known = [
    ...new Set(words.flatMap(({ parts }) => parts)),
  ].sort();
  const age = ([left, right]: Pair): number =>
    known.indexOf(left) * 1e6 + known.indexOf(right);
  return Array.from({ length: merges }, () => {
    const counts = new Map<string, number>();
    for (const { parts, count } of words)
      for (let i = 1; i < parts.length; i++) {
        const pair = `${parts[i - 1]} ${parts[i]}`;
        counts.set(pair, (counts.get(pair) ?? 0) + count);
      }
    const most = Math.max(...counts.values());
    const [best] = [...counts]
      .filter(([, count]) => count === most)
      .map(([pair]) => pair.split(" ") as Pair)
      .sort((a, b) => age(a) - age(b));
    for (const word of words) word.parts = merge(word.parts, best!);
    known.push(best!.join(""));
    return best!;
  });
}
// #endregion learn

// #region compare
const merges = learn(lines, 200);
console.log(
  "first:",
  merges.slice(0, 9).map((pair) => pair.join("+")),
);
console.log(
  "last: ",
  merges.slice(-4).map((pair) => pair.join("")),
);

const tokenizer = BytePairTokenizer.train(lines, { vocabSize: 457 });
const theirs = tokenizer.toJSON().model.merges;
console.log("the same merges:", String(theirs) === String(merges));

for (const word of [" the", " brother", " brotherhood"]) {
  let parts = [...word.replace(" ", "Ġ")];
  for (const pair of merges) parts = merge(parts, pair);
  console.log(word, parts);
}
// #endregion compare
