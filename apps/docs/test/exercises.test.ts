import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as attention from "@saccade/attention";
import * as nn from "@saccade/nn";
import * as tensor from "@saccade/tensor";
import ts from "typescript";
import { expect, test } from "vitest";
import { exercises } from "../.vitepress/exercises.ts";
import { graded } from "../.vitepress/runner/grade.ts";
import { programFrom } from "../.vitepress/runner/lines.ts";
import type { Program } from "../.vitepress/runner/messages.ts";

const folder = join(import.meta.dirname, "../code/exercises");
const packages = new Map<string, object>(
  Object.entries({ "@saccade/attention": attention, "@saccade/nn": nn, "@saccade/tensor": tensor }),
);

function compiled(file: string, edit = (text: string): string => text): Program {
  const { outputText } = ts.transpileModule(edit(readFileSync(join(folder, file), "utf8")), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  return programFrom(outputText, '{"mappings":""}');
}

/** Runs a program against an exercise's checks as a page's worker does, and returns the error that it ends in. */
async function failureOf(exercise: string, program: Program): Promise<Error | null> {
  const { code } = graded(program, compiled(`${exercise}.check.ts`));
  const run = new Function("require", "exports", "console", `return (async () => {${code}\n})();`);
  const load = (name: string): object => {
    const found = packages.get(name);
    if (found === undefined) throw new Error(`No exercise uses ${name} yet; add it to the test.`);
    return found;
  };
  try {
    await run(load, {}, { log: () => {} });
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error;
  }
}

test("every exercise has a start, checks and a solution, and there are no others", () => {
  const files = Object.keys(exercises).flatMap((name) =>
    ["", ".check", ".solution"].map((part) => `${name}${part}.ts`),
  );
  expect(readdirSync(folder).sort()).toEqual(files.sort());
});

test.each(Object.keys(exercises))(
  "%s: the solution passes, the start is told what is wrong",
  async (name) => {
    expect(await failureOf(name, compiled(`${name}.solution.ts`))).toBeNull();
    const failure = await failureOf(name, compiled(`${name}.ts`));
    expect(failure?.constructor).toBe(Error); // of the checks, not of the library
    expect(failure?.message).toMatch(/^[A-Z\w].{30,}[.?]$/s);
  },
);

// A solution with one mistake that its own example would not show.
test.each([
  ["softmax", "amax(-1, { keepdim: true })", "amax()"],
  ["softmax", "sum(-1,", "sum(1,"],
  ["softmax", "amax(-1,", "amax(1,"],
  ["add-and-norm", "centered.square().mean(-1, { keepdim: true })", "centered.square().mean()"],
  ["add-and-norm", "sum.mean(-1, { keepdim: true })", "sum.mean()"],
  ["online-softmax", "scores.amax(-1, { keepdim: true })", "scores.amax()"],
  ["masked-attention", "-Infinity", "0"],
  ["masked-attention", "softmax(-1)", "softmax(0)"],
  ["kernel-prediction", "softmax(-1)", "softmax(0)"],
  ["kernel-prediction", ".div(width)", ""],
  ["find-the-leak", "softmax(-1)", "softmax(0)"],
  ["byte-pairs", "if (both) i++;", ""],
  ["byte-pairs", "+ count)", "+ 1)"],
  ["top-p", "sum >= p", "sum > p"],
  ["clipped-precision", "left.splice(place, 1);", ""],
  ["clipped-precision", "n - 1", "n"],
  ["cut-patches", "[0, 2, 4, 1, 3, 5]", "[0, 2, 4, 3, 5, 1]"],
  ["cut-patches", "[h / size, w / size]", "[w / size, h / size]"],
  ["greedy-decoding", "words.length < most", "words.length <= most"],
  ["greedy-decoding", "&& words.at(-1) !== end", ""],
  ["mask-words", ".logicalAnd(ids.ge(firstWord))", ""],
  ["mask-words", "where(roll.lt(0.9), word, ids)", "word"],
  ["error-rate", "among(sure) + among([...sure, ...possible])", "2 * among([...sure, ...possible])"],
  ["fold-biases", "wo.matmul(bv).add(bo)", "bv.add(bo)"],
  ["positions", "stack([angle.sin(), angle.cos()]", "stack([angle.cos(), angle.sin()]"],
  [
    "split-heads",
    "reshape([b, n, heads, width / heads]).transpose(1, 2)",
    "reshape([b, heads, n, width / heads])",
  ],
  ["softmax-slopes", "sum(-1, { keepdim: true })", "sum()"],
  ["row-shares", "x.sum(1, { keepdim: true })", "x.sum(0, { keepdim: true })"],
  ["pairwise-scores", ".tanh()", ""],
  ["buckets", "i * size, (i + 1) * size", "i * size"],
])("%s refuses the solution with `%s` changed to `%s`", async (name, right, wrong) => {
  const changed = compiled(`${name}.solution.ts`, (text) => {
    expect(text).toContain(right);
    return text.replace(right, wrong);
  });
  expect(await failureOf(name, changed)).not.toBeNull();
});
