import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chapterText, titlesOf } from "./chapters.ts";
import { countsOf } from "./counts.ts";

function minutesOf(names: Iterable<string>): number {
  const minutes = Array.from(names, (name) => countsOf(chapterText(name)).minutes);
  return minutes.reduce((sum, one) => sum + one, 0);
}

/**
 * The overview's pictures in place of `<!-- picture NAME: what it shows -->`, the minutes of reading of a section's chapters in
 * place of `<!-- minutes -->`, and in place of `<!-- hours -->` those of the book, by halves.
 */
export function withOverview(source: string, page: string): string {
  if (!/^(zh\/)?book\/overview\.md$/.test(page)) return source;
  return source
    .replace("<!-- hours -->", () => String(Math.round(minutesOf(titlesOf("en").keys()) / 30) / 2))
    .replace(/<!-- minutes -->.*?(?=^#)/gms, (section) => {
      const names = Array.from(section.matchAll(/\]\(\.\/([\w-]+)\)/g), ([, name]) => name!);
      return section.replace("<!-- minutes -->", String(minutesOf(names)));
    })
    .replace(/<!-- picture (\S+): (.+) -->/g, (_, name: string, label: string) => {
      const svg = readFileSync(fileURLToPath(new URL(`./pictures/${name}.svg`, import.meta.url)), "utf8");
      return svg.trim().replace('aria-hidden="true"', `role="img" aria-label="${label}"`);
    });
}
