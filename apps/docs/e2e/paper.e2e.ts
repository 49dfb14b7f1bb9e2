import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs a script of the docs, and returns what it printed. */
async function run(script: string, ...options: readonly string[]): Promise<string> {
  const program = fileURLToPath(new URL(`../scripts/${script}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program, ...options], {
    cwd: root,
  });
  return stdout;
}

/** The objects of a PDF as Chromium writes it are text; only their streams are compressed. */
function all(file: string, pattern: RegExp): string[] {
  return Array.from(readFileSync(file, "latin1").matchAll(pattern), ([, found = ""]) => found);
}

test("a teacher prints chapters as a book with an outline, links and pages, and one as slides, a page each", async () => {
  const book = test.info().outputPath("two.pdf");
  expect(await run("pdf.ts", "kernel-regression", "why-scale", "--out", book)).toContain("2 chapters");
  expect(all(book, /\/Type \/Page\b/g).length).toBeGreaterThan(8);
  const outline = all(book, /\/Title \(([^)]*)\)/g);
  expect(outline).toEqual(expect.arrayContaining(["Contents", "Kernel regression", "Exercises"]));
  // From the contents to the chapters, and to sources. Nothing leads to the server that the pages came from.
  const outside = all(book, /\/URI \(([^)]*)\)/g);
  expect(all(book, /\/Subtype \/Link\b/g).length).toBeGreaterThan(outside.length);
  expect(outside.filter((address) => address.includes("arxiv.org")).length).toBeGreaterThan(0);
  expect(outside.filter((address) => address.includes("localhost"))).toEqual([]);

  const folder = test.info().outputPath("slides");
  const said = await run("slides.ts", "why-scale", "--lang", "zh", "--out", folder);
  const [, slides] = /why-scale\.zh\.pdf: (\d+) slides/.exec(said) ?? [];
  const file = `${folder}/why-scale.zh.pdf`;
  expect(Number(slides)).toBeGreaterThan(10);
  expect(all(file, /\/Type \/Page\b/g)).toHaveLength(Number(slides));
  // 1280 by 720 px, in points.
  expect([...new Set(all(file, /\/MediaBox \[([^\]]*)\]/g))]).toEqual(["0 0 960 540"]);
});
