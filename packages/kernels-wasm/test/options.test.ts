import { ArgumentError } from "@saccade/tensor";
import { expect, test } from "vitest";
import { CeilingLoops } from "../src/ceiling.ts";
import { type WasmOptions, wasmBackend } from "../src/index.ts";

/** Hands over what the compiler would refuse. */
function make(options: unknown): Promise<unknown> {
  return wasmBackend(options as WasmOptions);
}

const isObject = /options must be an object, got /;
const threads = /threads must be "auto" or a whole number from 1 to 256, got /;
const relaxed = /relaxed must be "auto", true or false, got /;
const memory = /memory must be a whole number from 131072 to 4294967296, got /;
const worker = /worker must be a function, got .*; write worker: \(\) => new Worker/;

test.each<[unknown, RegExp]>([
  [{ thread: 2 }, /no option "thread"; did you mean "threads"\?/],
  [{ numThreads: 2 }, /no option "numThreads"; write threads: 4/],
  [{ variant: "relaxed" }, /no option "variant"; write relaxed: true/],
  [{ max_memory: 2 ** 30 }, /no option "max_memory"/],
  [4, /options must be an object, got 4; write wasmBackend\(\{ threads: "auto" \}\)/],
  ...[null, "auto", [4]].map((options): [unknown, RegExp] => [options, isObject]),
  ...[0, -1, 1.5, Number.NaN, 257, "0", "two", null].map((x): [unknown, RegExp] => [{ threads: x }, threads]),
  ...["yes", 1, null].map((x): [unknown, RegExp] => [{ relaxed: x }, relaxed]),
  ...[10, 2 ** 33, 200_000.5, Number.NaN, "1 GiB"].map((x): [unknown, RegExp] => [{ memory: x }, memory]),
  ...["/worker.js", null].map((x): [unknown, RegExp] => [{ worker: x }, worker]),
])("wasmBackend refuses %j by name", async (options, message) => {
  const made = make(options);
  await expect(made).rejects.toThrow(ArgumentError);
  await expect(made).rejects.toThrow(message);
  await expect(made).rejects.toThrow(/^wasmBackend: /);
});

test("a worker function that gives no worker leaves one thread, and the note says why", async () => {
  const backend = await wasmBackend({ threads: 2, worker: () => Object(null) });
  expect(backend.threads).toBe(1);
  expect(backend.threadsNote).toMatch(/the result is not a Worker; it came from the option worker/);
});

test("the ceiling's loops refuse times that would never end", () => {
  const loops = new CeilingLoops();
  for (const seconds of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY, "1", undefined]) {
    expect(() => loops.measure(seconds as number)).toThrow(
      /CeilingLoops.measure: seconds must be a number from/,
    );
  }
});
