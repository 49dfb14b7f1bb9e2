import type { MarkdownRenderer } from "vitepress";
import type { Group, Link, Names } from "./data.ts";

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

/** All pages of a language, rendered one after the other, then those at addresses where all names of a file once shared one. */
export async function* renderNames(
  { pages, groups, moved }: Names,
  md: MarkdownRenderer,
  folder: string,
): AsyncGenerator<Rendered> {
  const former = new Map(moved.map(({ path, names }) => [path, names]));
  const movedFrom = (path: string): PageFacts["moved"] =>
    Object.fromEntries((former.get(path) ?? []).map(({ id, link }) => [id, link]));
  for (const { path, title, entry, description, previous, next, group, markdown } of pages) {
    const relativePath = `${folder}/${path}.md`;
    const rendered = await md.renderAsync(markdown, { path: relativePath, relativePath, cleanUrls: true });
    // For Vue, which does not see these pages.
    const html = rendered.replaceAll(/(<[^<>]*?) v-pre(?:="")?(?=[ >])/g, "$1");
    const facts = { title: `${title} · ${entry}`, description, previous, next, moved: movedFrom(path) };
    yield { path, twin: path, facts, html, group: groupHtml(groups[group], `/${folder}/${path}`) };
    former.delete(path);
  }
  const index = { text: "Reference", link: `/${folder}/` };
  for (const [path, names] of former) {
    const items = names.map(
      ({ text, link }) => `<li><a href="${link}"><code>${escapeHtml(text)}</code></a></li>`,
    );
    const html = `<h1>${names.length === 1 ? "A name" : "Names"} of ${escapeHtml(path)}</h1>
<p>Each name has a page of its own:</p><ul>${items.join("")}</ul>`;
    const facts = { title: path, description: "", previous: index, next: index, moved: movedFrom(path) };
    yield { path, twin: "", facts, html, group: "" };
  }
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
