import type { PageEntry } from "./page.ts";

/** The pages in the order of the menu; the first is where the app opens. */
export const pages: readonly PageEntry[] = [
  {
    name: "opening",
    title: { en: "A translation", zh: "翻译一句话" },
    next: {
      en: "Where do such weights come from? Begin with the simplest: an average of what lies near.",
      zh: "这些权重从哪里来？先看最简单的：对邻近的值求平均。",
    },
    load: () => import("./opening/index.tsx"),
  },
  {
    name: "kernel-regression",
    title: { en: "Kernel regression", zh: "核回归" },
    next: {
      en: "Here distance decided the weights. Next, queries and keys decide them, and masks say what may be seen.",
      zh: "这里由距离决定权重。接下来由查询和键决定，再由掩码规定哪些可以看。",
    },
    load: () => import("./kernel-regression/index.tsx"),
  },
  {
    name: "scoring",
    title: { en: "Scoring and masks", zh: "打分与掩码" },
    next: {
      en: "Nobody writes such weights by hand: train a network that finds them.",
      zh: "这样的权重不必手写：训练一个网络，让它自己找到。",
    },
    load: () => import("./scoring/index.tsx"),
  },
  {
    name: "translator",
    title: { en: "Translator", zh: "翻译" },
    next: {
      en: "The recurrent network was not needed either: what is left is attention, many heads of it.",
      zh: "循环网络其实也可以去掉，剩下的就是许多个头的注意力。",
    },
    load: () => import("./translator/index.tsx"),
  },
  {
    name: "transformer",
    title: { en: "Transformer", zh: "Transformer" },
    next: {
      en: "A decoder alone, trained to continue a text, is a language model.",
      zh: "只留下解码器，训练它续写文本，就是语言模型。",
    },
    load: () => import("./transformer/index.tsx"),
  },
  {
    name: "language-model",
    title: { en: "Language model", zh: "语言模型" },
    next: {
      en: "All of this ran in your tab. How fast is your machine at it?",
      zh: "这一切都在你的标签页里运行。你的机器有多快？",
    },
    load: () => import("./language-model/index.tsx"),
  },
  {
    name: "speed",
    title: { en: "Speed", zh: "速度" },
    load: () => import("./speed/index.tsx"),
  },
];

/** Whether a page has this name; the first page is also at the bare address. */
export function isPage(name: string): boolean {
  return name === "" || pages.some((page) => page.name === name);
}

/** The page of a name; the first for a name that no page has. */
export function pageNamed(name: string): PageEntry {
  const entry = pages.find((page) => page.name === name) ?? pages[0];
  if (entry === undefined) throw new Error("the table of pages is empty");
  return entry;
}
