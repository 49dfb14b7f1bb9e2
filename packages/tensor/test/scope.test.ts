import { expect, test, vi } from "vitest";
import { tensorsOf } from "../src/backend.ts";
import * as t from "../src/index.ts";
import { unscopedBytes } from "../src/memory/unscoped.ts";

test("a scope gives back all but what it returns, through arrays, objects, maps and holders", () => {
  const holder = {
    inside: t.zeros([1]),
    [tensorsOf](): Iterable<t.Tensor> {
      return [this.inside];
    },
  };
  const before = t.memory();
  const result = t.scope(() => {
    t.ones([100]).add(1);
    return { list: [t.ones([2]), "text"], map: new Map([["a", t.ones([3])]]), holder };
  });
  expect(t.memory().tensors - before.tensors).toBe(2);
  expect(t.memory().bytes - before.bytes).toBe(4 * (2 + 3));
  expect(result.map.get("a")!.toArray()).toEqual([1, 1, 1]);
});

test("nested scopes hand a returned tensor outwards, and the outer one frees it", () => {
  const before = t.memory().tensors;
  t.scope(() => {
    const inner = t.scope(() => t.ones([4]));
    expect(inner.sum().item()).toBe(4);
  });
  expect(t.memory().tensors).toBe(before);
});

test("keep names a tensor that outlives every scope", () => {
  let kept: t.Tensor | undefined;
  t.scope(() =>
    t.scope(() => {
      kept = t.keep(t.ones([2]).mul(3));
    }),
  );
  expect(kept!.toArray()).toEqual([3, 3]);
});

test("a freed tensor says so and names the cure", () => {
  let lost: t.Tensor | undefined;
  t.scope(() => {
    lost = t.ones([2, 3]);
  });
  expect(() => lost!.add(1)).toThrow(/add: this float32\[2, 3\] was freed .* keep/);
  expect(() => lost!.dataSync()).toThrow(/freed/);
  expect(String(lost)).toBe("tensor(freed)");
});

test("a view keeps the storage of a disposed tensor alive", () => {
  const x = t.arange(6);
  const view = x.reshape([2, 3]);
  t.dispose(x);
  expect(view.toArray()).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ]);
});

test("disposing twice, or inside a scope, gives back once", () => {
  const before = t.memory();
  t.scope(() => {
    const x = t.ones([5]);
    x.dispose();
    x.dispose();
  });
  expect(t.memory().tensors).toBe(before.tensors);
  expect(t.memory().bytes).toBe(before.bytes);
});

test("single values that leave the outermost scope hold no counted memory", () => {
  const before = t.memory();
  const losses = Array.from({ length: 1000 }, (_, i) => t.scope(() => t.tensor([i, 1]).sum()));
  expect(t.memory().tensors).toBe(before.tensors);
  expect(t.memory().bytes).toBe(before.bytes);
  expect(losses[41]!.item()).toBe(42);
  expect(losses[41]!.add(losses[0]!).item()).toBe(43);
});

test("a scope that throws gives back what it made", () => {
  const before = t.memory().tensors;
  expect(() =>
    t.scope(() => {
      t.ones([9]);
      throw new Error("stop");
    }),
  ).toThrow("stop");
  expect(t.memory().tensors).toBe(before);
});

test("a scope refuses a callback that returns a promise", () => {
  expect(() => t.scope(async () => t.ones([1]))).toThrow(/promise/);
});

test("a warning counts what waits for the garbage collector, not what is kept", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  try {
    t.warnAtBytes(unscopedBytes() + 2 ** 22); // tensors of the tests before may not have been collected
    const weights = t.scope(() => t.keep(t.zeros([2 ** 21]))); // 8 MiB
    const small = [t.ones([8]), weights.narrow(0, 0, 8)];
    expect([small.length, warn.mock.calls]).toEqual([2, []]);
    const temporary = t.zeros([2 ** 21]);
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/^saccade: \d+ MiB of temporary tensors .* no scope was open/),
    ]);
    for (const x of [temporary, weights]) t.dispose(x);
  } finally {
    warn.mockRestore();
    t.warnAtBytes(2 ** 30);
  }
});
