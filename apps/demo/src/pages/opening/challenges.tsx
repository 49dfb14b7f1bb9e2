import type { Chosen } from "@saccade/figures/arcs";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Dictionary } from "../../app/words.ts";
import { Challenges } from "../../ui/challenges.tsx";
import type { Language } from "./languages.ts";
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

// Of the Chinese translation: its readers see that one first.
const zh: typeof en = {
  place: {
    question: "“the small bird that the farmer likes”译成“农民喜欢的小鸟”。写“农民”时，网络关注哪个词？",
    choices: ["位置相同的“the”", "意思相同的“farmer”"],
    answer: "权重取决于意思，而不是位置：弧线交叉了。",
  },
  twice: {
    question: "“ate”译成“吃”“了”两个词。写其中哪个词时，网络会关注“ate”？",
    choices: ["只有“吃”", "只有“了”", "两个都会"],
    answer: "同一个词可以被关注多次。权重由写出的词分配，与被关注的词无关。",
  },
  sum: {
    question: "把译文中一个词的所有权重加起来，得到多少？",
    choices: ["1", "词的个数", "要看句子"],
    answer: "softmax 把分数变成比例，译文中每个词的权重之和恰好是 1。",
  },
};

const words: Dictionary<typeof en> = { en, zh };

interface Shown {
  readonly language: Language;
  readonly example: number;
  readonly word: Chosen;
}

const target = (index: number): Chosen => ({ side: "target", index });
const source = (index: number): Chosen => ({ side: "source", index });

/** The figure of each answer: one of the examples, with the arcs of a word. */
const shown: Dictionary<Readonly<Record<keyof typeof en, Shown>>> = {
  en: {
    place: { language: "fr", example: 0, word: target(3) },
    twice: { language: "fr", example: 2, word: source(2) },
    sum: { language: "fr", example: 1, word: target(0) },
  },
  zh: {
    place: { language: "zh", example: 0, word: target(0) },
    twice: { language: "zh", example: 0, word: source(7) },
    sum: { language: "zh", example: 1, word: target(0) },
  },
};

export function OpeningChallenges({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const shows = useWords(shown);
  const look = ({ language, example, word }: Shown): void => model.look(language, example, word);
  return (
    <Challenges
      items={[
        { ...t.place, right: 1, show: () => look(shows.place) },
        { ...t.twice, right: 2, show: () => look(shows.twice) },
        { ...t.sum, right: 0, show: () => look(shows.sum) },
      ]}
    />
  );
}
