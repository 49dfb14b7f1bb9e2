import {
  fromData,
  Generator,
  getRandomState,
  keep,
  manualSeed,
  memory,
  rand,
  scope,
  setRandomState,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as datasets from "../src/index.ts";

/** n samples, whose x is (i, −i) and whose y is i. */
function numbered(n: number): datasets.TensorDataset<readonly [Tensor, Tensor]> {
  const y = Int32Array.from({ length: n }, (_, i) => i);
  const x = Float32Array.from({ length: 2 * n }, (_, i) => (i % 2 === 0 ? i / 2 : -(i - 1) / 2));
  return new datasets.TensorDataset(fromData(x, [n, 2]), fromData(y, [n]));
}

type Loader = datasets.DataLoader<readonly [Tensor, Tensor]>;
const load = (
  data: datasets.Dataset<readonly [Tensor, Tensor]>,
  options: datasets.DataLoaderOptions<readonly [Tensor, Tensor], readonly [Tensor, Tensor]>,
): Loader => new datasets.DataLoader(data, options);

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
  const data: datasets.Dataset<(typeof samples)[number]> = { length: 2, get: (i) => samples[i]! };
  const [batch] = new datasets.DataLoader(data, { batchSize: 2 });
  expect(batch!.x.toArray()).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(batch!.label.toArray()).toEqual([0, 1]);
  expect(batch!.name).toEqual(["a", "b"]);
  expect(batch!.pair[0]).toMatchObject({ dtype: "bool", shape: [2] });
  expect(batch!.pair[1].toArray()).toEqual([5, 6]);
  const own = new datasets.DataLoader(data, { collateFn: ([sample]) => sample!.x });
  for (const x of own) expect(samples.map((sample) => sample.x)).toContain(x);
  expect(samples[0]!.x.toArray()).toEqual([1, 2]); // the dataset's own tensors stay
});

test("subsets and datasets in a row have the samples of theirs", () => {
  const data = numbered(6);
  const odd = new datasets.Subset(data, [5, 3, 1]);
  expect(epoch(load(odd, { batchSize: 2 }))).toEqual([[5, 3], [1]]);
  expect(epoch(load(new datasets.Subset(odd, [2, 0]), { batchSize: 2 }))).toEqual([[1, 5]]);
  const row = new datasets.ConcatDataset([odd, data]);
  expect(row.length).toBe(9);
  expect(epoch(load(row, { batchSize: 4 }))).toEqual([[5, 3, 1, 0], [1, 2, 3, 4], [5]]);
  expect(() => odd.get(3)).toThrow("Subset.get: i must count from 0 to 2, got 3");
});

test("a random split has every sample once, by lengths and by shares as PyTorch rounds them", () => {
  const parts = datasets.randomSplit(numbered(10), [0.75, 0.25], { generator: new Generator(1) });
  expect(parts.map(({ length }) => length)).toEqual([8, 2]);
  expect(parts.flatMap(({ indices }) => indices).sort((a, b) => a - b)).toEqual([...Array(10).keys()]);
  expect(datasets.randomSplit(numbered(10), [0.3, 0.3, 0.4]).map(({ length }) => length)).toEqual([3, 3, 4]);
  expect(datasets.randomSplit(numbered(7), [0.5, 0.5]).map(({ length }) => length)).toEqual([4, 3]);
  expect(datasets.randomSplit(numbered(3), [1, 2]).map(({ length }) => length)).toEqual([1, 2]);
  expect(() => datasets.randomSplit(numbered(3), [1, 1])).toThrow(
    "lengths sum to 2; they must sum to 3, the dataset's length, or to 1",
  );
  const again = datasets.randomSplit(numbered(10), [0.75, 0.25], { generator: new Generator(1) });
  expect(again.map(({ indices }) => indices)).toEqual(parts.map(({ indices }) => indices));
});

test("epochs leave memory as it was, whatever makes the batches; a kept batch stays", () => {
  const data = numbered(50);
  const loaders = [data, new datasets.Subset(data, [3, 1, 2]), new datasets.ConcatDataset([data, data])].map(
    (of) => load(of, { batchSize: 8, shuffle: true }),
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

/** A sampler that draws as it goes, from a state of its own. */
class Drawing implements datasets.Sampler<number> {
  readonly length: number = 7;
  #seed: number = 1;

  *[Symbol.iterator](): Iterator<number> {
    for (let i = 0; i < this.length; i++) {
      this.#seed = (this.#seed * 48271) % 2147483647;
      yield this.#seed % 9;
    }
  }

  state(): unknown {
    return this.#seed;
  }

  restore(seed: unknown): void {
    this.#seed = Number(seed);
  }
}

const resumed: readonly [string, () => datasets.DataLoaderOptions<readonly [Tensor, Tensor], never>][] = [
  ["in order", () => ({ batchSize: 2 })],
  ["shuffled by the default generator", () => ({ batchSize: 2, shuffle: true })],
  ["by a generator of its own", () => ({ batchSize: 2, shuffle: true, generator: new Generator(3) })],
  ["by a list of indices", () => ({ batchSize: 2, sampler: [8, 1, 5, 5, 0, 2, 3] })],
  ["by a sampler with a state", () => ({ batchSize: 2, sampler: new Drawing() })],
  ["by a list of batches", () => ({ batchSampler: [[0, 1, 2], [3], [8, 7], [5, 5]] })],
];

test.each(resumed)("%s: state and restore go on with the same batches from any place", (_, options) => {
  const draw = (from: Loader, count: number): number[][] => {
    const found: number[][] = [];
    while (found.length < count)
      for (const [, y] of from) {
        found.push([...y.dataSync()]);
        if (found.length === count) break;
      }
    return found;
  };
  manualSeed(5);
  const whole = draw(load(numbered(9), options()), 12);
  for (let stop = 0; stop < 12; stop++) {
    manualSeed(5);
    const first = load(numbered(9), options());
    expect(draw(first, stop)).toEqual(whole.slice(0, stop));
    const [state, random] = [JSON.stringify(first.state()), getRandomState()];
    manualSeed(99);
    rand([3]);
    setRandomState(random);
    const second = load(numbered(9), options());
    second.restore(JSON.parse(state));
    expect(JSON.stringify(second.state())).toBe(state);
    expect(draw(second, 12 - stop)).toEqual(whole.slice(stop));
  }
});

test("an iteration that a loop left goes on only where it was restored", () => {
  const loader = load(numbered(4), { batchSize: 2 });
  for (const [, y] of loader) if (y.dataSync()[0] === 0) break;
  expect(epoch(loader)).toEqual([
    [0, 1],
    [2, 3],
  ]);
  loader.restore({ position: 1, start: null, now: null });
  expect(epoch(loader)).toEqual([[2, 3]]);
  expect(epoch(loader)).toHaveLength(2);
});

test("samplers give indices, batch samplers whole batches; lengths follow", () => {
  const data = numbered(6);
  const bySampler = load(data, { batchSize: 2, sampler: [5, 3, 1] });
  expect([epoch(bySampler), bySampler.length]).toEqual([[[5, 3], [1]], 2]);
  expect(epoch(load(data, { batchSize: 2, sampler: Int32Array.of(5, 3, 1), dropLast: true }))).toEqual([
    [5, 3],
  ]);
  const buckets = load(data, { batchSampler: [[0, 1, 2], [4]] });
  expect([epoch(buckets), buckets.length]).toEqual([[[0, 1, 2], [4]], 2]);
  const untold: Iterable<number> = { [Symbol.iterator]: () => [2, 4][Symbol.iterator]() };
  const open = load(data, { sampler: untold });
  expect([epoch(open), open.length, open.canResume]).toEqual([[[2], [4]], Number.POSITIVE_INFINITY, false]);
  expect([bySampler.canResume, load(data, { sampler: new Drawing() }).canResume]).toEqual([true, true]);
});

const make = (options: object = {}, data: unknown = numbered(3)): Loader =>
  Reflect.construct(datasets.DataLoader, [data, options]);
const iterated = (options: object, data?: unknown) => () => epoch(make(options, data));
const collate =
  (...samples: unknown[]) =>
  () =>
    Reflect.apply(datasets.defaultCollate, null, [samples]);
const restored = (state: unknown) => () => load(numbered(4), { batchSize: 2 }).restore(state);
const get = (i: number) => i;
const many = { length: 3e8, get };

// biome-ignore format: a row a line
const wrong: readonly (readonly [call: () => unknown, message: string])[] = [
  [() => make({ numWorkers: 2 }), "samples come from memory, without workers"],
  [() => make({ batchSize: 4, dropLast: true }), "batchSize must be at most 3, the number of samples"],
  [() => make({}, tensor([1])), "dataset must be a dataset, got tensor float32[1]; write new TensorDataset(x, y)"],
  [() => new datasets.TensorDataset(tensor([1, 2]), tensor([1])), "tensors[1] [1] beside tensors[0] [2]"],
  [() => new datasets.TensorDataset(tensor(1)), "tensors[0] must be (n, …), n samples"],
  [() => make({ sampler: [0], shuffle: true }), "DataLoader: sampler together with shuffle; a sampler determines the order, so leave shuffle out"],
  ...[{ batchSize: 2 }, { shuffle: true }, { sampler: [1] }, { dropLast: true }].map((other) => [
    () => make({ batchSampler: [[0]], ...other }),
    `DataLoader: batchSampler together with ${Object.keys(other)[0]}; a batch sampler determines the batches`,
  ] as const),
  [() => make({ sampler: 3 }), "sampler must be iterable, each iteration an epoch of indices"],
  [iterated({ sampler: [0, 7] }), "DataLoader: sampler gave 7; indices count from 0 to 2"],
  [iterated({ sampler: [0.5] }), "DataLoader: sampler gave 0.5"],
  [iterated({ batchSampler: [[0], 1] }), "DataLoader: batchSampler gave 1; it gives lists of indices, one a batch"],
  [iterated({ batchSampler: [[0], [-1]] }), "DataLoader: batchSampler gave -1"],
  [iterated({ batchSampler: [[]] }), "DataLoader: batchSampler gave an empty batch"],
  [iterated({}, { length: 2, get: async (i: number) => i }), "DataLoader: dataset.get(0) gave a promise; samples come from memory, so await them before the loader is made"],
  [iterated({}, { length: 2, get, getBatch: async () => 1 }), "DataLoader: dataset.getBatch gave a promise"],
  [iterated({ collateFn: async () => 1 }), "DataLoader: collateFn gave a promise"],
  ...[Number.POSITIVE_INFINITY, Number.NaN, -1, 1.5].flatMap((length) => [
    () => make({}, { length, get }),
    () => new datasets.Subset({ length, get }, []),
    () => new datasets.ConcatDataset([{ length, get }]),
    () => datasets.randomSplit({ length, get }, [1]),
  ].map((call) => [call, `.length must be a whole number ≥ 0, got ${length}`] as const)),
  [() => make({ shuffle: true }, many), "DataLoader: shuffle draws the order of all 300000000 samples at once, at most 10000000; write a sampler that draws"],
  [() => datasets.randomSplit(many, [0.5, 0.5]), "randomSplit: it draws the order of all 300000000"],
  [restored({ position: 3, start: null, now: null }), "DataLoader.restore: position 3 is beyond the 2 batches of an epoch; the data or batchSize differ"],
  [restored({ position: -1 }), "DataLoader.restore: expected { position, start, now }"],
  [() => Reflect.apply(datasets.defaultCollate, null, [3]), "samples must be a list of samples"],
  [collate([1, 2], [3, 4, 5]), "defaultCollate: samples[1] has 3 items, samples[0] has 2; pad them, or give the DataLoader a collateFn"],
  [collate({ x: [1] }, { x: [1, 2] }), "samples[1].x has 2 items, samples[0].x has 1"],
  [collate({ x: 1 }, { x: 1, y: 2 }), "samples[1] has the fields x, y, samples[0] x"],
  [collate({ x: 1, y: 2 }, { x: 1 }), "samples[1] has the fields x, samples[0] x, y"],
  [collate([1, 2], 3), "samples[1] is 3, samples[0] an array"],
  [collate(1, "a"), 'samples[1] is "a", samples[0] a number'],
  [collate([0, 1], [0, true]), "samples[1][1] is true, samples[0][1] a number"],
  [collate(tensor([1]), 2), "samples[1] is 2, samples[0] a tensor"],
  [collate(tensor([1]), tensor([1, 2])), "samples[1] is tensor float32[2], samples[0] tensor float32[1]"],
  [collate({ x: 1 }, null), "samples[1] is null, samples[0] an object"],
  [collate(Promise.resolve(1), Promise.resolve(2)), "samples[0] is a promise; await it first"],
];

test("what options, samplers, datasets and samples give wrongly is named", () => {
  for (const [call, message] of wrong) expect(call).toThrow(message);
});

test("as many samples as there may be are batched in order", () => {
  const [first] = new datasets.DataLoader(many, { batchSize: 2 });
  expect(first!.toArray()).toEqual([0, 1]);
});

test("a state that is refused changes nothing", () => {
  const shuffling = load(numbered(4), { shuffle: true, generator: new Generator(1) });
  const before = JSON.stringify(shuffling.state());
  expect(() => shuffling.restore({ position: 1, start: 3, now: null })).toThrow("DataLoader.restore");
  expect(JSON.stringify(shuffling.state())).toBe(before);
});
