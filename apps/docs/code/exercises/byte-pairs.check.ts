import { merge, mostFrequent, type Word } from "./byte-pairs.ts";

const words: Word[] = [
  { parts: [..."low"], count: 9 },
  { parts: [..."newer"], count: 2 },
  { parts: [..."wider"], count: 2 },
  { parts: [..."longer"], count: 2 },
];
const found = mostFrequent(words).join(" ");
if (found === "e r")
  throw new Error(
    "e r stands in the most words, three, but l o occurs 11 times in the text: add the word's count, not 1.",
  );
if (found !== "l o")
  throw new Error(
    `The most frequent pair is l o, 9 + 2 times, not ${found}.`,
  );
const low = merge([..."low"], ["l", "o"]);
if (low.join(" ") === "lo o w")
  throw new Error(
    "low became lo o w: the right part is used up, so the next one has to be skipped.",
  );
if (low.join(" ") !== "lo w")
  throw new Error(`low has to become lo w, not ${low.join(" ")}.`);
const three = merge([..."aaab"], ["a", "a"]).join(" ");
if (three !== "aa a b")
  throw new Error(
    `aaab has to become aa a b, from the left; it became ${three}.`,
  );
const none = merge(["lo", "w"], ["l", "o"]).join(" ");
if (none !== "lo w")
  throw new Error(
    `lo w does not hold l and o as parts, and has to stay; it became ${none}.`,
  );
let learned = words;
const merges: string[] = [];
for (let i = 0; i < 3; i++) {
  const best = mostFrequent(learned);
  merges.push(best.join(""));
  learned = learned.map(({ parts, count }) => ({
    parts: merge(parts, best),
    count,
  }));
}
if (merges.join(" ") !== "lo low er")
  throw new Error(
    `Three merges have to give lo, low and er; they gave ${merges.join(", ")}.`,
  );
console.log("Right: three merges give lo, low and er.");
