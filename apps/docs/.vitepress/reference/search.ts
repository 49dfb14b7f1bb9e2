import type { Lang } from "../languages.ts";
import type { Section } from "../search/sections.ts";
import { folders, type NamePage, readNames } from "./data.ts";

/** A name that is not exported by a package's main entry has its entry before it: the search puts it below the others. */
export function sectionsOf(page: NamePage, folder: string): readonly Section[] {
  const { path, title, entry, markdown } = page;
  const address = `/${folder}/${path}`;
  const own = entry.split("/").length > 2 ? `${entry}: ${title}` : title;
  const [head = "", ...members] = markdown.split(/^### /m);
  const sections = members.map((text): Section => {
    const [, name = "", id = ""] = /^(.*?) \{#(.*?)\}/.exec(text) ?? [];
    const shown = plain(name);
    return { id: `${address}#${id}`, title: shown, titles: [own], text: plain(text), keywords: "" };
  });
  return [{ id: address, title: own, titles: [entry], text: plain(head), keywords: "" }, ...sections];
}

/** The text of Markdown, without links, ids and signs. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\]\([^)]*\)|\{#[^}]*\}|<[^>]*>/g, " ")
    .replaceAll(/^#+ |^```.*$|[`*|\\[\]]|---/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The names of a language. */
export function nameSections(lang: Lang): readonly Section[] {
  return readNames(lang).pages.flatMap((page) => sectionsOf(page, folders[lang]));
}
