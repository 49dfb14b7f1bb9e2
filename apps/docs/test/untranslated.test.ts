// A few pages: Chinese lacks one of them and is behind in another.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMarkdownRenderer } from "vitepress";
import { afterAll, expect, test } from "vitest";
import { extend } from "../.vitepress/markdown.ts";
import { inEnglish } from "../.vitepress/untranslated.ts";
import { waitingPages } from "../scripts/waiting.ts";

const site = mkdtempSync(join(tmpdir(), "saccade-untranslated-"));
afterAll(() => rmSync(site, { recursive: true, force: true }));

const files: Readonly<Record<string, string>> = {
  "guide/waits.md":
    "---\nkeywords: mask\n---\n\n# Waits\n\n[Memory](./memory), [a part](./memory#scopes), [here](#size), [out](https://saccade.example/#a).\n\n## Size\n\n$x$\n",
  "guide/memory.md": "# Memory\n\n## Scopes\n\n[Waits](./waits)\n",
  "zh/guide/memory.md": "---\noutdated: true\n---\n\n# 内存\n\n## 作用域\n\n[等待](./waits)\n",
  "book/one.md": "# One\n",
  "zh/book/one.md": "# 一\n",
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(site, path)), { recursive: true });
  writeFileSync(join(site, path), text);
}
const md = createMarkdownRenderer(site, { config: extend });
const shown = async (source: string): Promise<string> =>
  (await md).renderAsync(source, { relativePath: "zh/guide/page.md" });

test("a page that Chinese lacks is its English one with a note, and links within Chinese where they lead to pages", async () => {
  const html = await shown(inEnglish(site, "guide/waits"));
  expect(html).toMatch(/<h1[^>]*>Waits.*<\/h1>\s*<div class="info[\s\S]*本页尚未翻译/);
  const links = Array.from(html.matchAll(/<a href="([^"]*)"[^>]*>(Memory|a part|here|out)/g), ([, to]) => to);
  expect(links).toEqual([
    expect.stringMatching(/memory/),
    expect.stringMatching(/^\/guide\/memory.*#scopes$/),
    "#size",
    "https://saccade.example/#a",
  ]);
});

test("a page that is behind says so, and every other one has no note", async () => {
  expect(await shown(files["zh/guide/memory.md"]!)).toMatch(
    /<h1[^>]*>内存.*<\/h1>\s*<div class="info[\s\S]*英文版已有改动/,
  );
  expect(await shown(files["zh/book/one.md"]!)).not.toContain('class="info');
});

test("pnpm waiting lists them, and pages that changed in English only", () => {
  const git = (...args: string[]): string => {
    const as = ["-c", "user.name=test", "-c", "user.email=test@saccade.example"];
    return execFileSync("git", [...as, ...args], { cwd: site, encoding: "utf8" }).trim();
  };
  const commit = (): void => {
    git("add", "guide", "book", "zh");
    git("commit", "--quiet", "--message=change");
  };
  git("init", "--quiet");
  commit();
  const translated = git("rev-parse", "--short", "HEAD");
  const waiting = ["guide/waits: no Chinese page", "guide/memory: marked as outdated"];
  expect(waitingPages(site)).toEqual(waiting);
  writeFileSync(join(site, "book/one.md"), "# One, changed\n");
  commit();
  const changed = `book/one: changed in English: git diff ${translated} -- apps/docs/book/one.md`;
  expect(waitingPages(site)).toEqual([waiting[0], changed, waiting[1]]);
});
