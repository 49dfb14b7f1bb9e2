// The pages' Markdown, rendered as for the site but for colours and formulas.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { figureNames } from "@saccade/figures/figure";
import { createMarkdownRenderer } from "vitepress";
import { beforeAll, expect, test } from "vitest";
import { exercises } from "../.vitepress/exercises.ts";
import { prefix } from "../.vitepress/languages.ts";
import { extend } from "../.vitepress/markdown.ts";
import { readingOrder, sidebars } from "../.vitepress/pages.ts";
import { inEnglish, isOutdated, untranslated } from "../.vitepress/untranslated.ts";
import { outputOf } from "../scripts/outputs.ts";

const docs = join(import.meta.dirname, "..");
/** The Markdown of all pages: "book/bias", "zh/book/bias", "zh/index". The reference's are written by `pnpm reference`. */
const sources = new Map(
  ["", "book", "guide", "zh", "zh/book", "zh/guide"].flatMap((folder) =>
    readdirSync(join(docs, folder))
      .filter((file) => /^(?!README)[\w-]+\.md$/.test(file))
      .map((file) => [join(folder, file.slice(0, -3)), readFileSync(join(docs, folder, file), "utf8")]),
  ),
);
for (const page of untranslated(docs)) sources.set(`zh/${page}`, inEnglish(docs, page));
const pages = [...sources.keys()];
const english = pages.filter((page) => !page.startsWith("zh/"));
const upToDate = (page: string): boolean => !isOutdated(sources.get(page)!);

const html = new Map<string, string>();

beforeAll(async () => {
  const md = await createMarkdownRenderer(docs, { config: extend, highlight: (text) => text });
  for (const [page, source] of sources) {
    const relativePath = `${page}.md`;
    const env = {
      path: join(docs, relativePath),
      realPath: join(docs, relativePath),
      relativePath,
      cleanUrls: true,
    };
    html.set(page, await md.renderAsync(source, env));
  }
});

const found = (page: string, pattern: RegExp): string[] =>
  Array.from(html.get(page)!.matchAll(pattern), ([, one = ""]) => one);
const idsOf = (page: string): string[] => found(page, /\sid="([^"]*)"/g);

test("every page is there in both languages, and in both sidebars", () => {
  const chinese = pages.filter((page) => page.startsWith("zh/"));
  expect(chinese.sort()).toEqual(english.map((page) => `zh/${page}`).sort());
  const [en, zh] = (["en", "zh"] as const).map((lang) =>
    Object.values(sidebars(lang))
      .flatMap((sidebar) => (Array.isArray(sidebar) ? sidebar : sidebar.items))
      .flatMap(({ items = [] }) => items.map(({ link = "" }) => link.replace(prefix(lang), ""))),
  );
  expect(zh).toEqual(en);
});

test("every English page in the sidebar says what it is about", () => {
  const wrong = readingOrder
    .flatMap(({ items = [] }) => items.map(({ link = "" }) => link.slice(1)))
    .filter((page) => !/^---\ndescription: ".{40,400}[.?!]"$/m.test(sources.get(page) ?? ""));
  expect(wrong).toEqual([]);
});

test("every link leads to a page, and to a heading or a row of it", () => {
  const dead: string[] = [];
  for (const page of pages) {
    const front = /^---\n[\s\S]*?^---$/m.exec(sources.get(page)!)?.[0] ?? "";
    const links = [
      ...found(page, /<a\b[^>]*?\shref="([^"]*)"/g),
      ...(front.match(/(?<=^ +link: )\S+/gm) ?? []),
    ];
    for (const link of links) {
      const { origin, pathname, hash } = new URL(
        link.replaceAll("&amp;", "&"),
        `http://docs.invalid/${page}`,
      );
      if (origin !== "http://docs.invalid" || /^((\/zh)?\/(reference|source)|\/demo)\//.test(pathname))
        continue;
      const to = pathname.slice(1).replace(/(^|\/)$/, "$1index");
      const isThere = html.has(to)
        ? hash === "" || idsOf(to).includes(decodeURIComponent(hash.slice(1)))
        : existsSync(join(docs, "public", pathname)) || /^llms(-full)?\.txt$/.test(to);
      if (!isThere) dead.push(`${page}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

// The table of PyTorch's names is in English only.
const compared = english.filter((page) => page !== "guide/pytorch-names");
test.each(compared.filter((page) => upToDate(`zh/${page}`)))(
  "%s has the same sections, figures, questions, programs and exercises in Chinese",
  (page) => {
    const parts = (one: string) => ({
      headings: found(one, /<(h\d)\b/g),
      figures: found(one, /<Figure name="([^"]*)"/g),
      predictions: found(one, /<Predict (figure="[^"]*" :right="\d+" :answers="\d+")/g),
      exercises: found(one, /<Exercise name="([^"]*)"/g),
      programs: found(one, /data-program="([^"]*)"/g),
      formulas: found(one, /class="(katex-block)"/g).length,
      tables: found(one, /<(table)\b/g).length,
    });
    expect(parts(`zh/${page}`)).toEqual(parts(page));
  },
);

test("pages name figures, exercises and programs that exist, and each figure and exercise is on its page", () => {
  const figures = pages.flatMap((page) => found(page, /<Figure name="([^"]*)"/g));
  expect(figures.filter((name) => !figureNames.includes(name))).toEqual([]);
  for (const [name, { page }] of Object.entries(exercises))
    for (const one of [page, `zh/${page}`].filter(upToDate))
      expect(found(one, /<Exercise name="([^"]*)"/g)).toContain(name);
  const programs = new Set(english.flatMap((page) => found(page, /data-program="([^"]*)"/g)));
  expect([...programs].filter((program) => outputOf(program) === undefined)).toEqual([]);
  const solutions = Array.from(
    readFileSync(join(docs, "solutions.md"), "utf8").matchAll(/exercises\/(.+)\.solution\.ts/g),
    ([, name]) => name,
  );
  expect(solutions.sort()).toEqual(Object.keys(exercises).sort());
});
