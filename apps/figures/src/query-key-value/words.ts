import type { Lang } from "../index.ts";

const en = {
  sentence: ["the", "cat", "licks", "its", "paw"],
  query: "Query",
  headline: "A word takes most from the word whose key fits its query: “its” takes from “cat”.",
  added: (value: string, weight: string, key: string, query: string): string =>
    `The value of “${key}”, ${value}, is multiplied by ${weight} and added to the output of “${query}”.`,
  hint: "Point at a score to see its row of Q and its column of Kᵀ, or at a weight to see its value.",
  details: "The numbers behind Q, K and V",
  features: ["noun", "creature", "verb", "pointing"],
  made: "Each word has four made-up features. Three projections, chosen by hand and not trained, turn them into queries, keys and values: Q = XW_Q, K = XW_K, V = XW_V.",
  projections: { query: "W_Q", key: "W_K", value: "W_V" },
};

const zh: typeof en = {
  sentence: ["那只", "猫", "舔", "它的", "爪子"],
  query: "查询",
  headline: "一个词的键越匹配查询，从它那里取得的就越多：“它的”主要取自“猫”。",
  added: (value, weight, key, query) => `“${key}”的值 ${value} 乘以 ${weight}，加到“${query}”的输出里。`,
  hint: "指向一个分数，可以看到对应的 Q 的行和 Kᵀ 的列；指向一个权重，可以看到对应的值。",
  details: "Q、K、V 是怎么来的",
  features: ["名词", "动物", "动词", "指代"],
  made: "每个词有四个编造的特征。三个投影矩阵是手工选定的，没有经过训练，它们把特征变成查询、键和值：Q = XW_Q，K = XW_K，V = XW_V。",
  projections: { query: "W_Q", key: "W_K", value: "W_V" },
};

export const words: Readonly<Record<Lang, typeof en>> = { en, zh };
