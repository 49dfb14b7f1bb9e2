const wordsPerMinute = 200;

/** The counts of a page. */
export interface Counted {
  /** Of the text, the exercises and the answers; code and formulas in displays do not count. */
  readonly minutes: number;
  readonly exercises: number;
}

/** Counts the parts of a page's Markdown. A minute that has begun counts. */
export function countsOf(page: string): Counted {
  const text = page.replace(/^---\n[\s\S]*?\n---\n/, "");
  const [, exercises = ""] = text.split(/^## Exercises$/m);
  return {
    minutes: Math.ceil(wordsOf(text) / wordsPerMinute),
    exercises: [...exercises.split(/^## /m)[0]!.matchAll(/^(\d+\. |<Exercise )/gm)].length,
  };
}

/** The words that a reader reads: without included files, code, displayed formulas, tags, and the sources at the end. */
export function wordsOf(text: string): number {
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
