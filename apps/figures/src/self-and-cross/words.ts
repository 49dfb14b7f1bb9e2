import type { Lang } from "../index.ts";

type Both = Readonly<Record<"self" | "cross", string>>;

interface Words {
  readonly headline: string;
  readonly titles: Both;
  readonly calls: Both;
  readonly query: Both;
  readonly key: string;
  /** Glosses of the Chinese words. */
  readonly glosses: readonly string[];
  readonly label: (query: string, shares: string) => string;
  readonly shape: (n: number, m: number) => string;
  readonly caption: string;
}

const en: Words = {
  headline: "Keys and values are the same on both sides. Only the queries differ.",
  titles: { self: "Self-attention", cross: "Cross-attention" },
  calls: { self: "forward(chinese, chinese, chinese)", cross: "forward(english, chinese, chinese)" },
  query: { self: "query: Chinese", cross: "query: English" },
  key: "key, value: Chinese",
  glosses: ["she", "last week", "bought", "a", "sheep"],
  label: (query, shares) => `Weights of ${query}: ${shares}.`,
  shape: (n, m) => `weights (${n}, ${m}): each row sums to 1`,
  caption:
    "A word that attends to its own sentence looks for what belongs to it: the sheep for its number and its verb. An English word that is being written looks for its source. Point at a query. The features are made by hand, and the weights are computed from them here.",
};

const zh: Words = {
  headline: "两边的键和值相同，不同的只是查询。",
  titles: { self: "自注意力", cross: "交叉注意力" },
  calls: { self: "forward(chinese, chinese, chinese)", cross: "forward(english, chinese, chinese)" },
  query: { self: "查询：中文", cross: "查询：英文" },
  key: "键、值：中文",
  glosses: [],
  label: (query, shares) => `${query} 的权重：${shares}。`,
  shape: (n, m) => `权重 (${n}, ${m})：每行之和为 1`,
  caption:
    "词关注自己所在的句子时，找的是与它相关的词：“羊”找它的数量词和动词。正在写的英文词找的则是它在原文中的来源。指向一个查询看看。特征是手工设定的，权重由它们当场算出。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
