import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getBackend, ones, referenceBackend, setBackend } from "../src/index.ts";
import { slowDefault } from "../src/slow-default.ts";

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
  const backend = { ...referenceBackend() };
  slowDefault(backend, clock(0.3));
  const x = ones([2], { backend });
  for (let i = 0; i < 3; i++) x.add(1);
  expect(warn).not.toHaveBeenCalled();
  for (let i = 0; i < 3; i++) expect(x.add(1).toArray()).toEqual([2, 2]);
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]![0]).toMatch(
    /setBackend\(await wasmBackend\(\)\).*setBackend\(referenceBackend\(\)\)/,
  );
  const another = { ...referenceBackend() };
  slowDefault(another, clock(2));
  ones([2], { backend: another }).add(1);
  expect(warn).toHaveBeenCalledOnce();
});

test("the default is the reference backend, before and after it was slow, and set or not", async () => {
  vi.resetModules();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const fresh = await import("../src/index.ts");
  warn.mockClear();
  vi.spyOn(performance, "now").mockImplementation(clock(2));
  const reference = fresh.referenceBackend();
  const [x, y] = [fresh.ones([2]), fresh.ones([2], { backend: reference })];
  expect(x.add(y).toArray()).toEqual([2, 2]);
  expect(warn).toHaveBeenCalledOnce();
  expect(fresh.getBackend()).toBe(reference);
  fresh.setBackend(reference);
  expect(fresh.ones([2]).add(x).toArray()).toEqual([2, 2]);
});

test("a backend that the program chose says nothing", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(performance, "now").mockImplementation(clock(2));
  setBackend(referenceBackend());
  for (let i = 0; i < 5; i++) ones([2]).add(1);
  expect(warn).not.toHaveBeenCalled();
});
