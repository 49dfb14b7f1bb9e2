import type { Lang } from "../index.ts";
import type { ShownBlock } from "./model.ts";

interface Words {
  readonly headline: string;
  readonly encoder: string;
  readonly decoder: string;
  readonly memory: string;
  readonly blocks: Readonly<Record<ShownBlock, string>>;
  readonly says: Readonly<Record<ShownBlock, string>>;
  readonly again: string;
  readonly training: string;
  readonly progress: (step: number, loss: string | null, right: string) => string;
  readonly answer: (source: string, answer: string) => string;
  readonly values: (shape: string) => string;
  readonly head: (n: number) => string;
  readonly caption: string;
}

const en: Words = {
  headline: "It writes digits backwards: cross-attention reads from right to left.",
  encoder: "Encoder",
  decoder: "Decoder",
  memory: "memory: the decoder’s keys and values",
  blocks: {
    "src.positions": "embed + positions",
    "e1.self": "self-attention",
    "e1.norm1": "add & norm",
    "e1.ff": "feed-forward",
    "e1.norm2": "add & norm",
    "tgt.positions": "embed + positions",
    "d1.self": "causal self-attention",
    "d1.norm1": "add & norm",
    "d1.cross": "cross-attention",
    "d1.norm2": "add & norm",
    "d1.ff": "feed-forward",
    "d1.norm3": "add & norm",
    out: "linear",
    softmax: "softmax",
  },
  says: {
    "src.positions": "Each source digit becomes a vector; its position is added.",
    "e1.self": "Every source position attends to every other.",
    "e1.norm1": "The attention's output is added to its input, then each row is normalized.",
    "e1.ff": "A network of two layers, applied to each position by itself.",
    "e1.norm2": "The encoder's output. The decoder reads keys and values from it.",
    "tgt.positions": "The begin token and the answer so far, embedded like the source.",
    "d1.self": "Position i attends to positions 0 to i of the answer.",
    "d1.norm1": "Residual and norm. These rows are the queries of the cross-attention.",
    "d1.cross": "Queries from the answer (rows, by what is written), keys and values from the source.",
    "d1.norm2": "Residual and norm.",
    "d1.ff": "A network of two layers, applied to each position by itself.",
    "d1.norm3": "Residual and norm.",
    out: "A logit for each of 9 tokens, at each position.",
    softmax: "The probability of each next token.",
  },
  again: "Train again from other weights",
  training: "Training …",
  progress: (step, loss, right) =>
    `${loss === null ? "Trained" : `step ${step}: loss ${loss}`}, ${right} of new digits right`,
  answer: (source, answer) => `${source} → ${answer}`,
  values: (shape) => `Output (${shape})`,
  head: (n) => `weights, head ${n}`,
  caption:
    "Point at a block to see its tensor. From the embeddings to the last norm, every block takes and returns (1, 4, 16): this is why blocks can be stacked. Train again, and watch the diagonal form.",
};

const zh: Words = {
  headline: "它把数字倒过来写：交叉注意力从右往左读。",
  encoder: "编码器",
  decoder: "解码器",
  memory: "记忆：解码器的键和值",
  blocks: {
    "src.positions": "嵌入 + 位置",
    "e1.self": "自注意力",
    "e1.norm1": "相加与归一化",
    "e1.ff": "前馈网络",
    "e1.norm2": "相加与归一化",
    "tgt.positions": "嵌入 + 位置",
    "d1.self": "因果自注意力",
    "d1.norm1": "相加与归一化",
    "d1.cross": "交叉注意力",
    "d1.norm2": "相加与归一化",
    "d1.ff": "前馈网络",
    "d1.norm3": "相加与归一化",
    out: "线性层",
    softmax: "softmax",
  },
  says: {
    "src.positions": "每个源数字变成一个向量，再加上它的位置。",
    "e1.self": "源序列的每个位置关注所有位置。",
    "e1.norm1": "注意力的输出与输入相加，再对每一行做归一化。",
    "e1.ff": "两层的网络，单独作用于每个位置。",
    "e1.norm2": "编码器的输出，解码器从中读取键和值。",
    "tgt.positions": "起始词元与已经写出的答案，嵌入方式与源序列相同。",
    "d1.self": "第 i 个位置只关注答案的第 0 到第 i 个位置。",
    "d1.norm1": "残差与归一化，这些行就是交叉注意力的查询。",
    "d1.cross": "查询来自答案（每行标着写出的数字），键和值来自源序列。",
    "d1.norm2": "残差与归一化。",
    "d1.ff": "两层的网络，单独作用于每个位置。",
    "d1.norm3": "残差与归一化。",
    out: "每个位置上，9 个词元各有一个 logit。",
    softmax: "各个词元作为下一个词元的概率。",
  },
  again: "换初始权重重新训练",
  training: "训练中……",
  progress: (step, loss, right) =>
    `${loss === null ? "已训练" : `第 ${step} 步：损失 ${loss}`}，新数字的正确率 ${right}`,
  answer: (source, answer) => `${source} → ${answer}`,
  values: (shape) => `输出 (${shape})`,
  head: (n) => `权重，头 ${n}`,
  caption:
    "指向一个模块，可以看到它的张量。从嵌入到最后的归一化，每个模块的输入和输出都是 (1, 4, 16)，所以模块可以堆叠。重新训练一次，看这条对角线怎样形成。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
