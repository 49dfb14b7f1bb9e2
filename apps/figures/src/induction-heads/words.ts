import type { Lang } from "../index.ts";

interface Words {
  readonly headline: string;
  readonly predicted: (share: string) => string;
  readonly layer: (layer: number) => string;
  readonly head: (name: string, looksAt: string, without: string) => string;
  readonly back: (weight: string) => string;
  readonly induction: (weight: string) => string;
  readonly elsewhere: string;
  readonly without: (share: string) => string;
  readonly on: (name: string) => string;
  readonly allOn: string;
  readonly layerOff: (layer: number) => string;
  readonly letters: (name: string) => string;
  readonly looks: (name: string, query: string, key: string, weight: string) => string;
  readonly isOff: (name: string) => string;
  readonly guess: (letter: string) => string;
  readonly caption: string;
}

const en: Words = {
  headline:
    "Layer 1 looks at what followed the letter last time. For that it needs L0H3, which looks one back.",
  predicted: (share) => `Letters of the second half that are predicted: ${share}`,
  layer: (layer) => `Layer ${layer}`,
  head: (name, looksAt, without) => `${name}: ${looksAt}, ${without}`,
  back: (weight) => `before ${weight}`,
  induction: (weight) => `answer ${weight}`,
  elsewhere: "spread out",
  without: (share) => `without ${share}`,
  on: (name) => `${name} is on`,
  allOn: "All on",
  layerOff: (layer) => `Layer ${layer} off`,
  letters: (name) => `The sequence, shaded by the attention of ${name}. Choose a letter that looks.`,
  looks: (name, query, key, weight) => `${name}: the second ${query} gives ${weight} to ${key}.`,
  isOff: (name) => `${name} is off.`,
  guess: (letter) => `predicted: ${letter}`,
  caption:
    "Ten random letters, twice, read by a trained network of two attention layers. Below each map, the share that is predicted without that head: none of layer 1 is missed, as the others do the same. Switch heads off, alone and together; choose a map or a letter to see where it looks.",
};

const zh: Words = {
  headline: "第 1 层看向上次跟在这个字母后面的字母，为此它离不开 L0H3：这个头只看前一个字母。",
  predicted: (share) => `后半段预测正确的字母：${share}`,
  layer: (layer) => `第 ${layer} 层`,
  head: (name, looksAt, without) => `${name}：${looksAt}，${without}`,
  back: (weight) => `前一个 ${weight}`,
  induction: (weight) => `答案 ${weight}`,
  elsewhere: "分散",
  without: (share) => `去掉后 ${share}`,
  on: (name) => `${name} 开启`,
  allOn: "全部开启",
  layerOff: (layer) => `关闭第 ${layer} 层`,
  letters: (name) => `字母序列，颜色深浅表示 ${name} 的注意力。选择一个字母作为查询。`,
  looks: (name, query, key, weight) => `${name}：第二个 ${query} 给 ${key} 的权重为 ${weight}。`,
  isOff: (name) => `${name} 已关闭。`,
  guess: (letter) => `预测：${letter}`,
  caption:
    "十个随机字母重复两遍，由训练好的两层注意力网络读入。每张图下面是去掉该头后的正确率：第 1 层去掉任何一个都没有影响，因为其余的头在做同样的事。可以单独或一起关闭各个头；选择一张图或一个字母，看它关注哪里。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
