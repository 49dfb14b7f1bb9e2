import type { PageEntry } from "./page.ts";

/** The pages in the order of the menu; the first is where the app opens. */
export const pages: readonly PageEntry[] = [
  {
    name: "opening",
    title: { en: "A translation", zh: "一句翻译" },
    load: () => import("./opening/index.tsx"),
  },
  {
    name: "kernel-regression",
    title: { en: "Kernel regression", zh: "核回归" },
    load: () => import("./kernel-regression/index.tsx"),
  },
  {
    name: "scoring",
    title: { en: "Scoring and masks", zh: "打分与掩码" },
    load: () => import("./scoring/index.tsx"),
  },
  {
    name: "translator",
    title: { en: "Translator", zh: "翻译" },
    load: () => import("./translator/index.tsx"),
  },
  {
    name: "language-model",
    title: { en: "Language model", zh: "语言模型" },
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
