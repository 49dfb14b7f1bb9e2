import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";
import { countsOf, minutesOf } from "../scripts/book-table.ts";
import { titlesOf } from "./chapters.ts";

function minutesOfAll(names: Iterable<string>): number {
  const read = (name: string): string =>
    readFileSync(fileURLToPath(new URL(`../book/${name}.md`, import.meta.url)), "utf8");
  return Array.from(names, (name) => minutesOf(countsOf(read(name)).words)).reduce(
    (sum, one) => sum + one,
    0,
  );
}

/**
 * The overview's pictures in place of `<!-- picture NAME: what it shows -->`, the minutes of reading of a section's chapters in
 * place of `<!-- minutes -->`, and in place of `<!-- hours -->` those of the book, by halves.
 */
export function withOverview(source: string, page: string): string {
  if (!/^(zh\/)?book\/overview\.md$/.test(page)) return source;
  return source
    .replace("<!-- hours -->", () => String(Math.round(minutesOfAll(titlesOf("en").keys()) / 30) / 2))
    .replace(/<!-- minutes -->.*?(?=^#)/gms, (section) => {
      const names = Array.from(section.matchAll(/\]\(\.\/([\w-]+)\)/g), ([, name]) => name!);
      return section.replace("<!-- minutes -->", String(minutesOfAll(names)));
    })
    .replace(/<!-- picture (\S+): (.+) -->/g, (_, name: string, label: string) => {
      const svg = readFileSync(fileURLToPath(new URL(`./pictures/${name}.svg`, import.meta.url)), "utf8");
      return svg.trim().replace('aria-hidden="true"', `role="img" aria-label="${label}"`);
    });
}

/** The rule of {@link withOverview} for VitePress, before blocks are read. */
export function overviewParts(md: MarkdownRenderer): void {
  md.core.ruler.before("normalize", "overview", (state) => {
    const page: unknown = state.env?.relativePath;
    if (typeof page === "string") state.src = withOverview(state.src, page);
  });
}
