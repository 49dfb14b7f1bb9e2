import type { Lang } from "../index.ts";
import type { Hidden } from "./net.ts";

interface Words {
  readonly headline: string;
  readonly image: (caption: string) => string;
  readonly written: string;
  /** The label of a word's button: the word, and whether it is right. */
  readonly wordIs: (word: string, right: boolean) => string;
  readonly says: (word: string, first: string, second: string) => string;
  /** A thing, such as "the red circle"; its words in English. */
  readonly thing: (color: string, shape: string) => string;
  readonly on: (thing: string, share: string) => string;
  readonly even: (share: string) => string;
  readonly end: string;
  readonly hide: string;
  readonly hidden: Readonly<Record<Hidden, string>>;
  readonly another: string;
  readonly caption: string;
}

const en: Words = {
  headline: "Before it writes what a thing is, the network looks at the thing.",
  image: (caption) => `An image of 16 × 16 pixels: ${caption}.`,
  written: "The caption that the network writes. Choose a word to see where it looks.",
  wordIs: (word, right) => `${word}, ${right ? "right" : "wrong"}`,
  says: (word, first, second) => `“${word}”: ${first}, ${second}.`,
  thing: (color, shape) => `the ${color} ${shape}`,
  on: (thing, share) => `${share} of the weight on ${thing}`,
  even: (share) => `Spread evenly it would be ${share} on each.`,
  end: "end",
  hide: "Hide from the network",
  hidden: { none: "nothing", first: "first thing", second: "second thing" },
  another: "Another image",
  caption:
    "Attention spreads a weight of 1 over 8 × 8 cells, the brighter the more. Words of a color or a shape mostly look at their own thing, and nobody told the network where it is. Some are written from memory: one look tells both. Hide a thing: its words go wrong, most others stay.",
};

const zh: Words = {
  headline: "写出物体是什么之前，网络先看向这个物体。",
  image: (caption) => `16 × 16 像素的图像：${caption}。`,
  written: "网络写出的说明。选择一个词，看它关注哪里。",
  wordIs: (word, right) => `${word}，${right ? "正确" : "错误"}`,
  says: (word, first, second) => `“${word}”：${first}，${second}。`,
  thing: (color, shape) => ` ${color} ${shape} `,
  on: (thing, share) => `${share} 的权重落在${thing}上`,
  even: (share) => `如果平均分配，两者各得 ${share}。`,
  end: "结束",
  hide: "不让网络看到",
  hidden: { none: "都可见", first: "第一个物体", second: "第二个物体" },
  another: "换一幅图",
  caption:
    "注意力把总和为 1 的权重分给 8 × 8 个格子，越亮的格子分到的越多。写颜色和形状时，网络大多看向相应的物体，而训练时从未告诉它物体在哪里。有些词是凭记忆写出的，因为看物体一眼，颜色和形状就都知道了。藏起一个物体，它的词就会出错，其余的词大多不变。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
