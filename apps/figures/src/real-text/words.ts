import type { Lang } from "../index.ts";
import type { SentenceName } from "./pieces.ts";

export interface Words {
  readonly headline: string;
  readonly size: string;
  readonly sentence: string;
  readonly sentences: Readonly<Record<SentenceName, string>>;
  readonly subwords: (size: number) => string;
  readonly words: (size: number) => string;
  readonly count: (parts: number) => string;
  readonly lost: (unknown: number) => string;
  readonly left: string;
  readonly right: string;
  readonly x: string;
  readonly label: (size: number, perWord: string, unknown: string) => string;
  readonly caption: (sentences: number, size: number, perWord: string, unknown: string) => string;
}

const en: Words = {
  headline: "Subwords spell every word; the same number of whole words leaves <unk>.",
  size: "Entries learned from the text",
  sentence: "Sentence",
  sentences: { known: "brother", rare: "umbrella", invented: "robots" },
  subwords: (size) => `${size} merges: subwords`,
  words: (size) => `${size} words: a word or <unk>`,
  count: (parts) => `${parts} tokens`,
  lost: (unknown) => `${unknown} unknown`,
  left: "subwords a word",
  right: "unknown words",
  x: "entries",
  label: (size, perWord, unknown) =>
    `On held-out sentences, with ${size} entries: ${perWord} subwords a word, or ${unknown} of the words unknown. Both fall as entries are added.`,
  caption: (sentences, size, perWord, unknown) =>
    `${sentences} held-out sentences, ${size} entries: merges cut a word into ${perWord} subwords on average; the same number of words leaves ${unknown} unknown. A dot is the space before a word.`,
};

const zh: Words = {
  headline: "条目数相同，子词能拼出每个词，整词却留下 <unk>。",
  size: "从文本学到的条目数",
  sentence: "句子",
  sentences: { known: "brother", rare: "umbrella", invented: "robots" },
  subwords: (size) => `${size} 次合并：子词`,
  words: (size) => `${size} 个词：整词或 <unk>`,
  count: (parts) => `${parts} 个词元`,
  lost: (unknown) => `${unknown} 个未知`,
  left: "每词的子词数",
  right: "未知词",
  x: "条目数",
  label: (size, perWord, unknown) =>
    `留出的句子，${size} 个条目：平均每词 ${perWord} 个子词，或有 ${unknown} 的词未知。条目越多，两者都越小。`,
  caption: (sentences, size, perWord, unknown) =>
    `${sentences} 个留出的句子，${size} 个条目：用合并得到的子词，平均每词切成 ${perWord} 个；同样数目的整词，则有 ${unknown} 的词未知。圆点表示词前的空格。`,
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
