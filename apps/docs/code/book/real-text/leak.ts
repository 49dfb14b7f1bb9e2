import {
  embeddedCorpus,
  parsePairs,
  tokenizePairs,
} from "@saccade/datasets";
import { manualSeed, randperm } from "@saccade/tensor";

manualSeed(0);
const { source } = tokenizePairs(parsePairs(embeddedCorpus()));
const text = source.flat();
const length = 9;

/** Windows of the text, and the word that follows the first eight. */
function windows(words: readonly string[], stride: number) {
  const count = Math.floor((words.length - length) / stride) + 1;
  return Array.from({ length: count }, (_, i) =>
    words.slice(i * stride, i * stride + length),
  );
}

// #region guess
/** Knows by heart which word followed the last three. */
function accuracy(
  train: readonly string[][],
  heldOut: readonly string[][],
): number {
  const memory = new Map<string, string>();
  for (const window of train)
    for (let i = 3; i < length; i++)
      memory.set(String(window.slice(i - 3, i)), window[i]!);
  const right = heldOut.filter(
    (window) =>
      memory.get(String(window.slice(length - 4, -1))) ===
      window.at(-1),
  );
  return right.length / heldOut.length;
}
// #endregion guess

const cut = Math.floor(0.9 * text.length);
for (const stride of [length, 4, 1]) {
  // Windows first, then a random tenth of them is held out.
  const all = windows(text, stride);
  const order = randperm(all.length).toArray(1);
  const mixed = order.map((i) => all[i]!);
  const tenth = Math.floor(0.1 * all.length);
  const leaky = accuracy(mixed.slice(tenth), mixed.slice(0, tenth));
  // The text is cut first, then windows are made of each part.
  const clean = accuracy(
    windows(text.slice(0, cut), stride),
    windows(text.slice(cut), stride),
  );
  console.log(
    `every ${stride} words: windows drawn ${leaky.toFixed(2)},`,
    `text cut ${clean.toFixed(2)}`,
  );
}
