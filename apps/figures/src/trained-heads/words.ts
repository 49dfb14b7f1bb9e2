import type { Lang } from "../index.ts";

interface Words {
  readonly heads: string;
  readonly retrain: string;
  readonly training: (step: number, total: number) => string;
  readonly head: (n: number) => string;
  readonly right: (before: string, after: string) => string;
  readonly map: (head: number, before: string, after: string) => string;
  readonly caption: string;
  readonly shares: (before: string, after: string) => string;
}

const en: Words = {
  heads: "Heads",
  retrain: "Train again from other weights",
  training: (step, total) => `step ${step} of ${total}`,
  head: (n) => `head ${n}`,
  right: (before, after) => `Named right: ${before} of the symbols before, ${after} of those after.`,
  map: (head, before, after) =>
    `Weights of head ${head}: ${before} on the position before, ${after} on the position after, on average.`,
  caption:
    "Six symbols stand in a ring. For each position the layer must name the symbol before it and the symbol after it. With two heads, each takes one direction. A single head learns one direction and has to guess the other. Choose a head to see where it looks.",
  shares: (before, after) => `before ${before} · after ${after}`,
};

const zh: Words = {
  heads: "头数",
  retrain: "换初始权重重新训练",
  training: (step, total) => `第 ${step} / ${total} 步`,
  head: (n) => `头 ${n}`,
  right: (before, after) => `正确率：前一个符号 ${before}，后一个符号 ${after}。`,
  map: (head, before, after) =>
    `头 ${head} 的权重：平均有 ${before} 落在前一个位置，${after} 落在后一个位置。`,
  caption:
    "六个符号围成一圈。这一层要对每个位置说出前一个和后一个符号。有两个头时，各管一个方向。只有一个头时，只学会一个方向，另一个方向只能猜。选择一个头，看它关注哪里。",
  shares: (before, after) => `前 ${before} · 后 ${after}`,
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
