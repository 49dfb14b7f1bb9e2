import MiniSearch from "minisearch";
import type { Lang } from "../pages.ts";
import { search } from "../search.ts";
import { folders, type NamePage, readNames } from "./data.ts";

/** What the search finds of a page: the name, and each method of a class. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/** A name that is not exported by a package's main entry has its entry before it: the search puts it below the others. */
export function sectionsOf(page: NamePage, folder: string): readonly Section[] {
  const { path, title, entry, markdown } = page;
  const address = `/${folder}/${path}`;
  const own = entry.split("/").length > 2 ? `${entry}: ${title}` : title;
  const [head = "", ...members] = markdown.split(/^### /m);
  const sections = members.map((text): Section => {
    const [, name = "", id = ""] = /^(.*?) \{#(.*?)\}/.exec(text) ?? [];
    const shown = plain(name);
    return { id: `${address}#${id}`, title: shown, titles: [own], text: plain(text) };
  });
  return [{ id: address, title: own, titles: [entry], text: plain(head) }, ...sections];
}

/** The text of Markdown, without links, ids and signs. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\]\([^)]*\)|\{#[^}]*\}|<[^>]*>/g, " ")
    .replaceAll(/^#+ |^```.*$|[`*|\\[\]]|---/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The index of a language's names, with VitePress's fields. */
export function nameIndex(lang: Lang): MiniSearch<Section> {
  const given = search.provider === "local" ? search.options?.miniSearch?.options : undefined;
  const index = new MiniSearch<Section>({
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    ...given,
  });
  index.addAll(readNames(lang).pages.flatMap((page) => sectionsOf(page, folders[lang])));
  return index;
}
