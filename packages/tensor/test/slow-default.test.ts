import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getBackend, ones, referenceBackend, setBackend } from "../src/index.ts";
import { watchDefault } from "../src/slow-default.ts";

const told = Symbol.for("saccade.slow");
const before = getBackend();

beforeEach(() => {
  Reflect.deleteProperty(globalThis, told);
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.defineProperty(globalThis, told, { value: true, configurable: true });
  setBackend(before);
});

/** Each kernel takes `seconds` by this clock. */
function clock(seconds: number): () => number {
  let time = 0;
  let calls = 0;
  return () => (time += calls++ % 2 === 1 ? seconds * 1000 : 0);
}

test("the default says once, after a second of work, how to be faster", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const backend = referenceBackend();
  watchDefault(backend, clock(0.3));
  const x = ones([2], { backend });
  for (let i = 0; i < 3; i++) x.add(1);
  expect(warn).not.toHaveBeenCalled();
  for (let i = 0; i < 3; i++) expect(x.add(1).toArray()).toEqual([2, 2]);
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]![0]).toMatch(
    /setBackend\(await wasmBackend\(\)\).*setBackend\(referenceBackend\(\)\)/,
  );
  watchDefault(backend, clock(2));
  x.add(1);
  expect(warn).toHaveBeenCalledOnce();
});

test("a backend that the program chose says nothing", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(performance, "now").mockImplementation(clock(2));
  setBackend(referenceBackend());
  for (let i = 0; i < 5; i++) ones([2]).add(1);
  expect(warn).not.toHaveBeenCalled();
});

test("the default is the reference backend", () => {
  expect(getBackend()).toBe(referenceBackend());
});
