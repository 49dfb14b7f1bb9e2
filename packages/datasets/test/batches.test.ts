import { arange, memory, scope, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { type BatchIterator, type BatchOptions, batches } from "../src/index.ts";

type Rows = { x: Tensor; y: Tensor };

function make(n: number, options: Omit<BatchOptions<Rows>, "tensors">): BatchIterator<Rows> {
  const x = arange(2 * n).reshape([n, 2]);
  return batches({ tensors: { x, y: arange(n, { dtype: "int32" }) }, ...options });
}

/** The rows' numbers in each batch of the rest of an epoch; every x belongs to its y. */
function epoch(iterator: BatchIterator<Rows>): number[][] {
  return Array.from(iterator, ({ x, y }) => {
    expect(x.select(1, 0).div(2).toArray()).toEqual(y.toArray());
    return [...y.dataSync()];
  });
}

test("without shuffling the rows come in order, as views, and the last batch is short", () => {
  const iterator = make(601, { batchSize: 64 });
  expect(iterator.batchesPerEpoch).toBe(10);
  const sizes: number[] = [];
  for (const { x, y } of iterator) {
    sizes.push(x.size(0));
    expect(x.storage).toBe(iterator.tensors.x.storage);
    expect(x.select(1, 0).div(2).toArray()).toEqual(y.toArray());
  }
  expect(sizes).toEqual([...new Array(9).fill(64), 25]);
});

test("dropLast leaves the short batch out", () => {
  expect(epoch(make(10, { batchSize: 4, dropLast: true }))).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ]);
});

test("shuffled, each epoch has every row once, in an order that follows from seed and epoch", () => {
  const iterator = make(10, { batchSize: 4, shuffle: true, seed: 3 });
  const first = epoch(iterator);
  const second = epoch(iterator);
  expect(iterator.epoch).toBe(2);
  for (const order of [first, second]) {
    expect(order.map((rows) => rows.length)).toEqual([4, 4, 2]);
    expect(order.flat().sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  }
  expect(second).not.toEqual(first);
  expect(epoch(make(10, { batchSize: 4, shuffle: true, seed: 3 }))).toEqual(first);
  expect(epoch(make(10, { batchSize: 4, shuffle: true, seed: 4 }))).not.toEqual(first);
});

test("after a break it goes on, and so does another iterator from its state", () => {
  const whole = make(10, { batchSize: 3, shuffle: true, seed: 5 });
  const expected = [epoch(whole), epoch(whole)];
  const stopped = make(10, { batchSize: 3, shuffle: true, seed: 5 });
  const seen: number[][] = [];
  for (const { y } of stopped) {
    seen.push([...y.dataSync()]);
    if (seen.length === 2) break;
  }
  const state: unknown = JSON.parse(JSON.stringify(stopped.state()));
  expect(state).toEqual({ epoch: 0, position: 2, seed: 5 });
  const resumed = make(10, { batchSize: 3, shuffle: true });
  resumed.restore(state);
  for (const iterator of [stopped, resumed]) {
    expect([...seen, ...epoch(iterator)]).toEqual(expected[0]);
    expect(epoch(iterator)).toEqual(expected[1]);
  }
});

test("saved after an epoch's last batch, it has that epoch's end still before it", () => {
  const iterator = make(6, { batchSize: 3 });
  iterator.restore({ epoch: 4, position: 2, seed: 0 });
  expect(epoch(iterator)).toEqual([]);
  expect(iterator.state()).toEqual({ epoch: 5, position: 0, seed: 0 });
});

test("a batch is freed when the next is asked for, unless kept", () => {
  const iterator = make(6, { batchSize: 2, shuffle: true });
  const all: Tensor[] = [];
  for (const { x } of iterator) {
    if (all.length === 1) x.keep();
    all.push(x);
  }
  expect(() => all[0]!.dataSync()).toThrow(/keep/);
  expect(all[1]!.dataSync()).toHaveLength(4);
  expect(() => all[2]!.dataSync()).toThrow(/keep/);
});

test("a batch in hand outlives a break, and is freed by the next loop", () => {
  const iterator = make(6, { batchSize: 2, shuffle: true });
  const [first] = iterator;
  expect(first!.x.dataSync()).toHaveLength(4);
  const [second] = iterator;
  expect(second!.y.dataSync()).toHaveLength(2);
  expect(() => first!.x.dataSync()).toThrow(/keep/);
});

test("many epochs hold no more memory than one", () => {
  const iterator = make(64, { batchSize: 16, shuffle: true });
  epoch(iterator);
  const { tensors, bytes } = memory();
  for (let i = 0; i < 20; i++) for (const { x } of iterator) scope(() => x.sum().item());
  expect(memory().tensors).toBe(tensors);
  expect(memory().bytes).toBe(bytes);
});

test("an order that was made inside a scope outlives it, and tensors leave a scope with the iterator", () => {
  const iterator = scope(() => make(6, { batchSize: 2, shuffle: true }));
  const order = scope(() => {
    for (const { y } of iterator) return [...y.dataSync()];
    return [];
  });
  expect([order, ...epoch(iterator)].flat().sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test("an invalid state changes nothing", () => {
  const iterator = make(6, { batchSize: 2 });
  iterator.restore({ epoch: 1, position: 1, seed: 2 });
  const numbers = { epoch: 1, position: 0, seed: 0 };
  for (const state of [null, 3, {}, { ...numbers, position: -1 }, { ...numbers, epoch: "1" }]) {
    expect(() => iterator.restore(state)).toThrow(/expected \{ epoch, position, seed \}/);
  }
  expect(() => iterator.restore({ epoch: 0, position: 4, seed: 0 })).toThrow(/beyond the 3 batches/);
  expect(iterator.state()).toEqual({ epoch: 1, position: 1, seed: 2 });
});
