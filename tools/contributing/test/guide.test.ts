import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inserted, type Step, stepsOf } from "../src/guide.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string): string => readFileSync(root + path, "utf8");

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
  expect(steps("apps/docs/zh/guide/add-an-op.md")).toEqual(steps("apps/docs/guide/add-an-op.md"));
});

test("the good first tasks are still to be done", () => {
  const [, after = ""] = read("CONTRIBUTING.md").split("## Good first tasks\n");
  const [tasks = ""] = after.split("\n## ");
  // The first name in a task is what it adds.
  const items = tasks.split("\n").filter((line) => line.startsWith("- "));
  const names = items.map((line) => /`(\w+)`/.exec(line)?.[1]);
  expect(names.length).toBeGreaterThanOrEqual(6);
  const exported = new Set(read("tools/consumers/test/exports.txt").split(/\s+/));
  expect(exported).toContain("smoothL1Loss");
  expect(names.filter((name) => name === undefined || exported.has(name))).toEqual([]);
});
