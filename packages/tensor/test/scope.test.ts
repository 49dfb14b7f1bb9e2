import { expect, test, vi } from "vitest";
import { tensorsOf } from "../src/backend.ts";
import {
  arange,
  dispose,
  keep,
  memory,
  ones,
  scope,
  type Tensor,
  tensor,
  warnAtBytes,
  zeros,
} from "../src/index.ts";
import { unscopedBytes } from "../src/memory/unscoped.ts";

test("a scope gives back all but what it returns, through arrays, objects, maps and holders", () => {
  const holder = {
    inside: zeros([1]),
    [tensorsOf](): Iterable<Tensor> {
      return [this.inside];
    },
  };
  const before = memory();
  const result = scope(() => {
    ones([100]).add(1);
    return { list: [ones([2]), "text"], map: new Map([["a", ones([3])]]), holder };
  });
  expect(memory().tensors - before.tensors).toBe(2);
  expect(memory().bytes - before.bytes).toBe(4 * (2 + 3));
  expect(result.map.get("a")!.toArray()).toEqual([1, 1, 1]);
});

test("nested scopes hand a returned tensor outwards, and the outer one frees it", () => {
  const before = memory().tensors;
  scope(() => {
    const inner = scope(() => ones([4]));
    expect(inner.sum().item()).toBe(4);
  });
  expect(memory().tensors).toBe(before);
});

test("keep names a tensor that outlives every scope", () => {
  let kept: Tensor | undefined;
  scope(() =>
    scope(() => {
      kept = keep(ones([2]).mul(3));
    }),
  );
  expect(kept!.toArray()).toEqual([3, 3]);
});

test("a freed tensor says so and names the cure", () => {
  let lost: Tensor | undefined;
  scope(() => {
    lost = ones([2, 3]);
  });
  expect(() => lost!.add(1)).toThrow(/add: this float32\[2, 3\] was freed .* keep/);
  expect(() => lost!.dataSync()).toThrow(/freed/);
  expect(String(lost)).toBe("tensor(freed)");
});

test("a view keeps the storage of a disposed tensor alive", () => {
  const x = arange(6);
  const view = x.reshape([2, 3]);
  dispose(x);
  expect(view.toArray()).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ]);
});

test("disposing twice, or inside a scope, gives back once", () => {
  const before = memory();
  scope(() => {
    const x = ones([5]);
    x.dispose();
    x.dispose();
  });
  expect(memory().tensors).toBe(before.tensors);
  expect(memory().bytes).toBe(before.bytes);
});

test("single values that leave the outermost scope hold no counted memory", () => {
  const before = memory();
  const losses = Array.from({ length: 1000 }, (_, i) => scope(() => tensor([i, 1]).sum()));
  expect(memory().tensors).toBe(before.tensors);
  expect(memory().bytes).toBe(before.bytes);
  expect(losses[41]!.item()).toBe(42);
  expect(losses[41]!.add(losses[0]!).item()).toBe(43);
});

test("a scope that throws gives back what it made", () => {
  const before = memory().tensors;
  expect(() =>
    scope(() => {
      ones([9]);
      throw new Error("stop");
    }),
  ).toThrow("stop");
  expect(memory().tensors).toBe(before);
});

test("a scope refuses a callback that returns a promise", () => {
  expect(() => scope(async () => ones([1]))).toThrow(/promise/);
});

test("a warning counts what waits for the garbage collector, not what is kept", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  try {
    warnAtBytes(unscopedBytes() + 2 ** 22); // tensors of the tests before may not have been collected
    const weights = scope(() => keep(zeros([2 ** 21]))); // 8 MiB
    const small = [ones([8]), weights.narrow(0, 0, 8)];
    expect([small.length, warn.mock.calls]).toEqual([2, []]);
    const temporary = zeros([2 ** 21]);
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/^saccade: \d+ MiB of temporary tensors .* no scope was open/),
    ]);
    for (const x of [temporary, weights]) dispose(x);
  } finally {
    warn.mockRestore();
    warnAtBytes(2 ** 30);
  }
});
