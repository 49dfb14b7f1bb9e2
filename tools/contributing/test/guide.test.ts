import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inserted, type Step, stepsOf } from "../src/guide.ts";

const docs = fileURLToPath(new URL("../../../apps/docs", import.meta.url));
const read = (page: string): string => readFileSync(`${docs}/${page}`, "utf8");

test("a guide's steps are its sentences and the code below them", () => {
  const text = [
    "# Guide",
    "## One",
    "Create `a/b.ts`:",
    "",
    "```ts",
    "x();",
    "",
    "y();",
    "```",
    "## Two",
    "In `a/b.ts`, insert after `x();`:",
    "```ts",
    "  z();",
    "```",
    "Run:",
    "```sh",
    "ls",
    "```",
  ];
  expect(stepsOf(text.join("\n"))).toEqual([
    { kind: "create", section: "One", path: "a/b.ts", code: "x();\n\ny();" },
    { kind: "insert", section: "Two", path: "a/b.ts", after: "x();", code: "  z();" },
    { kind: "run", section: "Two", code: "ls" },
  ]);
});

test("a code block without a step is an error", () => {
  expect(() => stepsOf("## One\nFor example:\n```ts\nx();\n```")).toThrow(
    /One: the line before a code block/,
  );
});

test("code is inserted below the one line that is named", () => {
  const step = { kind: "insert", section: "", path: "a.ts", after: "x();", code: "  y();" } as const;
  expect(inserted("{\n  x();\n}\n", step)).toBe("{\n  x();\n  y();\n}\n");
  expect(() => inserted("x(1);\n", step)).toThrow('a.ts has no line "x();"');
  expect(() => inserted("x();\nx();\n", step)).toThrow('a.ts has 2 lines "x();"');
});

test("the Chinese guide takes the same steps", () => {
  const steps = (page: string): Omit<Step, "section">[] =>
    stepsOf(read(page)).map(({ section, ...step }) => step);
  expect(steps("zh/guide/add-an-op.md")).toEqual(steps("guide/add-an-op.md"));
});
