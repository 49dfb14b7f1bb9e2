import type { Lang } from "../index.ts";

interface Words {
  readonly headline: string;
  readonly heads: string;
  readonly follow: (head: number) => string;
  readonly project: string;
  readonly attend: (heads: number) => string;
  readonly join: string;
  readonly out: string;
  readonly label: (heads: number, width: number) => string;
  readonly caption: (heads: number, width: number) => string;
}

const en: Words = {
  headline: "A colour is a head: each keeps to its own columns, and only the last projection mixes them.",
  heads: "Heads",
  follow: (head) => `Head ${head}`,
  project: "Project and split",
  attend: (heads) =>
    heads === 1 ? "Attend: one (5, 5) matrix of weights" : `Attend: ${heads} (5, 5) matrices of weights`,
  join: "Concatenate",
  out: "Project: W_O mixes the heads",
  label: (heads, width) =>
    `Multi-head attention of 5 tokens with 8 features: ${heads} heads of ${width} dims each, then concatenated and projected.`,
  caption: (heads, width) =>
    `Q, K and V are split into ${heads} × ${width} columns. Choose a head to follow it.`,
};

const zh: Words = {
  headline: "一种颜色是一个头：各用各的列，只有最后的投影把它们混合。",
  heads: "头数",
  follow: (head) => `头 ${head}`,
  project: "投影并拆分",
  attend: (heads) => `各自计算注意力：${heads} 个 (5, 5) 权重矩阵`,
  join: "拼接",
  out: "投影：W_O 混合各个头",
  label: (heads, width) =>
    `多头注意力：5 个词元，8 个特征，${heads} 个头，每个头 ${width} 维，最后拼接并投影。`,
  caption: (heads, width) => `Q、K、V 按列拆成 ${heads} × ${width} 列。选择一个头，可以跟踪它。`,
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
