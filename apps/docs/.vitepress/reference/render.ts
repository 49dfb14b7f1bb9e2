import type { MarkdownRenderer } from "vitepress";
import type { Former, Group, Link, NamePage, Names } from "./data.ts";

/** The facts about a page that theme/reference.ts reads. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  readonly previous: Link;
  readonly next: Link;
  /** By the id that a name had at this address before each had a page: where it is. */
  readonly moved: Readonly<Record<string, string>>;
}

/** A page of the reference that VitePress does not make. */
export interface Rendered {
  /** "nn/class-Linear". */
  readonly path: string;
  /** The path of the page in the other language. */
  readonly twin: string;
  readonly facts: PageFacts;
  readonly html: string;
  readonly group: string;
}

/** All pages of a language, rendered one after the other. */
export async function* renderNames(
  names: Names,
  md: MarkdownRenderer,
  folder: string,
): AsyncGenerator<Rendered> {
  const moved = new Map(names.moved.map((former) => [former.path, former]));
  for (const page of names.pages) {
    yield await renderName(page, names, md, folder, moved.get(page.path));
    moved.delete(page.path);
  }
  for (const former of moved.values()) yield renderFormer(former, folder);
}

export async function renderName(
  page: NamePage,
  { groups }: Names,
  md: MarkdownRenderer,
  folder: string,
  former?: Former,
): Promise<Rendered> {
  const { path, title, entry, description, previous, next } = page;
  const relativePath = `${folder}/${path}.md`;
  const env = { path: relativePath, relativePath, cleanUrls: true };
  // For Vue, which does not see these pages.
  const html = (await md.renderAsync(page.markdown, env)).replaceAll(
    /(<[^<>]*?) v-pre(?:="")?(?=[ >])/g,
    "$1",
  );
  const facts = { title: `${title} · ${entry}`, description, previous, next, moved: movedFrom(former) };
  return { path, twin: path, facts, html, group: groupHtml(groups[page.group], `/${folder}/${path}`) };
}

/** The page at an address where all names of a file once shared one. */
function renderFormer(former: Former, folder: string): Rendered {
  const { path, names } = former;
  const index = { text: "Reference", link: `/${folder}/` };
  const items = names.map(
    ({ text, link }) => `<li><a href="${link}"><code>${escapeHtml(text)}</code></a></li>`,
  );
  const html = `<h1>${names.length === 1 ? "A name" : "Names"} of ${escapeHtml(path)}</h1>
<p>Each name has a page of its own:</p><ul>${items.join("")}</ul>`;
  const facts = { title: path, description: "", previous: index, next: index, moved: movedFrom(former) };
  return { path, twin: "", facts, html, group: "" };
}

function movedFrom(former: Former | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries((former?.names ?? []).map(({ id, link }) => [id, link]));
}

function groupHtml(group: Group | undefined, here: string): string {
  if (group === undefined) return "";
  const items = group.names.map(({ text, link }) => {
    const current = link === here ? ' aria-current="page"' : "";
    return `<li><a href="${link}"${current}>${escapeHtml(text)}</a></li>`;
  });
  return `<p><a href="${group.link}">${escapeHtml(group.title)}</a></p><ul>${items.join("")}</ul>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
