import { compile } from "@saccade/autograd";
import { Linear, SGD } from "@saccade/nn";
import * as T from "@saccade/tensor";
import { memory, ones, type Tensor, tensor } from "@saccade/tensor";
import { beforeEach, expect, test } from "vitest";
import { int, numbers } from "../helpers.ts";
import { counted } from "./helpers.ts";

beforeEach(() => T.manualSeed(0));

test("bad indices are refused in a replay too, and the next call works", () => {
  const table = tensor([[1], [2], [3]]);
  const fast = compile((idx: Tensor) => T.embedding(table, idx).sum());
  expect(fast(int([0, 1])).item()).toBe(3);
  expect(() => fast(int([0, 3]))).toThrow(T.IndexError);
  expect(fast(int([2, 2])).item()).toBe(6);
});

test.each<[string, (x: Tensor) => unknown]>([
  ["item", (x) => x.sum().item()],
  ["dataSync", (x) => x.mul(2).dataSync()],
  ["toArray", (x) => x.toArray()],
  ["toString", (x) => String(x.add(1))],
  ["nonzero", (x) => x.gt(0).nonzero()],
  ["maskedSelect", (x) => x.maskedSelect(x.gt(0))],
])("reading throws while a step is recorded: %s", (what, step) => {
  const before = memory();
  expect(() => compile(step)(ones([2]))).toThrow(T.CompileError);
  expect(() => compile(step)(ones([2]))).toThrow(
    new RegExp(`^${what}: compile captures .* Return the tensor`),
  );
  expect(memory().tensors - before.tensors).toBe(2); // the arguments
});

test("data() throws too", async () => {
  const seen: unknown[] = [];
  const fast = compile((x: Tensor) => {
    seen.push(x.add(1).data());
    return x;
  });
  fast(ones([2]));
  await expect(seen[0]).rejects.toThrow(T.CompileError);
});

test("constants of the step and captured tensors may be read", () => {
  const captured = tensor([2, 3]);
  const { step, runs } = counted((x: Tensor) => x.mul(captured.dataSync()[1]!));
  const fast = compile(step);
  expect([fast(ones([1])).item(), fast(ones([1])).item(), runs()]).toEqual([3, 3, 1]);
});

test("numbers that the host draws anew in each call cannot be read", () => {
  const fast = compile((x: Tensor) => x.add(T.randperm(3).dataSync()[0]!));
  expect(() => fast(ones([1]))).toThrow(/^dataSync: compile captures/);
});

test("a read of what the step writes is refused", () => {
  const net = new Linear(1, 1);
  const optimizer = new SGD(net);
  const fast = compile((x: Tensor) => {
    const w = net.weight.item();
    return optimizer.step(() => net.forward(x).mul(w).sum());
  });
  expect(() => fast(ones([1, 1]))).toThrow(/a tensor that the step writes/);
});

test("an argument that is trained, or captured too, is refused", () => {
  const w = tensor([1]);
  const optimizer = new SGD([w]);
  expect(() => compile((x: Tensor) => optimizer.step(() => x.sum()))(w)).toThrow(/Pass it or capture it/);
});

test("a step that keeps a tensor each time is refused in the end", () => {
  const list: Tensor[] = [];
  const fast = compile((x: Tensor) => {
    list.push(T.keep(x.mul(2)));
    return x.sum();
  });
  expect([fast(ones([2])).item(), fast(ones([2])).item()]).toEqual([2, 2]);
  expect(() => fast(ones([2]))).toThrow(/keeps float32\[2\] beyond its end/);
  expect(list.flatMap(numbers)).toEqual(Array(6).fill(2));
});

test("a promise is refused, and nothing is left of it", () => {
  const before = memory().tensors;
  const fast = compile(async (x: Tensor) => x.mul(2));
  expect(() => fast(ones([2]))).toThrow(/compile: the callback returned a promise/);
  expect(memory().tensors - before).toBe(1);
});

test("an error in the step comes through, and the next call records", () => {
  let fail = true;
  const fast = compile((x: Tensor) => {
    const y = x.mul(2);
    if (fail) throw new Error("on purpose");
    return y;
  });
  expect(() => fast(ones([1]))).toThrow("on purpose");
  fail = false;
  expect([fast(ones([1])).item(), fast(ones([1])).item(), fast.recordings]).toEqual([2, 2, 1]);
});
