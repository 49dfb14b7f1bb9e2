import type { Kind } from "./patterns.ts";

interface Words {
  readonly pattern: string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly length: string;
  readonly window: string;
  readonly query: string;
  readonly keys: string;
  readonly queries: string;
  readonly scores: string;
  readonly matrix: (kind: string, n: number, scores: string) => string;
  readonly row: (query: number, keys: number) => string;
  readonly count: (scores: string, all: string, share: string) => string;
  readonly none: string;
  readonly curves: string;
  readonly says: Readonly<Record<Kind, string>>;
}

const en: Words = {
  pattern: "Pattern",
  kinds: {
    full: "full",
    window: "window",
    dilated: "dilated window",
    blocks: "block-sparse",
    segments: "segments",
    linear: "linear",
  },
  length: "Length",
  window: "Window, or length of a segment",
  query: "Query",
  keys: "keys →",
  queries: "queries ↓",
  scores: "scores",
  matrix: (kind, n, scores) => `Who attends to whom, ${kind}, ${n} positions: ${scores} scores.`,
  row: (query, keys) => `Query ${query} attends to ${keys} ${keys === 1 ? "key" : "keys"}.`,
  count: (scores, all, share) => `${scores} scores of ${all} (${share})`,
  none: "no score is computed: each query reads one running sum of all keys and values so far",
  curves: "Scores over the length: full attention grows with the square, the others in proportion.",
  says: {
    full: "Full causal attention: every query scores every key up to its own. Double the length and there are four times as many scores.",
    window:
      "A window: the last w keys only. Farther positions are reached through several layers, w − 1 steps a layer.",
    dilated: "A dilated window: every third key. As many scores as a window, and three times its reach.",
    blocks: "Block-sparse, as in BigBird: neighbouring blocks, and a first block that everybody reads.",
    segments:
      "Segments with memory, as in Transformer-XL: a query sees its own segment so far and the whole one before.",
    linear:
      "Linear attention: every key counts, with another weight than softmax gives. The sums take the place of the scores.",
  },
};

const zh: Words = {
  pattern: "模式",
  kinds: {
    full: "完整",
    window: "窗口",
    dilated: "空洞窗口",
    blocks: "块稀疏",
    segments: "分段",
    linear: "线性",
  },
  length: "长度",
  window: "窗口（或段长）",
  query: "查询",
  keys: "键 →",
  queries: "查询 ↓",
  scores: "分数",
  matrix: (kind, n, scores) => `谁关注谁：${kind}，${n} 个位置，${scores} 个分数。`,
  row: (query, keys) => `查询 ${query} 关注 ${keys} 个键。`,
  count: (scores, all, share) => `计算 ${all} 个分数中的 ${scores} 个（${share}）`,
  none: "不计算任何分数：每个查询只读取到目前为止所有键和值的累加和",
  curves: "分数的个数随长度的变化：完整注意力按平方增长，其余线性增长。",
  says: {
    full: "完整的因果注意力：每个查询都给自己及之前的所有键打分。长度加倍，分数变成四倍。",
    window: "窗口：只看最近 w 个键。更远的位置要经过多层才能到达，每层走 w − 1 步。",
    dilated: "空洞窗口：每三个键取一个。分数与普通窗口一样多，范围是它的三倍。",
    blocks: "块稀疏（如 BigBird）：相邻的块，再加上所有位置都要看的第一块。",
    segments: "带记忆的分段（如 Transformer-XL）：查询能看到本段中到自己为止的内容，以及整个前一段。",
    linear: "线性注意力：所有的键都起作用，但权重与 softmax 不同。累加和取代了分数。",
  },
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
