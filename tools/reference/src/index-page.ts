import { packages } from "./entries.ts";
import { firstSentence } from "./markdown.ts";
import { inOrder, type Name } from "./names.ts";
import { indexPath, type Places } from "./places.ts";
import { commentsOf, type Documented } from "./symbols.ts";
import { topicOf, topicOrder, topicTitle } from "./topics.ts";
import { words } from "./words.ts";

const front = [
  "---",
  "outline: 2",
  "editLink: false",
  "search: false",
  "prev: false",
  "next: false",
  "---",
  "",
];

/** The topics of an entry with their names, in the order of the index. */
export function topicsOf(
  names: readonly Name[],
): readonly (readonly [topic: string, names: readonly Name[]])[] {
  const topics = new Map<string, Name[]>();
  for (const name of names) topics.set(topicOf(name), [...(topics.get(topicOf(name)) ?? []), name]);
  return [...topics]
    .toSorted(([a], [b]) => topicOrder(a) - topicOrder(b))
    .map(([topic, found]) => [topic, inOrder(found)] as const);
}

/** The index of an entry: its names by topic, a line each. */
export function entryIndex(
  entry: Documented["entries"][number],
  all: readonly Name[],
  { entries }: Documented,
  places: Places,
): string {
  const { lang } = places;
  const pages = all.filter((name) => name.entry === entry && places.owner(name) === name);
  const also = all.filter(({ alsoIn, namespace }) => namespace === null && alsoIn.includes(entry));
  const lines = [...front, `# ${entry.name}`, ""];
  for (const [topic, names] of topicsOf(pages)) {
    lines.push(`## ${topicTitle(topic, lang)} {#${topic.replaceAll("/", "-")}}`, "", "| | |", "|---|---|");
    for (const name of names) {
      const text = firstSentence(commentsOf(name.reflection)[0], places);
      lines.push(`| [\`${name.name}\`](${places.link(name)}) | ${text} |`);
    }
    lines.push("");
  }
  if (also.length > 0) {
    const links = inOrder(also).map((name) => `[\`${name.name}\`](${places.link(name)})`);
    lines.push(words.also[lang], "", links.join(", "), "");
  }
  if (pages.length + also.length === 0) lines.push(words.worker[lang], "");
  const others = entries.filter(({ folder }) => entry.main && folder === entry.folder).slice(1);
  if (others.length > 0) {
    lines.push(`## ${words.others[lang]} {#entries}`, "");
    // The ids are those that these entries had on this page.
    others.forEach((other, i) => {
      lines.push(
        `- <span id="entry-${i + 1}">[\`${other.name}\`](${places.address(indexPath(other))})</span>`,
      );
    });
    lines.push("");
  }
  return lines.join("\n");
}

/** The first page: the packages and their entries. */
export function firstIndex({ entries }: Documented, places: Places): string {
  const { lang } = places;
  const rows = packages.map((folder) => {
    const [main, ...others] = entries
      .filter((entry) => entry.folder === folder)
      .map((entry) => `[\`${entry.name}\`](${places.address(indexPath(entry))})`);
    return `| ${main} | ${others.join(", ")} |`;
  });
  const head = `| ${words.package[lang]} | ${words.others[lang]} |`;
  return [
    ...front,
    `# ${words.reference[lang]}`,
    "",
    words.intro[lang],
    "",
    head,
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}
