import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const chapters = ["kernel-regression", "why-scale"];

/** Runs a script of the docs, and returns what it printed. */
async function run(script: string, ...options: readonly string[]): Promise<string> {
  const program = fileURLToPath(new URL(`../scripts/${script}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program, ...options], {
    cwd: root,
  });
  return stdout;
}

/** Counts what stands in a PDF as Chromium writes it, whose objects are text; only their streams are compressed. */
function read(file: string): {
  pages: number;
  sizes: string[];
  links: number;
  outside: string[];
  outline: string[];
} {
  const text = readFileSync(file, "latin1");
  const all = (pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, found = ""]) => found);
  return {
    pages: all(/\/Type \/Page\b/g).length,
    sizes: [...new Set(all(/\/MediaBox \[([^\]]*)\]/g))],
    links: all(/\/Subtype \/Link\b/g).length,
    outside: all(/\/URI \(([^)]*)\)/g),
    outline: all(/\/Title \(([^)]*)\)/g),
  };
}

test("docs:pdf writes chapters as one PDF with an outline, links and pages", async () => {
  const file = test.info().outputPath("two.pdf");
  expect(await run("pdf.ts", ...chapters, "--out", file)).toContain("2 chapters");
  const { pages, links, outside, outline } = read(file);
  expect(pages).toBeGreaterThan(8);
  expect(outline).toEqual(expect.arrayContaining(["Contents", "Kernel regression", "Exercises"]));
  // From the contents to the chapters, and to sources. Nothing leads to the server that the pages came from.
  expect(links).toBeGreaterThan(outside.length);
  expect(outside.filter((address) => address.includes("arxiv.org")).length).toBeGreaterThan(0);
  expect(outside.filter((address) => address.includes("localhost"))).toEqual([]);
});

test("docs:slides writes a page for each slide", async () => {
  const folder = test.info().outputPath("slides");
  const said = await run("slides.ts", "why-scale", "--lang", "zh", "--out", folder);
  const [, slides] = /why-scale\.zh\.pdf: (\d+) slides/.exec(said) ?? [];
  const { pages, sizes } = read(`${folder}/why-scale.zh.pdf`);
  expect(Number(slides)).toBeGreaterThan(10);
  expect(pages).toBe(Number(slides));
  // 1280 by 720 px, in points.
  expect(sizes).toEqual(["0 0 960 540"]);
});

test("a chapter that does not exist is named, with those that do", async () => {
  await expect(run("pdf.ts", "why-not")).rejects.toThrow(
    /There is no chapter "why-not"; the chapters are tensors,/,
  );
});
