import {
  embeddedCorpus,
  parsePairs,
  tokenizePairs,
} from "@saccade/datasets";

const { source } = tokenizePairs(parsePairs(embeddedCorpus()));
const tokens = source.flat();
const counts = new Map<string, number>();
for (const word of tokens) {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}
const ranked = [...counts].sort((a, b) => b[1] - a[1]);

console.log(tokens.length, "tokens,", ranked.length, "words");
console.log("rank  word      count  covered");
for (const rank of [1, 2, 5, 10, 20, 50, 100, 200, 400]) {
  const [word, count] = ranked[rank - 1]!;
  const first = ranked.slice(0, rank);
  const sum = first.reduce((sum, [, count]) => sum + count, 0);
  const covered = `${((100 * sum) / tokens.length).toFixed(0)} %`;
  console.log(
    `${String(rank).padStart(4)}  ${word.padEnd(8)}`,
    `${String(count).padStart(5)}  ${covered.padStart(7)}`,
  );
}
const once = ranked.filter(([, count]) => count === 1).length;
console.log(once, "words occur once");
