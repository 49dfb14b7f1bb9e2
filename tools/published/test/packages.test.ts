import { expect, test } from "vitest";
import { problemsOf } from "../src/hosts/packages/check.ts";
import { importsOf } from "../src/hosts/packages/group.ts";
import { programs } from "../src/hosts/packages/programs.ts";

test.each([
  [{ error: "TypeError: x" }, {}, ["TypeError: x"]],
  [{ loss: 1 }, { loss: 1.1 }, ["loss is 1, not 1.1"]],
  [{ words: "a" }, { words: "a", pairs: 2 }, ["no pairs"]],
  [{ more: 1 }, {}, ["more is 1, not undefined"]],
  [{ before: 1, after: 1 }, { before: 1, after: 1 }, ["the loss was 1 before the step and is 1 after it"]],
  [
    { before: 1, after: Number.NaN },
    { before: 1, after: 0.5 },
    ["after is null, not 0.5", "the loss was 1 before the step and is NaN after it"],
  ],
])("%j beside %j", (result, expected, problems) => {
  expect(problemsOf(result, expected)).toEqual(problems);
});

test("a result that differs by the rounding of another engine is right", () => {
  expect(problemsOf({ before: 2, after: 1.000001 }, { before: 2, after: 1 })).toEqual([]);
});

test("each program imports the package that it tests", () => {
  for (const program of programs) expect(importsOf(program), program.name).toContain(program.package);
});
