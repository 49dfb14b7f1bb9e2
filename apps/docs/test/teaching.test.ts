import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { titlesOf } from "../.vitepress/chapters.ts";
import { exercises } from "../.vitepress/exercises.ts";
import { syllabusOf, weeks, withSyllabus } from "../.vitepress/syllabus.ts";

const docs = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(docs, file), "utf8");
const cellsOf = (row: string): string[] => row.split("|").map((cell) => cell.trim());

test("the ten weeks have every chapter once, in the order of the book", () => {
  expect(weeks).toHaveLength(10);
  expect(weeks.flatMap(({ chapters }) => chapters)).toEqual([...titlesOf("en").keys()]);
});

test.each(["en", "zh"] as const)("the last row of the syllabus adds the others up (%s)", (lang) => {
  const rows = syllabusOf(lang).split("\n").slice(2).map(cellsOf);
  const all = rows.pop()!;
  for (const column of [3, 4, 5])
    expect(Number(all[column])).toBe(rows.reduce((sum, row) => sum + Number(row[column]), 0));
  expect(Number(all[5])).toBe(Object.keys(exercises).length);
});

test.each(["guide/teaching.md", "zh/guide/teaching.md"])(
  "%s shows the syllabus and cites the version",
  (file) => {
    const page = read(file);
    expect(withSyllabus(page, file)).toContain("](../book/tensors)");
    const [, version] = /^version: (.+)$/m.exec(read("../../CITATION.cff")) ?? [];
    expect(page).toContain(`version = {${version}}`);
    expect(page).toContain(`Version ${version},`);
  },
);
