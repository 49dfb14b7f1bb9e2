import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createMarkdownRenderer } from "vitepress";
import { expect, test } from "vitest";
import { chapters, chapterText, mapOf, titlesOf, withChapters } from "../.vitepress/chapters.ts";
import { countsOf, wordsOf } from "../.vitepress/counts.ts";
import { extend } from "../.vitepress/markdown.ts";
import { withOverview } from "../.vitepress/overview.ts";
import { bookParts } from "../.vitepress/pages.ts";
import { inChinese } from "./in-chinese.ts";

const pages = bookParts.flatMap((part) => Object.keys(part.pages)).map((path) => path.replace("book/", ""));

test("a chapter builds on chapters before it, and both languages have the same ones", () => {
  const names = Object.keys(chapters);
  for (const [i, name] of names.entries())
    for (const one of chapters[name]!.on)
      expect([name, names.indexOf(one)]).toEqual([name, expect.toSatisfy((at: number) => at >= 0 && at < i)]);
  const inOrder = names.filter((name) => pages.includes(name));
  expect(pages.filter((name) => name in chapters)).toEqual(inOrder);
  expect([...titlesOf("zh").keys()]).toEqual([...titlesOf("en").keys()]);
});

test.each(["", "zh/"])(
  "the overview (%s) has each part with a picture, its chapters and its minutes; the table of chapters is in the syllabus",
  (lang) => {
    const read = (page: string): string => readFileSync(join(import.meta.dirname, "..", page), "utf8");
    const file = `${lang}book/overview.md`;
    const shown = withChapters(withOverview(read(file), file), file);
    const parts = shown.split(/^### /m).slice(1);
    expect(parts).toHaveLength(5);
    const links = parts.flatMap((part) =>
      Array.from(part.matchAll(/\[([^\]]+)\]\(\.\/([\w-]+)\)/g), ([, title, name]) => [name, title]),
    );
    const [[first], ...titles] = [...titlesOf(lang === "" ? "en" : "zh")] as [
      [string],
      ...[string, string][],
    ];
    expect(shown.indexOf(`](./${first})`)).toBeLessThan(shown.indexOf("\n### "));
    expect(links.slice(0, titles.length)).toEqual(titles);
    expect(parts.map((part) => part.split("\n")[0])).toEqual(
      bookParts.slice(0, 5).map(({ title }, i) => `${i + 1}. ${title[lang === "" ? "en" : "zh"]}`),
    );
    for (const part of parts) {
      const [, label] = /<svg [^>]*role="img" aria-label="([^"]+)"/.exec(part) ?? [];
      expect(label).toMatch(lang === "" ? /^[A-Z].+\.$/ : /^\p{Script=Han}.+。$/u);
      const [, minutes] = /(\d+) (?:minutes|分钟)/.exec(part) ?? [];
      const own = Array.from(part.split("</div>")[0]!.matchAll(/\]\(\.\/([\w-]+)\)/g), ([, name]) => name!);
      expect(Number(minutes)).toBe(own.reduce((sum, name) => sum + countsOf(chapterText(name)).minutes, 0));
    }
    expect(shown).not.toContain(mapOf("en").split("\n")[1]);
    expect(shown).toContain("](../guide/teaching#");
    const syllabus = withChapters(read(`${lang}guide/teaching.md`), `${lang}guide/teaching.md`);
    expect(syllabus).toContain(mapOf(lang === "" ? "en" : "zh").replaceAll("](./", "](../book/"));
  },
);

test("a chapter says below its title what it builds on, unless its introduction does", async () => {
  const source = "# Which attention aligns\n\nText.";
  expect(withChapters(source, "book/alignment.md")).toBe(
    "# Which attention aligns\n\nBuilds on: [Seq2seq with attention](./seq2seq).\n\nText.",
  );
  expect(withChapters(source, "zh/book/alignment.md")).toContain("基于：[带注意力的 seq2seq](./seq2seq)。");
  expect(withChapters(source, "book/looking-inside.md")).toBe(source);
  expect(withChapters(source, "guide/memory.md")).toBe(source);
  const md = await createMarkdownRenderer(".", { config: extend });
  const html = await md.renderAsync(source, { relativePath: "book/alignment.md" });
  expect(html).toMatch(/<\/h1>\s*<p>Builds on: <a href=".*seq2seq.*">/);
});

test("counted is what is read, not what is included", () => {
  const page = [
    "# Title",
    "Two words, $x$ [here](./far-away).",
    '<Figure name="bias" />',
    "<<< @/code/book/bias/one.ts#region [Saccade]",
    "<<< @/code/book/bias/one.ts#other",
    "<<< @/code/book/bias/outputs.txt#one{txt} [Output]",
    "$$\na + b\n$$",
    "## Exercises",
    "1. Why?\n\n::: details Answer\nBecause.\n:::\n\n2. How?",
    "## Sources",
    "- Nobody (2020).",
  ].join("\n\n");
  expect(wordsOf(page)).toBe(11);
  expect(countsOf(page)).toEqual({ minutes: 1, exercises: 2 });
});

test("the chapter in pictures is first, asks before each of its figures, and takes ten minutes", () => {
  const [first] = titlesOf("en").keys();
  const text = chapterText(first!);
  const figures = [...text.matchAll(/^<Figure /gm)].length;
  expect([...text.matchAll(/^<Predict>$/gm)]).toHaveLength(figures);
  expect(wordsOf(text) / 200 + figures / 6).toBeLessThanOrEqual(10);
  expect(text).not.toMatch(/^<<<|^```|\$/m);
});

test.each([...titlesOf("en").keys()].slice(1))("%s has six exercises or more, as many in Chinese", (name) => {
  const docs = join(import.meta.dirname, "..");
  const { exercises } = countsOf(chapterText(name));
  expect(exercises).toBeGreaterThanOrEqual(6);
  const chinese = inChinese(docs, `book/${name}`).replace("## 练习", "## Exercises");
  expect(countsOf(chinese).exercises).toBe(exercises);
});
