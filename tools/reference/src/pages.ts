import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Counterparts } from "./counterparts.ts";
import { packages, root } from "./entries.ts";
import { formerId, namesOfFormer } from "./former.ts";
import { entryIndex, firstIndex, topicsOf } from "./index-page.ts";
import { firstSentence } from "./markdown.ts";
import { type Context, namePage } from "./name-page.ts";
import { listed, type Name, namesOf } from "./names.ts";
import { ownersOf } from "./owners.ts";
import { indexPath, Places, pathOf } from "./places.ts";
import { commentsOf, type Documented } from "./symbols.ts";
import { topicOf, topicTitle } from "./topics.ts";
import { type Lang, langs, words } from "./words.ts";

/** A page of names.json, which the site's build takes through one template. */
interface NamePage {
  readonly path: string;
  readonly title: string;
  readonly entry: string;
  readonly description: string;
  readonly group: string;
  readonly markdown: string;
  readonly previous: Link;
  readonly next: Link;
}

interface Link {
  readonly text: string;
  readonly link: string;
}

/** The names related to a name. */
interface Group {
  readonly title: string;
  readonly link: string;
  readonly names: readonly Link[];
}

/** The former ids and addresses of a page's names. */
interface Former {
  readonly path: string;
  readonly names: readonly (Link & { readonly id: string })[];
}

/** Writes the indexes, and names.json with the pages of names, in both languages; returns the number of pages. */
export function writePages(documented: Documented): number {
  const names = namesOf(documented.symbols);
  const owners = ownersOf(names);
  const counterparts = new Counterparts(documented.symbols);
  let count = 0;
  for (const lang of langs) {
    const places = new Places(names, owners, lang);
    const target = join(root, "apps/docs", lang === "en" ? "reference" : "zh/reference");
    rmSync(target, { recursive: true, force: true });
    const pages = names.filter((name) => owners.get(name) === name);
    const groups = groupsOf(pages, documented, places);
    const context = {
      places,
      counterparts,
      owned: listed(names, (name) => owners.get(name)!),
      byFile: listed(pages, ({ file }) => file),
    };
    const written = nameFiles(documented, pages, context);
    const moved = lang === "en" ? formerPages(names, places) : [];
    write(join(target, "names.json"), JSON.stringify({ pages: written, groups, moved }));
    write(join(target, "template.md"), template(lang));
    write(join(target, "index.md"), firstIndex(documented, places));
    for (const entry of documented.entries)
      write(join(target, indexPath(entry), "index.md"), entryIndex(entry, names, documented, places));
    write(join(target, "sidebar.json"), JSON.stringify(sidebar(documented, places)));
    count += pages.length + documented.entries.length + 1;
  }
  return count;
}

function nameFiles({ entries }: Documented, pages: readonly Name[], context: Context): readonly NamePage[] {
  const { places } = context;
  const written = entries.flatMap((entry) => {
    const own = topicsOf(pages.filter((name) => name.entry === entry)).flatMap(([, names]) => names);
    const index = { text: entry.name, link: places.address(indexPath(entry)) };
    const link = (name: Name | undefined): Link =>
      name === undefined ? index : { text: name.name, link: places.link(name) };
    return own.map((name, i) => ({
      path: pathOf(name),
      title: name.name,
      entry: entry.name,
      description: plain(firstSentence(commentsOf(name.reflection)[0], places)),
      group: groupOf(name),
      markdown: namePage(name, context),
      previous: link(own[i - 1]),
      next: link(own[i + 1]),
    }));
  });
  return written;
}

function groupOf(name: Name): string {
  return `${indexPath(name.entry)}#${topicOf(name).replaceAll("/", "-")}`;
}

function groupsOf(
  pages: readonly Name[],
  { entries }: Documented,
  places: Places,
): Readonly<Record<string, Group>> {
  const all = entries.flatMap((entry) =>
    topicsOf(pages.filter((name) => name.entry === entry)).map(([topic, names]): [string, Group] => [
      groupOf(names[0]!),
      {
        title: `${entry.name}: ${topicTitle(topic, places.lang)}`,
        link: places.address(groupOf(names[0]!)),
        names: names.map((name) => ({ text: name.name, link: places.link(name) })),
      },
    ]),
  );
  return Object.fromEntries(all);
}

function formerPages(names: readonly Name[], places: Places): readonly Former[] {
  return namesOfFormer(names)
    .filter(([, found]) => found.length > 0)
    .map(([path, found]) => ({
      path,
      names: found.map((name) => ({ id: formerId(name), text: name.name, link: places.link(name) })),
    }));
}

/** The template of every name's page; placeholders are between @@. */
function template(lang: Lang): string {
  return `---
title: "@@title@@"
description: "@@description@@"
outline: [2, 3]
editLink: false
search: false
group: "@@group@@"
prev: { text: "@@previous@@", link: "/@@previous-link@@" }
next: { text: "@@next@@", link: "/@@next-link@@" }
---

<div class="reference-name" lang="${lang === "en" ? "en" : "zh-CN"}" data-page="@@page@@">@@content@@</div>
`;
}

function sidebar({ entries }: Documented, places: Places): readonly Link[] {
  const main = packages.map((folder) => entries.find((entry) => entry.folder === folder)!);
  return [
    { text: words.reference[places.lang], link: places.address("") },
    ...main.map((entry) => ({ text: entry.name, link: places.address(indexPath(entry)) })),
  ];
}

function plain(text: string): string {
  return text
    .replaceAll(/\[`?([^`\]]*)`?\]\([^)]*\)/g, "$1")
    .replaceAll(/[`\\]/g, "")
    .replaceAll("&lt;", "<");
}

function write(to: string, text: string): void {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
