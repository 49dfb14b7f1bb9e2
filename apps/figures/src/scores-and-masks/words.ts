import type { Kind } from "./attention.ts";
import type { MaskName } from "./masks.ts";

interface Words {
  readonly kind: string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly mask: string;
  readonly masks: Readonly<Record<MaskName, string>>;
  readonly terms: string;
  readonly scores: string;
  readonly weights: string;
  readonly output: string;
  readonly group: string;
  readonly cell: (query: number, key: number, score: string, allowed: boolean) => string;
  readonly toggle: (query: number, key: number, allowed: boolean) => string;
  readonly row: (query: number, weights: string, output: string) => string;
  readonly empty: (query: number) => string;
  readonly caption: string;
}

const en: Words = {
  kind: "Score",
  kinds: { dot: "dot", scaled: "scaled dot", additive: "additive", gaussian: "Gaussian" },
  mask: "Mask",
  masks: { none: "none", causal: "causal", lengths: "2 valid keys", own: "own" },
  terms: "terms",
  scores: "scores",
  weights: "weights",
  output: "output",
  group: "Scores of four queries with four keys. Arrow keys move, Enter masks or allows a pair.",
  cell: (query, key, score, allowed) =>
    `query ${query}, key ${key}: ${allowed ? `score ${score}` : "masked"}`,
  toggle: (query, key, allowed) => `${allowed ? "Mask" : "Allow"} key ${key} for query ${query}`,
  row: (query, weights, output) => `Weights of query ${query}: ${weights}. Output (${output}).`,
  empty: (query) => `Query ${query} has no key left: its weights and its output are 0.`,
  caption:
    "Point at a score: a row of Q meets a column of K, their terms add up to the score. The row's scores go through softmax into the bars, and the bars mix the values. A masked score gets no bar, and the others share its weight.",
};

const zh: Words = {
  kind: "评分函数",
  kinds: { dot: "点积", scaled: "缩放点积", additive: "加性", gaussian: "高斯" },
  mask: "掩码",
  masks: { none: "无", causal: "因果", lengths: "2 个有效键", own: "自定" },
  terms: "各项",
  scores: "分数",
  weights: "权重",
  output: "输出",
  group: "四个查询与四个键的分数。方向键移动，回车键屏蔽或允许一对。",
  cell: (query, key, score, allowed) => `查询 ${query}，键 ${key}：${allowed ? `分数 ${score}` : "已屏蔽"}`,
  toggle: (query, key, allowed) => `${allowed ? "屏蔽" : "允许"}查询 ${query} 的键 ${key}`,
  row: (query, weights, output) => `查询 ${query} 的权重：${weights}。输出 (${output})。`,
  empty: (query) => `查询 ${query} 的键全部被屏蔽：权重和输出都是 0。`,
  caption:
    "指向一个分数：Q 的一行与 K 的一列相遇，各项相加得到分数。这一行的分数经过 softmax 变成竖条，再按竖条混合各个值。被屏蔽的分数没有竖条，它的权重由其余的键分走。",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
