import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ReflectionKind } from "typedoc";
import { packages, root } from "./entries.ts";
import { link, Places, pageOf } from "./places.ts";
import { listRow, pageText } from "./symbol-page.ts";
import { type Documented, isFunction, type PublicSymbol } from "./symbols.ts";

const target: string = join(root, "apps/docs/reference");

/** VitePress's format. */
interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** Writes the pages and sidebar.json into apps/docs/reference, and tells how many. */
export function writePages({ symbols, entries }: Documented): number {
  const places = new Places(symbols);
  rmSync(target, { recursive: true, force: true });
  const files = new Map<string, PublicSymbol[]>();
  for (const symbol of symbols) files.set(symbol.file, [...(files.get(symbol.file) ?? []), symbol]);
  for (const [file, found] of files) {
    const sorted = [...found].sort((a, b) => groupOf(a) - groupOf(b));
    write(`${pageOf(file)}.md`, pageText(sorted, places, file));
  }
  for (const folder of packages) write(`${folder}/index.md`, packageText(folder, symbols, entries, places));
  write("index.md", indexText(entries));
  write("sidebar.json", `${JSON.stringify(sidebar(symbols, entries), null, 2)}\n`);
  return files.size + packages.length + 1;
}

function write(path: string, text: string): void {
  const to = join(target, path);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}

const groups = ["Classes", "Functions", "Constants", "Types"] as const;

function groupOf({ reflection }: PublicSymbol): number {
  if (reflection.kindOf(ReflectionKind.Class)) return 0;
  if (isFunction(reflection)) return 1;
  return reflection.kindOf(ReflectionKind.Variable | ReflectionKind.Namespace) ? 2 : 3;
}

function namesOf(symbols: readonly PublicSymbol[], group: number): readonly PublicSymbol[] {
  return symbols.filter((symbol) => groupOf(symbol) === group).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function packageText(
  folder: string,
  symbols: readonly PublicSymbol[],
  entries: Documented["entries"],
  places: Places,
): string {
  const mine = entries.filter((entry) => entry.folder === folder);
  const lines = ["---", "editLink: false", "---", "", `# ${mine[0]!.name}`, ""];
  for (const entry of mine) {
    const own = symbols.filter((symbol) => symbol.entry === entry);
    const others = symbols.filter(({ alsoIn }) => alsoIn.includes(entry));
    if (!entry.main) lines.push(`## ${entry.name} {#entry-${mine.indexOf(entry)}}`, "");
    for (const [group, title] of groups.entries()) {
      const found = namesOf(own, group);
      if (found.length === 0) continue;
      lines.push(
        `${entry.main ? "##" : "###"} ${title} {#${title.toLowerCase()}-${mine.indexOf(entry)}}`,
        "",
      );
      lines.push("| | |", "|---|---|", ...found.map((symbol) => listRow(symbol, places)), "");
    }
    if (others.length > 0) {
      const names = [...others].sort((a, b) => (a.name < b.name ? -1 : 1));
      lines.push("Also exported here:", "");
      lines.push(names.map((symbol) => `[\`${symbol.name}\`](${link(symbol)})`).join(", "), "");
    }
    if (own.length + others.length === 0)
      lines.push("A program to start as a worker; it exports nothing.", "");
  }
  return lines.join("\n");
}

function indexText(entries: Documented["entries"]): string {
  const rows = packages.map((folder) => {
    const names = entries.filter((entry) => entry.folder === folder).map(({ name }) => `\`${name}\``);
    return `| [${entries.find((entry) => entry.folder === folder)!.name}](/reference/${folder}/) | ${names.join(", ")} |`;
  });
  return [
    "---",
    "editLink: false",
    "---",
    "",
    "# Reference",
    "",
    "Every name that a program can import, with its signature, the errors it throws and an example. The value in an example's",
    "comment is what CI gets when it runs the line; names that an example does not declare are imports. Random numbers start",
    "from `manualSeed(0)`.",
    "",
    "| package | entries |",
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}

// Types stand beside the functions and classes that take them. An authors' entry is one line, which leads to its list.
function sidebar(symbols: readonly PublicSymbol[], entries: Documented["entries"]): readonly SidebarItem[] {
  const main = packages.map((folder) => {
    const home = `/reference/${folder}/`;
    const mine = entries.filter((entry) => entry.folder === folder);
    const items = mine.flatMap((entry, index): readonly SidebarItem[] => {
      const own = symbols.filter((symbol) => symbol.entry === entry);
      if (!entry.main) return own.length === 0 ? [] : [{ text: entry.name, link: `${home}#entry-${index}` }];
      return groups.slice(0, -1).flatMap((text, group): readonly SidebarItem[] => {
        const names = namesOf(own, group).map((symbol) => ({ text: symbol.name, link: link(symbol) }));
        return names.length === 0 ? [] : [{ text, collapsed: true, items: names }];
      });
    });
    return { text: mine[0]!.name, link: home, collapsed: true, items };
  });
  return [{ text: "Reference", link: "/reference/" }, ...main];
}
