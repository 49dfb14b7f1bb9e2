import type { Lang } from "../languages.ts";

/** A part of a page that the search finds, from a heading to the next. */
export interface Section {
  /** The address: `/book/gradients#micrograd`. */
  readonly id: string;
  readonly title: string;
  /** The headings above it. */
  readonly titles: readonly string[];
  readonly text: string;
  /** The `keywords` of the page's front matter: words that people search this page by. */
  readonly keywords: string;
}

/** The sections of each page that has been rendered, by its address. */
export const pages = new Map<string, readonly Section[]>();

/** Those of a language, in the order of their addresses, so that every build gives the same index. */
export function sectionsIn(lang: Lang): readonly Section[] {
  const isChinese = (address: string): boolean => address.startsWith("/zh/");
  return [...pages]
    .filter(([address]) => isChinese(address) === (lang === "zh"))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, sections]) => sections);
}

const heading = /<h([1-6])[^>]*>(.*?)<a[^>]* href="#(.*?)"[^>]*>.*?<\/a><\/h\1>/gs;

/** Cuts a page at its headings. */
export function split(address: string, html: string, keywords: string): readonly Section[] {
  const above: string[] = [];
  const [, ...parts] = html.split(heading);
  return Array.from({ length: parts.length / 4 }, (_, i): Section => {
    const [level, inner = "", anchor, content = ""] = parts.slice(4 * i, 4 * i + 4);
    const depth = Number(level) - 1;
    const title = textOf(inner).trim();
    above.length = depth;
    above[depth] = title;
    return {
      id: `${address}#${anchor}`,
      title,
      titles: above.slice(0, -1).filter(Boolean),
      text: textOf(content),
      keywords: depth === 0 ? keywords : "",
    };
  });
}

/** The text of HTML. It contains each formula twice, once for screen readers. */
function textOf(html: string): string {
  return html
    .replace(/<math .*?<\/math>/gs, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?!amp;|lt;)[a-z\d#]+;/g, " ");
}
