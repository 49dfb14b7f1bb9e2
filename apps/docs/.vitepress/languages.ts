export type Lang = "en" | "zh";

/** The language that a page names: "en" or "zh-CN". */
export function langOf(name: string): Lang {
  return name.startsWith("zh") ? "zh" : "en";
}

/** Where a translation is missing, English stands in. */
export interface Title {
  readonly en: string;
  readonly zh?: string;
}

export function titleIn(lang: Lang, title: Title): string {
  return title[lang] ?? title.en;
}

/** Where a page is in a language: "" or "/zh" before it. */
export function prefix(lang: Lang): string {
  return lang === "en" ? "" : "/zh";
}
