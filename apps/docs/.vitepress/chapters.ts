import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import written from "./chapters.json" with { type: "json" };
import { type Lang, type Title, titleIn } from "./languages.ts";
import { bookParts, overview } from "./pages.ts";

interface Chapter {
  readonly learn: Title;
  /** The chapters it builds on, all of them before it. */
  readonly on: readonly string[];
  /** Whether its introduction names them, so that the line below the title would repeat it. */
  readonly said?: boolean;
}

/** The subject of a chapter and its prerequisites. The names are those of pages.json. */
export const chapters: Readonly<Record<string, Chapter>> = written;

const root = fileURLToPath(new URL("..", import.meta.url));
const words = {
  en: { head: "| chapter | what you learn | builds on |", on: "Builds on: ", comma: ", ", stop: "." },
  zh: { head: "| 章节 | 学到什么 | 基于 |", on: "基于：", comma: "、", stop: "。" },
};

/** The Markdown of a chapter in English. */
export function chapterText(name: string): string {
  return readFileSync(`${root}book/${name}.md`, "utf8");
}

/** The names of the chapters that exist, in the reader's order, with their titles. */
export function titlesOf(lang: Lang): Map<string, string> {
  const all = [overview, ...bookParts].flatMap(({ pages }) => Object.entries(pages));
  const chaptersOnly = all.flatMap(([path, title]): [string, string][] => {
    const name = path.replace("book/", "");
    return name in chapters && existsSync(`${root}${path}.md`) ? [[name, titleIn(lang, title)]] : [];
  });
  return new Map(chaptersOnly);
}

/** The links of the chapters that a chapter builds on. */
function linksOf(name: string, lang: Lang): string {
  const titles = titlesOf(lang);
  const before = chapters[name]!.on.filter((one) => titles.has(one));
  return before.map((one) => `[${titles.get(one)}](./${one})`).join(words[lang].comma);
}

/** The map of the book, as a table. */
export function mapOf(lang: Lang): string {
  const rows = [...titlesOf(lang)].map(
    ([name, title]) =>
      `| [${title}](./${name}) | ${titleIn(lang, chapters[name]!.learn)} | ${linksOf(name, lang)} |`,
  );
  return [words[lang].head, "|---|---|---|", ...rows].join("\n");
}

/** Below the title of a chapter what it builds on; in a guide the map in place of `<!-- chapters -->`. */
export function withChapters(source: string, page: string): string {
  const [, zh, folder, name = ""] = /^(zh\/)?(book|guide)\/(.+)\.md$/.exec(page) ?? [];
  const lang = zh === undefined ? "en" : "zh";
  if (folder === "guide")
    return source.replace("<!-- chapters -->", () => mapOf(lang).replaceAll("](./", "](../book/"));
  const chapter = chapters[name];
  if (folder === undefined || chapter === undefined) return source;
  const links = chapter.said ? "" : linksOf(name, lang);
  if (links === "") return source;
  return source.replace(/^# .+$/m, (title) => `${title}\n\n${words[lang].on}${links}${words[lang].stop}`);
}
