// A page without a Chinese version is shown in English there, with a note: see zh/[page].paths.ts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The English pages, such as "guide/masks", that a folder of docs has no Chinese version of. */
export function untranslated(docs: string): readonly string[] {
  return ["", "book/", "guide/"]
    .flatMap((folder) => readdirSync(join(docs, folder)).map((file) => folder + file))
    .filter((file) => file.endsWith(".md") && file !== "README.md" && !existsSync(join(docs, "zh", file)))
    .map((file) => file.replace(/\.md$/, ""));
}

/** The Markdown of such a page. Links to headings go to English pages: a Chinese one may call its headings otherwise. */
export function inEnglish(docs: string, page: string): string {
  const source = readFileSync(join(docs, `${page}.md`), "utf8");
  const linked = source.replace(/(?<=\]\()[^\s:)#]+(?=#[^\s)]+\))/g, (link) => {
    return new URL(link, `http://docs.invalid/${page}`).pathname;
  });
  return withNote(linked, "本页尚未翻译，以下是英文原文。");
}

/** Whether a Chinese page says of itself that its English one has changed since: `outdated: true` in its front matter. */
export function isOutdated(source: string): boolean {
  return /^---\n(?:.*\n)*?outdated: true\n(?:.*\n)*?---\n/.test(source);
}

/** A page with a note below its title. */
export function withNote(source: string, note: string): string {
  return source.replace(/^# .+$/m, (title) => `${title}\n\n::: info 提示\n${note}\n:::`);
}
