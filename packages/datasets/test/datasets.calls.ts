import { Generator, tensor, zeros } from "@saccade/tensor";
import {
  anything,
  arg,
  type Call,
  type Calls,
  count,
  ofKind,
  share,
  size,
  whole,
} from "../../tensor/test/walk.ts";
import * as datasets from "../src/index.ts";
import * as node from "../src/node.ts";
import type * as tasks from "../src/tasks.ts";

const text = "go .\tva !\ngo on .\tva !\n";
const vocab = new datasets.Vocab([["a", "b"]], { reservedTokens: ["<pad>", "<bos>", "<eos>"] });
const tokenizer = datasets.BytePairTokenizer.train("ab ab", { vocabSize: 258 });
const [aText, tokens] = [ofKind("a b"), arg([["a", "b"]], [[3]])];
const flag = true;
const batches = {
  options: {
    "tensors!": { x: arg([zeros([6, 2])], [zeros([])]) },
    "batchSize!": whole(2, 1),
    ...{ shuffle: flag, seed: count(1), dropLast: false },
  },
};
const split = {
  "languages!": arg(["en-fr", "zh-en"], ["fr-en", "en"]),
  ...{ train: whole(500, 500), validation: count(0), test: count(0), seed: count(1) },
};
const vocabulary = {
  has: { takes: { token: ofKind("a") } },
  index: { takes: { token: ofKind("a") } },
  indices: { takes: { tokens } },
  token: { takes: { id: whole(1, 0, 99) } },
  toTokens: { takes: { ids: arg([[whole(1, 0, 99)], [], new Map()]) } },
};
const corpus = {
  batchSize: size(2),
  numSteps: size(4),
  numExamples: arg([2, 1, Number.POSITIVE_INFINITY], [0, 1.5]),
  ...{
    minFreq: count(1),
    text: ofKind(text),
    file: ofKind(undefined, [], "a.txt"),
    shuffle: flag,
    seed: count(1),
  },
};

const data = new datasets.TensorDataset(zeros([6, 2]));
const aDataset = arg([data], [[1, 2], zeros([2]), { length: 3 }]); // biome-ignore format: one line
const generator = arg([new Generator(0)]);

export const main: Calls<typeof datasets, "BytePairTokenizer" | "TensorDataset" | "defaultCollate"> = {
  Subset: {
    takes: { dataset: aDataset, indices: arg([[0, 1], Int32Array.of(1)], [[6], [0.5], ["1"]]) },
    methods: { get: { takes: { i: whole(1, 0, 2) } } },
  },
  ConcatDataset: {
    takes: { datasets: arg([[data]], [[], [3]]) },
    methods: { get: { takes: { i: whole(1, 0, 6) } } },
  },
  DataLoader: {
    takes: { dataset: aDataset },
    options: {
      batchSize: size(2),
      dropLast: false,
      generator,
      ...{ shuffle: flag, sampler: arg([undefined], [3, "a"]), batchSampler: arg([undefined], [3, "a"]) },
      collateFn: arg([() => 3]),
    },
    methods: {
      restore: {
        takes: {
          "state?": {
            position: whole(1, 0, 6),
            start: anything(null),
            now: arg([{ seed: [0, 0], offset: 0 }]),
          },
        },
      },
    },
  },
  randomSplit: {
    takes: {
      dataset: aDataset,
      lengths: arg(
        [
          [4, 2],
          [0.5, 0.5],
        ],
        [[3], [-1, 7], ["1"]],
      ),
    },
    options: { generator },
  },
  batches,
  BatchIterator: {
    ...batches,
    says: "batches",
    methods: {
      restore: {
        takes: { state: { epoch: count(1), position: whole(1, 0, 4), seed: count(0) } },
        says: "batches",
      },
    },
  },
  grammarData: { options: { ...split, batchSize: size(2), numSteps: whole(15, 15), shuffle: flag } },
  grammarPairs: {
    options: {
      "languages!": split["languages!"],
      "count!": arg([2, 1, 20_000], [0, 1.5, 20_001]),
      seed: count(1),
    },
  },
  grammarSplit: { options: split },
  embeddedCorpus: {},
  loadDataNmt: { options: corpus },
  sinData: {
    options: { n: size(4), noise: arg([0.5, 0], [-0.1, Number.POSITIVE_INFINITY]), seed: count(1) },
  },
  sinTestGrid: {},
  sinTruth: { takes: { x: tensor([1, 2]) } },
  buildArrayNmt: { takes: { lines: arg([[["a", "b"]]], [["a b"]]), vocab: arg([vocab]), numSteps: size(3) } },
  truncatePad: { takes: { line: ofKind(["a"]), numSteps: size(3), paddingToken: anything("<pad>") } },
  preprocessNmt: { takes: { text: aText } },
  parsePairs: {
    takes: { text: ofKind(text) },
    options: { file: ofKind("a.txt"), numExamples: size(2) },
  },
  tokenizeNmt: { takes: { text: ofKind(text), "numExamples?": size(2) } },
  tokenizePairs: { takes: { pairs: [{ source: ofKind("a"), target: ofKind("b") }] } },
  Vocab: {
    takes: { "tokens?": ofKind(["a", "b"], [[3], [null]]) },
    options: { minFreq: count(1), reservedTokens: tokens },
    methods: vocabulary,
  },
};

export const static_: Readonly<Record<string, Call>> = {
  "Vocab.fromJSON": { takes: { json: ofKind(vocab.toJSON()) } },
  "BytePairTokenizer.train": {
    takes: { text: ofKind("ab ab", [], ["ab ab"]) },
    options: {
      "vocabSize!": whole(300, 257),
      minFrequency: size(2),
      specialTokens: arg([["<a>"]], [["a"], ["<a>", "<a>"], [3]]),
    },
  },
  "BytePairTokenizer.fromJSON": {
    takes: { json: ofKind(tokenizer.toJSON()) },
    methods: {
      encode: { takes: { text: aText } },
      decode: { takes: { ids: arg([[whole(1, 0, 9999)], [], new Map()]) } },
      tokenToId: { takes: { token: aText } },
      idToToken: { takes: { id: whole(1, 0, 9999) } },
    },
    says: ["BytePairTokenizer", "tokenizer.json"],
  },
};

let drawn = 0;
/** The golden ratio's multiples spread evenly. */
const even = () => (drawn++ * 0.618_033_988_75) % 1;
const wrongRandom = [() => 1, () => -1, () => Number.NaN, () => "0", () => undefined];
const random = arg([even], wrongRandom);
/** Tasks that draw until something is new, or falls into their split, also refuse numbers that repeat. */
const varied = arg([even], [...wrongRandom, () => 0.5]);
const two = { "count!": size(2), "random!": random };
const sequences = { options: { "vocabSize!": whole(8, 5), "length!": size(2), ...two } };
const images = {
  options: { ...two, shifted: flag, scale: arg([1.5, 1, 2], [0.9, 2.1]), noise: arg([0.5, 0], [-0.1]) },
};
const points = ofKind([[0.5, 0.5], [1, 0], [0, 1]], [[[1, 2, 3]], [1], [["1", 2]]]); // biome-ignore format: a matrix

export const synthetic: Calls<typeof tasks> = {
  copyTask: sequences,
  reverseTask: sequences,
  sortTask: sequences,
  negatedSentences: { options: two },
  agreementSentences: { options: two },
  textureImages: images,
  matchImages: images,
  convexHull: { takes: { points } },
  polygonArea: { takes: { corners: points } },
  winogradSchemas: { options: { ...two, "split!": "train", fold: arg([1, 0, 4], [-1, 5]) } },
  stories: {
    options: { ...two, length: arg([4, 2], [1]), "split!": arg(["test"], ["valid"]), "random!": varied },
  },
  convexHullTask: { options: { "length!": whole(3, 3), ...two } },
  sortPointersTask: { options: { "length!": size(3), ...two, maxValue: whole(9, 3), "random!": varied } },
  makeReviews: {
    options: {
      ...two,
      "sentences!": arg([2], [1, 11]),
      ...{ about: arg([["food"]], [[], ["nonsense"]]), heldOut: flag, negated: share(0.5) },
    },
  },
};

// A host that answers 404 is what good calls come to.
const fetch = async (): Promise<Response> => new Response(null, { status: 404 });
const download = (given: node.DownloadOptions = {}, ...more: []) =>
  node
    .downloadNmt(
      given?.constructor === Object && given.fetch === undefined ? { ...given, fetch } : given,
      ...more,
    )
    .catch((error: unknown) => {
      if (!String(error).includes("404")) throw error;
    });
export const files: Calls<typeof node> = {
  defaultCacheDir: {},
  readPairsFile: {
    run: (path: string, ...more: []) => (path === "fra.txt" ? more : node.readPairsFile(path, ...more)),
    takes: { path: ofKind("fra.txt", ["", "/no/such/file"]) },
  },
  downloadNmt: {
    run: download,
    options: {
      ...{ url: ofKind("http://localhost/a.zip", ["fra.zip"]), cacheDir: ofKind("/tmp/saccade-none", [""]) },
      ...{ sha256: ofKind("0".repeat(64), ["abc"]), onProgress: () => undefined, fetch },
      signal: arg([new AbortController().signal]),
    },
  },
};
