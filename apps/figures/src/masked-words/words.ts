import type { Lang } from "../index.ts";

interface Words {
  readonly sentence: string;
  readonly masked: (word: string) => string;
  readonly both: string;
  readonly left: string;
  readonly attention: string;
  readonly says: (word: string, both: string, left: string, attended: string) => string;
  readonly token: (token: string, weight: string) => string;
  readonly list: string;
  readonly nothing: string;
  readonly another: string;
  readonly caption: string;
}

const en: Words = {
  sentence: "The sentence. Choose a word to mask it, and once more to show it.",
  masked: (word) => `[MASK], covers ${word}`,
  both: "Both sides",
  left: "Left side only",
  attention: "Shaded: the weights with which the mask attends to each token, the mean of four heads.",
  says: (word, both, left, attended) =>
    `${word}: ${both} from both sides, ${left} from the left. The mask attends to ${attended}.`,
  token: (token, weight) => `${token} (${weight})`,
  list: ", ",
  nothing: "No word is masked. Choose one.",
  another: "Another sentence",
  caption:
    "Two trained models of one layer guess the covered word. The verb after it names the animal: from both sides the answer is sure, from the left it is one of six. Cover a noun and its verb, and choose one, then the other: each is guessed alone, and all animals are possible.",
};

const zh: Words = {
  sentence: "句子。选择一个词来屏蔽它，再选一次就恢复。",
  masked: (word) => `[MASK]，原词是 ${word}`,
  both: "看两侧",
  left: "只看左侧",
  attention: "颜色深浅：[MASK] 对每个词元的注意力权重，四个头的平均。",
  says: (word, both, left, attended) =>
    `${word}：看两侧为 ${both}，只看左侧为 ${left}。[MASK] 最关注 ${attended}。`,
  token: (token, weight) => `${token}（${weight}）`,
  list: "、",
  nothing: "没有屏蔽任何词。请选择一个。",
  another: "换一句",
  caption:
    "两个训练好的单层模型猜被屏蔽的词。后面的动词说明了是哪种动物：看两侧，答案是确定的；只看左侧，六种都有可能。再同时屏蔽名词和它的动词，轮流选中它们：各猜各的，每种动物都有可能。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
