import { memory, ones, resetPeakMemory, scope, setBackend, type Tensor, tensor } from "@saccade/tensor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { referenceBackend } from "../../tensor/src/index.ts";
import { type WasmBackend, wasmBackend } from "../src/index.ts";

const mib = 2 ** 20;
let small: WasmBackend;

beforeAll(async () => {
  small = await wasmBackend({ threads: 1, memory: 64 * mib });
});
afterAll(() => setBackend(referenceBackend()));

test("a synchronous loop without a scope takes no more than the backend's memory", () => {
  setBackend(small);
  const x = ones([256, 1024]);
  let last: Tensor | undefined;
  for (let i = 0; i < 300; i++) last = x.add(i).mul(2); // 600 MiB in all
  expect(last!.sum().item()).toBe(x.numel * 600);
  expect(x.sum().item()).toBe(x.numel);
});

test("where there is room, it takes a quarter of a GiB before the oldest move out", async () => {
  setBackend(await wasmBackend({ threads: 1 }));
  const before = memory().bytes;
  resetPeakMemory();
  const x = ones([1024, 1024]);
  let last: Tensor | undefined;
  for (let i = 0; i < 160; i++) last = x.add(i); // 640 MiB in all
  expect(last!.select(0, 0).select(0, 0).item()).toBe(160);
  expect(memory().peak - before).toBeLessThan(300 * mib);
});

test("tensors that moved out keep their values, shared views and gradients' inputs too", () => {
  setBackend(small);
  const early = tensor([1, 2, 3, 4]).reshape([2, 2]);
  const view = early.t();
  const big = ones([1024, 1024]);
  for (let i = 0; i < 40; i++) big.add(i);
  expect(early.storage.isParked).toBe(true);
  expect(view.add(0).toArray()).toEqual([
    [1, 3],
    [2, 4],
  ]);
  expect(early.matmul(view).toArray()).toEqual([
    [5, 11],
    [11, 25],
  ]);
  // Used again, it stays where it is.
  for (let i = 0; i < 40; i++) big.add(i);
  expect(early.storage.isParked).toBe(false);
});

test("operands that move while an op makes room are read from their new place", () => {
  setBackend(small);
  const rows = ones([1024, 1]);
  const columns = tensor(Array.from({ length: 1024 }, (_, i) => i)).unsqueeze(0);
  for (let i = 0; i < 60; i++) {
    const outer = rows.add(columns); // 4 MiB, both operands stretched
    if (i % 20 === 0) expect(outer.sum().item()).toBe(1024 * ((1023 * 1024) / 2 + 1024));
  }
});

test("a scope that is full says what to do, and nothing is lost", () => {
  setBackend(small);
  const x = ones([1024, 1024]);
  expect(() =>
    scope(() => {
      const all: Tensor[] = [];
      for (let i = 0; i < 40; i++) all.push(x.add(i));
      return all;
    }),
  ).toThrow(/no room for 4\.0 MiB.*scope/);
  expect(x.sum().item()).toBe(1024 * 1024);
});
