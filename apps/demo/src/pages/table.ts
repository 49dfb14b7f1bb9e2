import type { Dictionary } from "@saccade/figures/messages";
import { type DemoPage, demoTitles } from "@saccade/figures/walk/demo-titles";
import type { ComponentType } from "preact";
import type { PageProps } from "../app/address.ts";

/** The exports of a page's index.tsx. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
}

/** One line of the table of pages. */
export interface PageEntry {
  /** Its name in the address: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly title: Dictionary<string>;
  /** One sentence that leads to the next page in the table; the last has none. */
  readonly next?: Dictionary<string>;
  /** Whether its workers compute by as many threads as there are. */
  readonly usesThreads?: true;
  readonly load: () => Promise<PageModule>;
}

const titled = (name: DemoPage): Pick<PageEntry, "name" | "title"> => ({ name, title: demoTitles[name] });

/** The walk: the pages of the menu in its order; the first is where the app opens. */
export const pages: readonly PageEntry[] = [
  {
    ...titled("opening"),
    next: {
      en: "Where do such weights come from? Begin with the simplest: an average of what lies near.",
      zh: "这些权重从哪里来？先看最简单的：对邻近的值求平均。",
    },
    load: () => import("./opening/index.tsx"),
  },
  {
    ...titled("kernel-regression"),
    next: {
      en: "Here distance decided the weights. Next, queries and keys decide them, and masks say what may be seen.",
      zh: "这里由距离决定权重。接下来由查询和键决定，再由掩码规定哪些可以看。",
    },
    load: () => import("./kernel-regression/index.tsx"),
  },
  {
    ...titled("scoring"),
    next: {
      en: "Nobody writes such weights by hand: train a network that finds them.",
      zh: "这样的权重不必手写：训练一个网络，让它自己找到。",
    },
    load: () => import("./scoring/index.tsx"),
  },
  {
    ...titled("translator"),
    next: {
      en: "The recurrent network was not needed either: what is left is attention, many heads of it.",
      zh: "循环网络其实也可以去掉，剩下的就是许多个头的注意力。",
    },
    usesThreads: true,
    load: () => import("./translator/index.tsx"),
  },
  {
    ...titled("transformer"),
    next: {
      en: "A decoder alone, trained to continue a text, is a language model.",
      zh: "只留下解码器，训练它续写文本，就是语言模型。",
    },
    load: () => import("./transformer/index.tsx"),
  },
  {
    ...titled("language-model"),
    usesThreads: true,
    load: () => import("./language-model/index.tsx"),
  },
];

/** A page beside the walk, which the footer leads to. */
export const speed: PageEntry = {
  ...titled("speed"),
  usesThreads: true,
  load: () => import("./speed/index.tsx"),
};

export const everyPage: readonly PageEntry[] = [...pages, speed];

/** Whether a page has this name; the first page is also at the bare address. */
export function isPage(name: string): boolean {
  return name === "" || everyPage.some((page) => page.name === name);
}

/** The page of a name; the first for a name that no page has. */
export function pageNamed(name: string): PageEntry {
  const entry = everyPage.find((page) => page.name === name) ?? pages[0];
  if (entry === undefined) throw new Error("the table of pages is empty");
  return entry;
}
