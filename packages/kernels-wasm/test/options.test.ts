import { ArgumentError } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { CeilingLoops } from "../src/ceiling.ts";
import { type WasmOptions, wasmBackend } from "../src/index.ts";

/** Hands over what the compiler would refuse. */
function make(options: unknown): Promise<unknown> {
  return wasmBackend(options as WasmOptions);
}

describe("wasmBackend refuses wrong options, each by its name", () => {
  test.each<[unknown, RegExp]>([
    [{ thread: 2 }, /no option "thread"; did you mean "threads"\?/],
    [{ numThreads: 2 }, /no option "numThreads"; write threads: 4/],
    [{ variant: "relaxed" }, /no option "variant"; write relaxed: true/],
    [{ max_memory: 2 ** 30 }, /no option "max_memory"/],
    [null, /options must be an object, got null/],
    [4, /options must be an object, got 4; write wasmBackend\(\{ threads: "auto" \}\)/],
    ["auto", /options must be an object, got "auto"/],
    [[4], /options must be an object, got \[4\]/],
    ...[0, -1, 1.5, Number.NaN, 257, "0", "two", null, true].map((threads): [unknown, RegExp] => [
      { threads },
      /threads must be "auto" or a whole number from 1 to 256, got /,
    ]),
    ...["yes", 1, null].map((relaxed): [unknown, RegExp] => [
      { relaxed },
      /relaxed must be "auto", true or false, got /,
    ]),
    ...[10, 2 ** 33, 200_000.5, Number.NaN, "1 GiB", null].map((memory): [unknown, RegExp] => [
      { memory },
      /memory must be a whole number from 131072 to 4294967296, got /,
    ]),
    [
      { worker: "/worker.js" },
      /worker must be a function, got "\/worker.js"; write worker: \(\) => new Worker/,
    ],
    [{ worker: null }, /worker must be a function, got null/],
  ])("%j", async (options, message) => {
    const made = make(options);
    await expect(made).rejects.toThrow(ArgumentError);
    await expect(made).rejects.toThrow(message);
    await expect(made).rejects.toThrow(/^wasmBackend: /);
  });
});

test("a worker function that gives no worker leaves one thread, and the note says why", async () => {
  const backend = await wasmBackend({ threads: 2, worker: () => Object(null) });
  expect(backend.threads).toBe(1);
  expect(backend.threadsNote).toMatch(/what was made is not a Worker; it came from the option worker/);
});

test("the ceiling's loops refuse times that would never end", () => {
  const loops = new CeilingLoops();
  for (const seconds of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY, "1", undefined]) {
    expect(() => loops.measure(seconds as number)).toThrow(
      /CeilingLoops.measure: seconds must be a number from/,
    );
  }
});
