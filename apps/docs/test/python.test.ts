import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { outputOf } from "../scripts/outputs.ts";
import { pythonPrograms, runPython } from "../scripts/run-python.ts";

const numbers = (text: string): readonly number[] =>
  Array.from(text.matchAll(/-?\d+\.?\d*(?:e[-+]?\d+)?/g), ([number]) => Number(number));

describe("a program for PyTorch beside ours", () => {
  const printed = runPython(pythonPrograms);

  test.skipIf(printed === null).each(pythonPrograms)("prints what the page shows: %s", (program) => {
    const own = outputOf(program);
    const output = printed?.get(program) ?? "";
    if (own !== undefined) expect(output).toBe(own);
    // Without an output of its own, ours stands for both.
    else expect(numbers(output)).toEqual(numbers(outputOf(program.replace(/\.py$/, ".ts")) ?? ""));
  });
});

test("an output of PyTorch is shown wherever it differs from ours", () => {
  const pages = ["book/", "guide/", "zh/book/", "zh/guide/"].flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url)).map((file) =>
      readFileSync(new URL(`../${folder}${file}`, import.meta.url), "utf8"),
    ),
  );
  const missing = pythonPrograms.filter((program) => {
    if (outputOf(program) === undefined) return false;
    const region = program.replace(/([^/]+)\.py$/, "outputs.txt#$1-py{txt}");
    return pages.some((page) => page.includes(`@/code/${program} `) && !page.includes(`@/code/${region}`));
  });
  expect(missing).toEqual([]);
});
