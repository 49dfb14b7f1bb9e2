import type { Lang } from "../index.ts";
import type { Kind } from "./translators.ts";

interface Words {
  readonly sentence: string;
  readonly reader: string;
  readonly titles: Readonly<Record<Kind, string>>;
  readonly ways: Readonly<Record<Kind, string>>;
  readonly rate: (here: string, all: string, pairs: number) => string;
  readonly rest: (right: string, late: string) => string;
  readonly map: (title: string, rows: string) => string;
  readonly says: (source: string, share: string) => string;
  readonly at: (word: string) => string;
  readonly asked: string;
  readonly caption: string;
}

const en: Words = {
  sentence: "Sentence",
  reader: "Translator",
  titles: { oneWay: "Reads one way", bothWays: "Reads both ways" },
  ways: {
    oneWay: "one-way encoder, additive score, query from before the last word",
    bothWays: "two-way encoder, general score, query from after the last word",
  },
  rate: (here, all, pairs) => `Error rate: ${here} here, ${all} on ${pairs} pairs`,
  rest: (right, late) => `Words right: ${right}; links one word too far: ${late}`,
  map: (title, rows) => `${title}: ${rows}`,
  says: (source, share) => `most weight on “${source}”, ${share}`,
  at: (word) => `“${word}”:`,
  asked: "French word",
  caption:
    "Two translators of the same width, trained on the same 16,000 pairs. Rows are French words, columns are English words, frames are the gold links. Both translate most words; one points.",
};

const zh: Words = {
  sentence: "句子",
  reader: "翻译模型",
  titles: { oneWay: "单向读取", bothWays: "双向读取" },
  ways: {
    oneWay: "单向编码器，加性评分，查询是读入上一个词之前的状态",
    bothWays: "双向编码器，general 评分，查询是读入上一个词之后的状态",
  },
  rate: (here, all, pairs) => `错误率：此句 ${here}，${pairs} 个句对 ${all}`,
  rest: (right, late) => `译对的词：${right}；往后偏一个词的链接：${late}`,
  map: (title, rows) => `${title}：${rows}`,
  says: (source, share) => `权重最大的是“${source}”，${share}`,
  at: (word) => `“${word}”：`,
  asked: "法文词",
  caption:
    "两个宽度相同的翻译模型，用同样的 16,000 个句对训练。行是法文词，列是英文词，方框是标准对齐。两者都能译对大多数词，但只有一个指得准。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
