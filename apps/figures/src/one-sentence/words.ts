import type { Lang } from "../index.ts";

interface Words {
  readonly headline: string;
  readonly all: (side: string) => string;
  readonly article: string;
  readonly color: string;
  readonly noun: string;
  readonly writes: string;
  readonly follow: (word: string) => string;
  readonly encoder: string;
  readonly decoder: string;
  readonly embedding: string;
  readonly embeddingText: string;
  readonly positions: string;
  readonly positionsText: string;
  readonly qkv: string;
  readonly qkvText: string;
  readonly crossText: string;
  readonly weights: string;
  readonly maskedWeights: string;
  readonly crossWeights: string;
  readonly weightsText: string;
  readonly maskedText: string;
  readonly output: string;
  readonly outputText: string;
  readonly addNorm: string;
  readonly addNormText: string;
  readonly memory: string;
  readonly ff: string;
  readonly ffText: string;
  readonly next: string;
  readonly nextText: string;
  readonly head: (head: number) => string;
  readonly matrix: (title: string, rows: number, columns: number) => string;
  readonly looks: (read: string, word: string, head: number, key: string, weight: string) => string;
  readonly residual: string;
  readonly caption: string;
}

const en: Words = {
  headline: "“la” or “le”? Before it writes a word, the decoder looks at the noun, which comes last.",
  all: (side) => `${side}: every matrix`,
  article: "Article",
  color: "Color",
  noun: "Noun",
  writes: "It writes",
  follow: (word) => `Follow ${word}`,
  encoder: "Encoder",
  decoder: "Decoder",
  embedding: "Embedding",
  embeddingText: "a row of the table for each word, × √16",
  positions: "+ Positions",
  positionsText: "a wave for each place is added",
  qkv: "Queries, keys, values",
  qkvText: "three maps of each row; half of the columns for each head",
  crossText: "queries from here, keys and values from the memory",
  weights: "Self-attention’s weights",
  maskedWeights: "Masked self-attention’s weights",
  crossWeights: "Cross-attention’s weights",
  weightsText: "softmax(Q Kᵀ / √8); a row adds up to 1",
  maskedText: "later words are hidden",
  output: "Attention’s output",
  outputText: "weights × V of both heads, × W",
  addNorm: "Add, norm",
  addNormText: "the rows before are added, then each row is normalized",
  memory: "Add, norm: the memory",
  ff: "Feed-forward",
  ffText: "two maps with a ReLU between, each row by itself",
  next: "Next word",
  nextText: "row × table of French words, softmax",
  head: (head) => `head ${head}`,
  matrix: (title, rows, columns) => `${title}, ${rows} by ${columns}`,
  looks: (read, word, head, key, weight) =>
    `After ${read} it writes ${word}: head ${head} gives ${weight} to ${key}.`,
  residual: "residual",
  caption:
    "A trained Transformer of one layer a side. Every matrix has a row for each word; blue is positive, orange negative. Choose other words, or another French word to follow.",
};

const zh: Words = {
  headline: "la 还是 le？还没写一个词，解码器就看向排在最后的名词。",
  all: (side) => `${side}的全部矩阵`,
  article: "冠词",
  color: "颜色",
  noun: "名词",
  writes: "译文",
  follow: (word) => `跟踪 ${word}`,
  encoder: "编码器",
  decoder: "解码器",
  embedding: "嵌入",
  embeddingText: "每个词取表中的一行，再乘以 √16",
  positions: "+ 位置",
  positionsText: "按所在位置加上一组波",
  qkv: "查询、键、值",
  qkvText: "对每一行做三个线性映射；每个头各占一半的列",
  crossText: "查询来自这里，键和值来自编码器的输出",
  weights: "自注意力的权重",
  maskedWeights: "带掩码的自注意力的权重",
  crossWeights: "交叉注意力的权重",
  weightsText: "softmax(Q Kᵀ / √8)；每行之和为 1",
  maskedText: "后面的词被屏蔽",
  output: "注意力的输出",
  outputText: "两个头各算权重 × V，拼接后再 × W",
  addNorm: "相加、归一化",
  addNormText: "加上之前的各行，再对每行做归一化",
  memory: "相加、归一化：编码器的输出",
  ff: "前馈网络",
  ffText: "两个线性映射，中间是 ReLU；逐行计算",
  next: "下一个词",
  nextText: "这一行 × 法语词表，再做 softmax",
  head: (head) => `头 ${head}`,
  matrix: (title, rows, columns) => `${title}，${rows} 行 ${columns} 列`,
  looks: (read, word, head, key, weight) =>
    `读到 ${read} 后写出 ${word}：头 ${head} 给 ${key} 的权重为 ${weight}。`,
  residual: "残差",
  caption:
    "一个训练好的 Transformer，编码器和解码器各一层。每个矩阵中，一个词对应一行；蓝色为正，橙色为负。可以换别的词，也可以选另一个法语词来跟踪。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
