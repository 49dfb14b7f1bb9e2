import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inEnglish, isOutdated } from "../.vitepress/untranslated.ts";

/** The Chinese version of a page, or English where it waits for a translator. */
export function inChinese(docs: string, page: string): string {
  const file = join(docs, "zh", `${page}.md`);
  const own = existsSync(file) ? readFileSync(file, "utf8") : "";
  return own === "" || isOutdated(own) ? inEnglish(docs, page) : own;
}
