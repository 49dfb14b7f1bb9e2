// Prints what waits for a translator: pages, and the texts of docs, figures and demo. pnpm waiting
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lacking, messageFiles, textsOf } from "../../../packages/figures/scripts/waiting.ts";
import chapters from "../.vitepress/chapters.json" with { type: "json" };
import exercises from "../.vitepress/exercises.json" with { type: "json" };
import pages from "../.vitepress/pages.json" with { type: "json" };
import { isOutdated, untranslated } from "../.vitepress/untranslated.ts";

/** A line for each page of a folder of docs that Chinese lacks, or that has changed in English since it was translated. */
export function waitingPages(docs: string): string[] {
  const args = ["log", "--format=%x00%h", "--name-only", "--relative", "--", "*.md"];
  const log = execFileSync("git", args, { cwd: docs, encoding: "utf8", maxBuffer: 2 ** 28 });
  /** The last change of each file: its commit, and how many changes are newer. */
  const last = new Map<string, { readonly commit: string; readonly newer: number }>();
  for (const [newer, text] of log.split("\0").entries()) {
    const [commit = "", ...files] = text.trim().split(/\n+/);
    for (const file of files) if (!last.has(file)) last.set(file, { commit, newer });
  }
  const behind = [...last].flatMap(([file, { commit, newer }]) => {
    const page = /^zh\/([\w/-]+)\.md$/.exec(file)?.[1];
    const english = last.get(`${page}.md`);
    if (page === undefined || english === undefined || untranslated(docs).includes(page)) return [];
    if (isOutdated(readFileSync(join(docs, file), "utf8"))) return [`${page}: marked as outdated`];
    return english.newer < newer
      ? [`${page}: changed in English: git diff ${commit} -- apps/docs/${page}.md`]
      : [];
  });
  return [...untranslated(docs).map((page) => `${page}: no Chinese page`), ...behind.sort()];
}

/** A line for each text in English that Chinese lacks: of message files, titles and tasks. */
function waitingTexts(): string[] {
  const messages = messageFiles.flatMap((file) => {
    const { en, zh } = textsOf(file);
    return lacking(en, zh).map((place) => `${file} ${place}: ${en.get(place)}`);
  });
  const tables = Object.entries({ chapters, exercises, pages });
  return [...messages, ...tables.flatMap(([name, table]) => onlyEnglish(table, `${name}.json`))];
}

function onlyEnglish(value: unknown, place: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  if ("en" in value && !("zh" in value)) return [`${place}: ${value.en}`];
  return Object.entries(value).flatMap(([name, part]) => onlyEnglish(part, `${place} ${name}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const behind = waitingPages(fileURLToPath(new URL("..", import.meta.url)));
  const texts = waitingTexts();
  for (const line of [...behind, ...texts]) console.log(line);
  console.log(`${behind.length} pages and ${texts.length} texts wait for a translator`);
}
