// PyTorch beside our programs: every Python file of code/ is run where PyTorch is, and read by Python where there is none.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { titlesOf } from "../.vitepress/chapters.ts";
import { code, outputOf } from "../scripts/outputs.ts";
import { printsOurs, python, pythonFiles, pythonPrograms, runPython } from "../scripts/run-python.ts";
import { inChinese } from "./in-chinese.ts";

const docs = join(import.meta.dirname, "..");
const pages = ["book", "guide"].flatMap((folder) =>
  readdirSync(join(docs, folder)).map((file) => `${folder}/${file.replace(/\.md$/, "")}`),
);
const english = (page: string): string => readFileSync(join(docs, `${page}.md`), "utf8");
const chinese = (page: string): string => inChinese(docs, page);
const languages = [pages.map(english), pages.map(chinese)];

const printed = runPython(pythonPrograms);
const left = printed === null ? ` (left out: ${python} has no torch here)` : "";

describe(`a program for PyTorch beside ours${left}`, () => {
  test.skipIf(printed === null).each(pythonPrograms)("prints what the page shows: %s", (program) => {
    const output = printed?.get(program) ?? "";
    expect(output).not.toBe("");
    const own = outputOf(program);
    if (own !== undefined) expect(output).toBe(own);
    // Without a separate output, ours is the output of both.
    else
      expect(printsOurs(program, output), `other numbers than ours: run docs:code --update\n${output}`).toBe(
        true,
      );
  });
});

test("an output of PyTorch is shown wherever it differs from ours, in both languages", () => {
  const missing = pythonPrograms.filter((program) => {
    if (outputOf(program) === undefined) return false;
    const region = program.replace(/([^/]+)\.py$/, "outputs.txt#$1-py{txt}");
    return languages.some((pages) =>
      pages.some((page) => page.includes(`@/code/${program}`) && !page.includes(`@/code/${region}`)),
    );
  });
  expect(missing).toEqual([]);
});

test("every chapter but those before the first formula has PyTorch beside a program, in both languages", () => {
  for (const read of [english, chinese]) {
    const lacking = [...titlesOf("en").keys()].filter((name) => !/\.py \[/.test(read(`book/${name}`)));
    expect(lacking).toEqual(["in-pictures", "tensors"]);
  }
});

test("every Python file is in a page, in both languages", () => {
  const lacking = pythonFiles.filter((file) =>
    languages.some((pages) => !pages.some((page) => page.includes(`<<< @/code/${file}`))),
  );
  expect(lacking).toEqual([]);
});

test("no line of a Python file is longer than a page is wide", () => {
  const long = pythonFiles.filter((file) =>
    readFileSync(join(code, file), "utf8")
      .split("\n")
      .some((line) => line.length > 72),
  );
  expect(long).toEqual([]);
});

test.skipIf(spawnSync(python, ["-c", ""]).status !== 0)("Python can read every Python file", () => {
  const read =
    "import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file, encoding='utf-8').read(), file)";
  const files = pythonFiles.map((file) => join(code, file));
  const { status, stderr } = spawnSync(python, ["-c", read, ...files], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
