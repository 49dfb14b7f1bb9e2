import type { Lang } from "../index.ts";
import type { Slot } from "./grammar.ts";

/** A step, in words. */
interface Step {
  readonly word: string;
  readonly before: string | undefined;
  readonly step: number;
  readonly length: number;
  readonly share: string;
  readonly source: string;
}

interface Words {
  readonly headline: string;
  readonly slots: Readonly<Record<Slot, string>>;
  readonly written: string;
  readonly view: string;
  readonly views: Readonly<Record<"states" | "table", string>>;
  readonly says: (step: Step) => string;
  readonly titles: readonly [encoder: string, decoder: string];
  readonly drawing: string;
  readonly map: string;
  readonly train: string;
  readonly again: string;
  readonly training: string;
  readonly random: string;
  readonly progress: (step: number, loss: string, forced: string, own: string) => string;
  readonly caption: string;
}

const en: Words = {
  headline: "Before it writes “found”, the decoder looks at “找到了”, wherever that stands.",
  slots: { who: "who", when: "when", where: "where", did: "did", what: "what" },
  written: "The word being written",
  view: "Show",
  views: { states: "states", table: "all weights" },
  says: ({ word, before, step, length, share, source }) =>
    `Step ${step} writes “${word}”. The query is s${sub(step - 1)}, ${
      before === undefined
        ? `which is the encoder’s last state h${sub(length)}`
        : `the state that wrote “${before}”`
    }. The largest weight, ${share}, is on ${source}.`,
  titles: ["Chinese → states h", "states s → English"],
  drawing: "An encoder with a state for each Chinese word, a decoder with a state for each English word.",
  map: "Weights of each English word over the Chinese words.",
  train: "Train from random weights",
  again: "Train again from other random weights",
  training: "Training …",
  random: "Random weights.",
  progress: (step, loss, forced, own) =>
    `step ${step} of 200: loss ${loss}. Words right in unseen sentences: ${forced} after the right words, ${own} after its own.`,
  caption:
    "At each step the last decoder state asks (orange), each encoder state gets a weight (blue), and their weighted mean is the context c for this step alone. Point at an English word, or change the sentence. Where the weights blur, the word can be written without looking: after a verb comes “a”. The network has been trained by the 200 steps that the button runs.",
};

const zh: Words = {
  headline: "写 found 之前，解码器先看“找到了”，不管它在哪里。",
  slots: { who: "谁", when: "时间", where: "地点", did: "做了", what: "什么" },
  written: "正在写的词",
  view: "显示",
  views: { states: "状态", table: "全部权重" },
  says: ({ word, before, step, length, share, source }) =>
    `第 ${step} 步写出 ${word}。查询是 s${sub(step - 1)}，${
      before === undefined ? `也就是编码器的最后一个状态 h${sub(length)}` : `即写出 ${before} 的那个状态`
    }。最大的权重 ${share} 落在“${source}”上。`,
  titles: ["中文 → 状态 h", "状态 s → 英文"],
  drawing: "编码器为每个中文词给出一个状态，解码器为每个英文词给出一个状态。",
  map: "每个英文词在中文词上的权重。",
  train: "从随机权重开始训练",
  again: "换一组随机权重再训练",
  training: "训练中……",
  random: "随机权重。",
  progress: (step, loss, forced, own) =>
    `第 ${step} / 200 步：损失 ${loss}。没见过的句子中，单词正确率：接在正确的词之后 ${forced}，接在自己写的词之后 ${own}。`,
  caption:
    "每一步由解码器的上一个状态提出查询（橙色），编码器的每个状态得到一个权重（蓝色），加权平均就是只属于这一步的上下文 c。指向一个英文词，或者换一个句子。权重模糊的地方，是不看原文也能写出的词：动词之后总是 a。网络已经训练过，与按钮所做的 200 步训练相同。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };

/** A number as an index. */
export function sub(n: number): string {
  return String(n).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]!);
}
