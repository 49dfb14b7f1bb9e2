import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DefaultTheme } from "vitepress";
import { type Lang, prefix, type Title, titleIn } from "./languages.ts";
import written from "./pages.json" with { type: "json" };

interface Part {
  readonly title: Title;
  /** Paths of pages, without the language and the ending, in the reader's order. */
  readonly pages: Readonly<Record<string, Title>>;
}

/** The beginning: how the book goes, and the chapter in pictures. */
export const overview: Part = written.overview;
/** The book: a chapter for each step of the ladder. */
export const bookParts: readonly Part[] = written.book;
const guide: readonly Part[] = written.guide;

const root = fileURLToPath(new URL("..", import.meta.url));

function sidebarOf(parts: readonly Part[], lang: Lang): DefaultTheme.SidebarItem[] {
  return parts.flatMap(({ title, pages }) => {
    const items = Object.entries(pages)
      .filter(([path]) => existsSync(`${root}${path}.md`))
      .map(([path, text]) => ({ text: titleIn(lang, text), link: `${prefix(lang)}/${path}` }));
    return items.length === 0 ? [] : [{ text: titleIn(lang, title), items }];
  });
}

/** The English pages in the order in which they are read. */
export const readingOrder: readonly DefaultTheme.SidebarItem[] = [
  ...sidebarOf([overview, ...bookParts, ...guide], "en"),
];

/** The packages of the reference, which `pnpm reference` writes beside its pages; null where it has not run. */
export function reference(lang: Lang): readonly DefaultTheme.SidebarItem[] | null {
  const file = `${root}${prefix(lang)}/reference/sidebar.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** The sidebars of a language: both have the same pages. */
export function sidebars(lang: Lang): DefaultTheme.SidebarMulti {
  const before = prefix(lang);
  const guides = sidebarOf(guide, lang);
  const symbols = reference(lang);
  return {
    [`${before}/book/`]: sidebarOf([overview, ...bookParts], lang),
    [`${before}/guide/`]: guides,
    [`${before}/performance`]: guides,
    [`${before}/compatibility`]: guides,
    // theme/reference.ts shows the names of a topic above it. A list of all names would be loaded with every page of the site.
    ...(symbols === null ? {} : { [`${before}/reference/`]: [...symbols] }),
  };
}
