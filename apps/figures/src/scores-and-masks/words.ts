import type { Lang } from "../index.ts";

const en = {
  headline: "Softmax turns a row of scores into weights; a masked score gets none.",
  kind: "Score",
  kinds: { dot: "dot", scaled: "scaled dot", unprojected: "additive", gaussian: "Gaussian" },
  mask: "Mask",
  masks: { none: "none", causal: "causal", lengths: "2 valid keys", own: "own" },
  toggle: (query: string, key: string, allowed: boolean): string =>
    `${allowed ? "Mask" : "Allow"} ${key} for ${query}`,
  row: (query: string, weights: string, output: string): string =>
    `Weights of ${query}: ${weights}. Output (${output}).`,
  caption:
    "Point at a score: a row of Q meets a column of K, their terms add up to the score. The row's scores go through softmax into the bars, and the bars mix the values.",
};

const zh: typeof en = {
  headline: "softmax 把一行分数变成权重，被屏蔽的分数得不到权重。",
  kind: "评分函数",
  kinds: { dot: "点积", scaled: "缩放点积", unprojected: "加性", gaussian: "高斯" },
  mask: "掩码",
  masks: { none: "无", causal: "因果", lengths: "2 个有效键", own: "自定" },
  toggle: (query, key, allowed) => `${allowed ? "屏蔽" : "允许"} ${query} 的 ${key}`,
  row: (query, weights, output) => `${query} 的权重：${weights}。输出 (${output})。`,
  caption:
    "指向一个分数：Q 的一行与 K 的一列相遇，各项相加得到分数。这一行的分数经过 softmax 变成条，再按条的长度混合各个值。",
};

export const words: Readonly<Record<Lang, typeof en>> = { en, zh };
