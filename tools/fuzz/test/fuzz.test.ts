import { wasmBackend } from "@saccade/kernels-wasm";
import { ArgumentError, keep, ones, type Tensor } from "@saccade/tensor";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drawCall } from "../src/calls.ts";
import { Draw } from "../src/draw.ts";
import { drawFile } from "../src/files.ts";
import { tryPart } from "../src/parts.ts";
import type { Sample } from "../src/samples.ts";
import { Tally } from "../src/tally.ts";
import type { Case, News } from "../src/verdict.ts";
import { drawWrong } from "../src/wrong.ts";

const backend = await wasmBackend({ threads: 1 });
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

/** A sample of one tensor with a number as an option. */
const sample = (run: (x: Tensor) => unknown): Sample => ({
  path: "f",
  call: { takes: [ones([2, 3])], options: { alpha: 2 } },
  says: ["f"],
  run: ([x]) => run(x as Tensor),
});

/** The faults that some draws find. */
async function faultsOf(draws: (draw: Draw) => Case, count = 30): Promise<readonly string[]> {
  const faults = [];
  for (let i = 0; i < count; i++) faults.push((await draws(new Draw(1, "test", i)).run()).fault ?? "");
  return faults.filter((fault) => fault !== "");
}

test.each([
  ["calls", 200],
  ["wrong", 200],
  ["files", 60],
])("some %s, all without fault", async (part, to) => {
  const news: News[] = [];
  for await (const one of tryPart(part, { seed: 1, from: 0, to })) news.push(one);
  const ended = news.filter(({ outcome, fault }) => outcome !== undefined || fault !== undefined);
  expect(ended.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(ended.map(({ index }) => index)).toEqual(Array.from({ length: to }, (_, i) => i));
  expect(new Set(ended.map(({ outcome }) => outcome)).size).toBeGreaterThan(1);
});

test("a seed draws the same again", () => {
  const drawn = (): readonly string[] =>
    Array.from({ length: 20 }, (_, i) => {
      const { of, args } = drawWrong(new Draw(3, "wrong", i));
      return `${of} ${args}`;
    });
  expect(drawn()).toEqual(drawn());
  expect(new Set(drawn()).size).toBeGreaterThan(15);
});

test("calls: a wrong value, a wrong gradient, an engine's error and a leak are found", async () => {
  const found = (run: (x: Tensor) => unknown) => faultsOf((draw) => drawCall(backend, draw, [sample(run)]));
  const onWasm = (x: Tensor): boolean => x.backend === backend;
  expect(await found((x) => x.exp())).toEqual([]);
  expect(await found((x) => (onWasm(x) ? x.exp().add(1) : x.exp()))).toContainEqual(
    expect.stringMatching(/^result\.result: element 0 of .* is .*, not /),
  );
  expect(await found((x) => (onWasm(x) ? x.exp().detach() : x.exp()))).toContainEqual(
    expect.stringMatching(/^result\.gradients/),
  );
  expect(await found((x) => x.add(x.detach()))).toContainEqual(expect.stringContaining("differences say"));
  expect(await found(() => Reflect.get(Object(undefined), "a").b)).toContainEqual(
    expect.stringMatching(/the reference threw TypeError/),
  );
  expect(await found((x) => keep(x.exp()))).toContainEqual(expect.stringMatching(/leaks \d+ tensors/));
});

test("wrong calls: what is taken, an engine's error, another name and a long message are found", async () => {
  const found = (run: () => unknown) => faultsOf((draw) => drawWrong(draw, [sample(run)]));
  const refuse = (message: string) => found(() => { throw new ArgumentError(message); }); // biome-ignore format: a line
  expect(await refuse("f: alpha must be a number.")).toEqual([]);
  expect(await refuse("g: alpha must be a number.")).toContainEqual(
    expect.stringContaining("does not name the call"),
  );
  expect(await refuse(`f: ${"x".repeat(2000)}`)).toEqual([]);
  expect(await found(() => 1)).toContain("was accepted");
  expect(await found(() => Reflect.get(Object(undefined), "a").b)).toContainEqual(
    expect.stringContaining("threw TypeError"),
  );
});

test("files: an engine's error and tensors left behind are found, by bytes and by values", async () => {
  const file = new TextEncoder().encode('{"a":1,"b":[1,2]}');
  const found = (read: () => unknown) =>
    faultsOf((draw) => drawFile({ reader: { files: { file }, read } }, draw));
  expect(await found(() => 1)).toEqual([]);
  expect(await found(() => new Array(-1))).toContain("threw RangeError: Invalid array length");
  const leaves = (): never => {
    keep(ones([1]));
    throw new ArgumentError("f: no.");
  };
  expect(await found(leaves)).toContainEqual(expect.stringContaining("leaves 1 tensors"));
});

test("the table has a row for each part, and a fault of a function is printed three times", () => {
  const tally = new Tally();
  const news = { index: 7, of: "f", args: "1" };
  expect(Array.from({ length: 5 }, () => tally.count("calls", { ...news, fault: "x" }))).toEqual([
    ...[true, true, true],
    ...[false, false],
  ]);
  tally.count("files", { ...news, outcome: "read" });
  expect(tally.faults).toBe(5);
  expect(tally.line("calls", 3, { ...news, fault: "x" })).toContain("--seed 3 --only calls --case 7");
  expect(tally.table(3).trim().split("\n")).toEqual([
    "seed 3  cases  functions  FAULT  read",
    " calls      5          1      5     0",
    " files      1          1      0     1",
  ]);
});
