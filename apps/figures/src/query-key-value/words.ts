import type { Lang } from "../index.ts";
import type { StepKind } from "./steps.ts";

interface Words {
  readonly sentence: readonly string[];
  readonly query: string;
  readonly play: string;
  readonly pause: string;
  readonly step: string;
  readonly time: string;
  readonly finished: string;
  readonly titles: Readonly<
    Record<"q" | "k" | "v" | "score" | "scores" | "softmax" | "weights" | "output", string>
  >;
  readonly scene: (query: string, key: string, weight: string) => string;
  readonly scoreCell: (query: string, key: string, score: string) => string;
  readonly weightCell: (query: string, key: string, weight: string) => string;
  readonly steps: Readonly<Record<StepKind, (query: string, key: string, sum: string) => string>>;
  readonly result: (query: string, key: string, weight: string) => string;
  readonly added: (value: string, weight: string, key: string, query: string) => string;
  readonly hint: string;
  readonly details: string;
  readonly features: readonly string[];
  readonly made: string;
  readonly projections: Readonly<Record<"query" | "key" | "value", string>>;
}

const en: Words = {
  sentence: ["the", "cat", "licks", "its", "paw"],
  query: "Query",
  play: "Play",
  pause: "Pause",
  step: "Step",
  time: "Moment",
  finished: "result",
  titles: {
    q: "Q",
    k: "Kᵀ",
    v: "V",
    score: "one score",
    scores: "scores",
    softmax: "softmax",
    weights: "weights",
    output: "output",
  },
  scene: (query, key, weight) =>
    `Attention in five matrices: Q, K transposed, scores, weights, V, and the output. The query ${query} gives most weight, ${weight}, to ${key}.`,
  scoreCell: (query, key, score) => `Score of query ${query} and key ${key}: ${score}`,
  weightCell: (query, key, weight) => `Weight of query ${query} on ${key}: ${weight}`,
  steps: {
    score: (query, key, sum) =>
      `The query of “${query}” and the key of “${key}” slide together. The products of their pairs add up to the score, ${sum}.`,
    scale: () => "All scores are divided by √d = √4 = 2.",
    softmax: () =>
      "Softmax: a score s becomes a bar of length exp(s). Divided by their sum, the bars share 1.",
    weights: () => "The bars fill the row of weights.",
    mix: (query) =>
      `Each value row moves down, as strong as its weight. Their sum is the output of “${query}”.`,
    rest: () => "The other queries do the same, all at the same time.",
  },
  result: (query, key, weight) =>
    `“${query}” gives most of its weight, ${weight}, to “${key}”: that value shapes its output most.`,
  added: (value, weight, key, query) =>
    `The value of “${key}”, ${value}, is multiplied by ${weight} and added to the output of “${query}”.`,
  hint: "Point at a score to see its row of Q and its column of Kᵀ, or at a weight to see its value.",
  details: "The numbers behind Q, K and V",
  features: ["noun", "creature", "verb", "pointing"],
  made: "Each word has four made-up features. Three projections, chosen by hand and not trained, turn them into queries, keys and values: Q = XW_Q, K = XW_K, V = XW_V.",
  projections: { query: "W_Q", key: "W_K", value: "W_V" },
};

const zh: Words = {
  sentence: ["那只", "猫", "舔", "它的", "爪子"],
  query: "查询",
  play: "播放",
  pause: "暂停",
  step: "单步",
  time: "时刻",
  finished: "结果",
  titles: {
    q: "Q",
    k: "Kᵀ",
    v: "V",
    score: "一个分数",
    scores: "分数",
    softmax: "softmax",
    weights: "权重",
    output: "输出",
  },
  scene: (query, key, weight) =>
    `注意力中的各个矩阵：Q、K 的转置、分数、权重、V 与输出。查询“${query}”把最大的权重 ${weight} 给了“${key}”。`,
  scoreCell: (query, key, score) => `查询“${query}”与键“${key}”的分数：${score}`,
  weightCell: (query, key, weight) => `查询“${query}”给“${key}”的权重：${weight}`,
  steps: {
    score: (query, key, sum) => `“${query}”的查询与“${key}”的键靠到一起，逐对相乘再相加，得到分数 ${sum}。`,
    scale: () => "所有分数除以 √d = √4 = 2。",
    softmax: () => "softmax：分数 s 变成长度为 exp(s) 的条，再除以总长，各条之和为 1。",
    weights: () => "这些条填入权重矩阵的一行。",
    mix: (query) => `每一行值按各自的权重下移，加起来就是“${query}”的输出。`,
    rest: () => "其余的查询也同样计算，而且是同时进行的。",
  },
  result: (query, key, weight) =>
    `“${query}”把最大的权重 ${weight} 给了“${key}”，所以它的输出受“${key}”的值影响最大。`,
  added: (value, weight, key, query) => `“${key}”的值 ${value} 乘以 ${weight}，加到“${query}”的输出里。`,
  hint: "指向一个分数，可以看到对应的 Q 的行和 Kᵀ 的列；指向一个权重，可以看到对应的值。",
  details: "Q、K、V 是怎么来的",
  features: ["名词", "动物", "动词", "指代"],
  made: "每个词有四个编造的特征。三个投影矩阵是手工选定的，没有经过训练，它们把特征变成查询、键和值：Q = XW_Q，K = XW_K，V = XW_V。",
  projections: { query: "W_Q", key: "W_K", value: "W_V" },
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
