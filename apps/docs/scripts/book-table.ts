// Prints a table of the book's chapters: pnpm docs:table
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { titlesOf } from "../.vitepress/chapters.ts";

const docs = fileURLToPath(new URL("../", import.meta.url));
const wordsPerMinute = 200;

/** The counts of a page. */
export interface Counted {
  /** Of the text, the exercises and the answers; code and formulas in displays do not count. */
  readonly words: number;
  readonly figures: number;
  readonly exercises: number;
  /** Different programs that the page includes parts of. */
  readonly programs: number;
}

/** Counts the parts of a page's Markdown. */
export function countsOf(page: string): Counted {
  const text = page.replace(/^---\n[\s\S]*?\n---\n/, "");
  const [, exercises = ""] = text.split(/^## Exercises$/m);
  const programs = [...text.matchAll(/^<<< @\/code\/(\S+?\.ts)(?:[#{].*)?(?:\s|$)/gm)].map(
    ([, file]) => file,
  );
  return {
    words: wordsOf(text),
    figures: [...text.matchAll(/^<Figure /gm)].length,
    exercises: [...exercises.split(/^## /m)[0]!.matchAll(/^(\d+\. |<Exercise )/gm)].length,
    programs: new Set(programs).size,
  };
}

/** The minutes that so many words take to read, begun ones included. */
export function minutesOf(words: number): number {
  return Math.ceil(words / wordsPerMinute);
}

/** The words that a reader reads: without included files, code, displayed formulas, tags, and the sources at the end. */
function wordsOf(text: string): number {
  const [prose = ""] = text.split(/^## Sources$/m);
  const plain = prose
    .replace(/^<<< .*$/gm, "")
    .replace(/^(```+)[\s\S]*?^\1$/gm, "")
    .replace(/^\$\$[\s\S]*?^\$\$$/gm, "")
    .replace(/^:::+.*$/gm, "")
    .replace(/<!--[\s\S]*?-->|<[^>\n]+>/g, "")
    .replace(/\]\([^)\s]*\)/g, "]");
  return plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The table, as Markdown, with a last row of sums. */
export function bookTable(): string {
  const rows = [...titlesOf("en")].map(([path, name]) => ({
    name,
    ...countsOf(readFileSync(`${docs}book/${path}.md`, "utf8")),
  }));
  const sum = (key: keyof Counted): number => rows.reduce((total, row) => total + row[key], 0);
  const all = {
    name: `${rows.length} chapters`,
    words: sum("words"),
    figures: sum("figures"),
    exercises: sum("exercises"),
    programs: sum("programs"),
  };
  const lines = [...rows, all].map(
    ({ name, words, figures, exercises, programs }) =>
      `| ${name} | ${words} | ${figures} | ${exercises} | ${programs} | ${minutesOf(words)} |`,
  );
  return [
    "| chapter | words | figures | exercises | programs | minutes |",
    "|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(bookTable());
