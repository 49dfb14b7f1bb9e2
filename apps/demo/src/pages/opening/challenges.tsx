import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Dictionary } from "../../app/words.ts";
import { Challenges } from "../../ui/challenges.tsx";
import type { OpeningModel } from "./model.ts";

const en = {
  place: {
    question: "“black bird” becomes “oiseau noir”. Which word does the network read to write “noir”?",
    choices: ["“bird”, in the same place", "“black”, with the same meaning"],
    answer: "Weights follow meaning, not position: the two arcs cross.",
  },
  twice: {
    question: "French says “ne … pas” where English says “not”. Which of the two words reads “not”?",
    choices: ["only “ne”", "only “pas”", "both"],
    answer:
      "A word can be read as often as it is needed. Weights are shared out by the reader, not by what is read.",
  },
  sum: {
    question: "Add up the weights of one word of the translation. What do you get?",
    choices: ["1", "the number of words", "it depends on the sentence"],
    answer: "Softmax makes shares of the scores. Every word of the translation shares out exactly 1.",
  },
};

const zh: typeof en = {
  place: {
    question: "“black bird”译成“oiseau noir”。写“noir”时，网络读的是哪个词？",
    choices: ["位置相同的“bird”", "意思相同的“black”"],
    answer: "权重跟着意思走，而不是跟着位置走：两条弧线交叉了。",
  },
  twice: {
    question: "英语的“not”在法语里是“ne … pas”。这两个词中，哪个会去读“not”？",
    choices: ["只有“ne”", "只有“pas”", "两个都会"],
    answer: "同一个词可以被读许多次。权重由读的一方分配，与被读的一方无关。",
  },
  sum: {
    question: "把译文中一个词的所有权重加起来，得到多少？",
    choices: ["1", "词的个数", "要看句子"],
    answer: "softmax 把得分变成份额，译文中的每个词恰好分出 1。",
  },
};

const words: Dictionary<typeof en> = { en, zh };

export function OpeningChallenges({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  return (
    <Challenges
      items={[
        { ...t.place, right: 1, show: () => model.look("fr", 0, { side: "target", index: 3 }) },
        { ...t.twice, right: 2, show: () => model.look("fr", 2, { side: "source", index: 2 }) },
        { ...t.sum, right: 0, show: () => model.look("fr", 1, { side: "target", index: 0 }) },
      ]}
    />
  );
}
