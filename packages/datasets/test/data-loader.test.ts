import { fromData, Generator, keep, manualSeed, memory, scope, type Tensor, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ConcatDataset,
  DataLoader,
  type DataLoaderOptions,
  type Dataset,
  defaultCollate,
  randomSplit,
  Subset,
  TensorDataset,
} from "../src/index.ts";

/** n samples, whose x is (i, −i) and whose y is i. */
function numbered(n: number): TensorDataset<readonly [Tensor, Tensor]> {
  const y = Int32Array.from({ length: n }, (_, i) => i);
  const x = Float32Array.from({ length: 2 * n }, (_, i) => (i % 2 === 0 ? i / 2 : -(i - 1) / 2));
  return new TensorDataset(fromData(x, [n, 2]), fromData(y, [n]));
}

type Loader = DataLoader<readonly [Tensor, Tensor]>;
const load = (
  data: Dataset<readonly [Tensor, Tensor]>,
  options: DataLoaderOptions<readonly [Tensor, Tensor], readonly [Tensor, Tensor]>,
): Loader => new DataLoader(data, options);

/** The numbers of each batch of an epoch; every x belongs to its y. */
function epoch(loader: Loader): number[][] {
  return Array.from(loader, ([x, y]) => {
    expect(x.select(1, 0).toArray()).toEqual(y.toArray());
    return [...y.dataSync()];
  });
}

test("each epoch has every sample once, in batches, whatever the sizes", () => {
  fc.assert(
    fc.property(
      fc.nat(12),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      fc.boolean(),
      (n, batchSize, shuffle, dropLast) => {
        fc.pre(!dropLast || n >= batchSize);
        const loader = load(numbered(n), { batchSize, shuffle, dropLast });
        const batches = epoch(loader);
        expect(batches).toHaveLength(loader.length);
        for (const batch of batches.slice(0, -1)) expect(batch).toHaveLength(batchSize);
        const seen = batches.flat();
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toHaveLength(dropLast ? n - (n % batchSize) : n);
        if (!shuffle) expect(seen).toEqual(seen.map((_, i) => i));
      },
    ),
  );
});

test("the order follows from the generator, or from manualSeed, and differs from epoch to epoch", () => {
  const two = (seed: number): number[][][] => {
    const loader = load(numbered(20), { batchSize: 6, shuffle: true, generator: new Generator(seed) });
    return [epoch(loader), epoch(loader)];
  };
  expect(two(3)).toEqual(two(3));
  expect(two(3)).not.toEqual(two(4));
  expect(two(3)[0]).not.toEqual(two(3)[1]);
  const seeded = (): number[][] => {
    manualSeed(7);
    return epoch(load(numbered(20), { batchSize: 6, shuffle: true }));
  };
  expect(seeded()).toEqual(seeded());
});

test("rows in order are views", () => {
  const data = numbered(4);
  for (const [x] of load(data, { batchSize: 2 })) expect(x.storage).toBe(data.tensors[0].storage);
});

test("samples of any form are batched by field", () => {
  const samples = [
    { x: tensor([1, 2]), label: 0, name: "a", pair: [true, tensor(5)] as const },
    { x: tensor([3, 4]), label: 1, name: "b", pair: [false, tensor(6)] as const },
  ];
  const data: Dataset<(typeof samples)[number]> = { length: 2, get: (i) => samples[i]! };
  const [batch] = new DataLoader(data, { batchSize: 2 });
  expect(batch!.x.toArray()).toEqual([[1, 2], [3, 4]]); // biome-ignore format: one line
  expect(batch!.label.toArray()).toEqual([0, 1]);
  expect(batch!.name).toEqual(["a", "b"]);
  expect(batch!.pair[0]).toMatchObject({ dtype: "bool", shape: [2] });
  expect(batch!.pair[1].toArray()).toEqual([5, 6]);
  const own = new DataLoader(data, { collateFn: ([sample]) => sample!.x });
  for (const x of own) expect(samples.map((sample) => sample.x)).toContain(x);
  expect(samples[0]!.x.toArray()).toEqual([1, 2]); // the dataset's own tensors stay
});

test("subsets and datasets in a row have the samples of theirs", () => {
  const data = numbered(6);
  const odd = new Subset(data, [5, 3, 1]);
  expect(epoch(load(odd, { batchSize: 2 }))).toEqual([[5, 3], [1]]);
  expect(epoch(load(new Subset(odd, [2, 0]), { batchSize: 2 }))).toEqual([[1, 5]]);
  const row = new ConcatDataset([odd, data]);
  expect(row.length).toBe(9);
  expect(epoch(load(row, { batchSize: 4 }))).toEqual([[5, 3, 1, 0], [1, 2, 3, 4], [5]]);
  expect(() => odd.get(3)).toThrow("Subset.get: i must count from 0 to 2, got 3");
});

test("a random split has every sample once, by lengths and by shares as PyTorch rounds them", () => {
  const parts = randomSplit(numbered(10), [0.75, 0.25], { generator: new Generator(1) });
  expect(parts.map(({ length }) => length)).toEqual([8, 2]);
  expect(parts.flatMap(({ indices }) => indices).sort((a, b) => a - b)).toEqual([...Array(10).keys()]);
  expect(randomSplit(numbered(10), [0.3, 0.3, 0.4]).map(({ length }) => length)).toEqual([3, 3, 4]);
  expect(randomSplit(numbered(7), [0.5, 0.5]).map(({ length }) => length)).toEqual([4, 3]);
  expect(randomSplit(numbered(3), [1, 2]).map(({ length }) => length)).toEqual([1, 2]);
  expect(() => randomSplit(numbered(3), [1, 1])).toThrow(
    "lengths sum to 2; they must sum to 3, the dataset's length, or to 1",
  );
  const again = randomSplit(numbered(10), [0.75, 0.25], { generator: new Generator(1) });
  expect(again.map(({ indices }) => indices)).toEqual(parts.map(({ indices }) => indices));
});

test("epochs leave memory as it was, whatever makes the batches; a kept batch stays", () => {
  const data = numbered(50);
  const loaders = [data, new Subset(data, [3, 1, 2]), new ConcatDataset([data, data])].map((of) =>
    load(of, { batchSize: 8, shuffle: true }),
  );
  const before = memory();
  for (const loader of loaders)
    for (let i = 0; i < 3; i++) for (const [x] of loader) scope(() => void x.sum().item());
  expect(memory()).toMatchObject({ tensors: before.tensors, bytes: before.bytes });
  const kept: Tensor[] = [];
  for (const [x] of loaders[0]!) if (kept.length === 0) kept.push(keep(x));
  expect(kept[0]!.shape).toEqual([8, 2]);
  expect(kept[0]!.toArray()).toHaveLength(8);
});

test("options of PyTorch that have no place say what to write", () => {
  const make = (options: object): unknown => Reflect.construct(DataLoader, [numbered(3), options]);
  expect(() => make({ numWorkers: 2 })).toThrow("samples come from memory, without workers");
  expect(() => make({ sampler: [1] })).toThrow("write new Subset(dataset, indices)");
  expect(() => make({ batchSize: 4, dropLast: true })).toThrow(
    "batchSize must be at most 3, the number of samples",
  );
  expect(() => Reflect.construct(DataLoader, [tensor([1])])).toThrow(
    "dataset must be a dataset, got tensor float32[1]; write new TensorDataset(x, y)",
  );
  expect(() => new TensorDataset(tensor([1, 2]), tensor([1]))).toThrow(
    "tensors[1] [1] beside tensors[0] [2]",
  );
  expect(() => new TensorDataset(tensor(1))).toThrow("tensors[0] must be (n, …), n samples");
  expect(() => Reflect.apply(defaultCollate, null, [3])).toThrow("samples must be a list of samples");
});
