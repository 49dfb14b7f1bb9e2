import { tensor, zeros } from "@saccade/tensor";
import * as datasets from "../src/index.ts";
import * as node from "../src/node.ts";
import * as tasks from "../src/tasks.ts";
import { all, type Cases, walk } from "./walk.ts";

const text = "go .\tva !\ngo on .\tva !\n";
const vocab = new datasets.Vocab([["a", "b"]], { reservedTokens: ["<pad>", "<bos>", "<eos>"] });
const tokenizer = datasets.BytePairTokenizer.train("ab ab", { vocabSize: 258 });
const unbounded = [Number.POSITIVE_INFINITY];
const tensors = { x: zeros([6, 2]) };
const batches = {
  args: [
    all<datasets.BatchOptions<typeof tensors>>({
      tensors,
      batchSize: 2,
      shuffle: true,
      seed: 1,
      dropLast: false,
    }),
  ],
  bad: { "0.batchSize": [0], "0.seed": [-1], "0.tensors.x": [zeros([])] },
};
const split = { languages: "en-fr", train: 500, validation: 0, test: 0, seed: 1 } as const;
const wrongSplit = {
  "0.languages": ["fr-en"],
  "0.train": [499],
  "0.validation": [-1],
  "0.test": [-1],
  "0.seed": [-1],
};
const wrongTokens = { "0[0]": [3] };

const main: Cases<typeof datasets> = {
  batches: [{ run: datasets.batches, ...batches }],
  BatchIterator: [
    {
      run: (options: datasets.BatchOptions<typeof tensors>) => new datasets.BatchIterator(options),
      ...batches,
    },
    {
      run: (state: unknown) => datasets.batches({ tensors, batchSize: 2 }).restore(state),
      args: [{ epoch: 1, position: 1, seed: 0 }],
      bad: { "0.epoch": [-1], "0.position": [-1, 4], "0.seed": [-1] },
    },
  ],
  grammarData: [
    {
      run: datasets.grammarData,
      args: [all<datasets.GrammarDataOptions>({ ...split, batchSize: 2, numSteps: 15, shuffle: true })],
      bad: { ...wrongSplit, "0.numSteps": [14] },
    },
  ],
  grammarPairs: [
    {
      run: datasets.grammarPairs,
      args: [all<datasets.GrammarPairsOptions>({ languages: "zh-en", count: 2, seed: 1 })],
      bad: { "0.languages": ["en"], "0.count": [0, 20_001], "0.seed": [-1] },
    },
  ],
  grammarSplit: [
    { run: datasets.grammarSplit, args: [all<datasets.GrammarSplitOptions>(split)], bad: wrongSplit },
  ],
  embeddedCorpus: [{ run: datasets.embeddedCorpus, args: [] }],
  loadDataNmt: [
    {
      run: datasets.loadDataNmt,
      args: [
        all<datasets.LoadDataNmtOptions>({
          ...{
            batchSize: 2,
            numSteps: 4,
            numExamples: 2,
            minFreq: 1,
            text,
            file: "a.txt",
            shuffle: true,
            seed: 1,
          },
        }),
      ],
      bad: { "0.batchSize": [0], "0.numSteps": [0], "0.numExamples": [0], "0.minFreq": [-1] },
      takes: { "0.numExamples": unbounded },
    },
  ],
  sinData: [
    {
      run: datasets.sinData,
      args: [all<datasets.SinDataOptions>({ n: 4, noise: 0.5, seed: 1 })],
      bad: { "0.n": [0], "0.noise": [-0.1], "0.seed": [-1] },
    },
  ],
  sinTestGrid: [{ run: datasets.sinTestGrid, args: [] }],
  sinTruth: [{ run: datasets.sinTruth, args: [tensor([1, 2])] }],
  buildArrayNmt: [{ run: datasets.buildArrayNmt, args: [[["a", "b"]], vocab, 3], bad: { "2": [0] } }],
  truncatePad: [
    {
      run: (line: string[], numSteps: number) => datasets.truncatePad(line, numSteps, "<pad>"),
      args: [["a"], 3],
      bad: { "1": [0] },
      takes: { "0": [[]] },
      closed: true,
    },
  ],
  preprocessNmt: [{ run: datasets.preprocessNmt, args: ["a b"] }],
  parsePairs: [
    {
      run: datasets.parsePairs,
      args: [text, all<datasets.ParsePairsOptions>({ file: "a.txt", numExamples: 2 })],
      bad: { "0": ["", "one\n", "a\tb\tc\td\te\n"], "1.numExamples": [0] },
    },
  ],
  tokenizeNmt: [{ run: datasets.tokenizeNmt, args: [text, 2], bad: { "1": [0] } }],
  tokenizePairs: [{ run: datasets.tokenizePairs, args: [[{ source: "a", target: "b" }]] }],
  Vocab: [
    { run: datasets.Vocab.fromJSON, args: [vocab.toJSON()], closed: true },
    {
      run: (tokens: string[], options: datasets.VocabOptions) => new datasets.Vocab(tokens, options),
      args: [["a", "b"], all<datasets.VocabOptions>({ minFreq: 1, reservedTokens: ["<pad>"] })],
      bad: { "1.minFreq": [-1] },
      takes: { "0[0]": [[]] },
    },
    { run: (token: string) => vocab.has(token), args: ["a"] },
    { run: (token: string) => vocab.index(token), args: ["a"] },
    { run: (tokens: string[]) => vocab.indices(tokens), args: [["a"]], bad: wrongTokens },
    { run: (id: number) => vocab.token(id), args: [1], bad: { "0": [-1, 99] } },
    { run: (ids: number[]) => vocab.toTokens(ids), args: [[1, 2]], bad: { "0[0]": [-1, 99] } },
  ],
};

const bytePairs = {
  BytePairTokenizer: [
    {
      run: datasets.BytePairTokenizer.train,
      args: [
        "ab ab",
        all<datasets.BytePairOptions>({ vocabSize: 300, minFrequency: 2, specialTokens: ["<a>"] }),
      ],
      bad: {
        "1.vocabSize": [256],
        "1.minFrequency": [0],
        "1.specialTokens": [["a"], ["<a>", "<a>"]],
      },
      takes: { "0": [[]] },
    },
    { run: datasets.BytePairTokenizer.fromJSON, args: [tokenizer.toJSON()], closed: true },
    { run: (given: string) => tokenizer.encode(given), args: ["a b"] },
    { run: (ids: number[]) => tokenizer.decode(ids), args: [[1, 2]], bad: { "0[0]": [-1, 9999] } },
    { run: (token: string) => tokenizer.tokenToId(token), args: ["a"] },
    { run: (id: number) => tokenizer.idToToken(id), args: [1], bad: { "0": [-1, 9999] } },
  ],
};

let drawn = 0;
/** The golden ratio's multiples spread evenly. */
const random = () => (drawn++ * 0.618_033_988_75) % 1;
const badRandom = [() => 1, () => -1, () => Number.NaN, () => "0", () => undefined];
const sequences = {
  args: [all<tasks.SequenceTaskOptions>({ vocabSize: 8, length: 2, count: 2, random })],
  bad: { "0.vocabSize": [4], "0.length": [0], "0.count": [0], "0.random": badRandom },
};
const cues = {
  args: [all<tasks.CueOptions>({ count: 2, random })],
  bad: { "0.count": [0], "0.random": badRandom },
};
const images = {
  args: [all<tasks.ImageTaskOptions>({ count: 2, shifted: true, scale: 1.5, noise: 0.5, random })],
  bad: { "0.count": [0], "0.scale": [0.9, 2.1], "0.noise": [-0.1], "0.random": badRandom },
};
const points = [
  [
    [0.5, 0.5],
    [1, 0],
    [0, 1],
  ],
];
/** Tasks that draw until something is new, or falls into their split, also refuse numbers that repeat. */
const varied = [...badRandom, () => 0.5];

const synthetic: Cases<typeof tasks> = {
  copyTask: [{ run: tasks.copyTask, ...sequences }],
  reverseTask: [{ run: tasks.reverseTask, ...sequences }],
  sortTask: [{ run: tasks.sortTask, ...sequences }],
  negatedSentences: [{ run: tasks.negatedSentences, ...cues }],
  agreementSentences: [{ run: tasks.agreementSentences, ...cues }],
  textureImages: [{ run: tasks.textureImages, ...images }],
  matchImages: [{ run: tasks.matchImages, ...images }],
  convexHull: [{ run: tasks.convexHull, args: points, takes: { "0": [[]] } }],
  polygonArea: [{ run: tasks.polygonArea, args: points, takes: { "0": [[]] } }],
  winogradSchemas: [
    {
      run: tasks.winogradSchemas,
      args: [all<tasks.WinogradOptions>({ count: 2, split: "train", fold: 1, random })],
      bad: { "0.count": [0], "0.split": ["valid"], "0.fold": [-1, 5], "0.random": badRandom },
    },
  ],
  stories: [
    {
      run: tasks.stories,
      args: [all<tasks.StoryOptions>({ count: 2, length: 4, split: "test", random })],
      bad: { "0.count": [0], "0.length": [1], "0.split": ["valid"], "0.random": varied },
    },
  ],
  convexHullTask: [
    {
      run: tasks.convexHullTask,
      args: [all<tasks.ConvexHullOptions>({ length: 3, count: 2, random })],
      bad: { "0.length": [2], "0.count": [0], "0.random": badRandom },
    },
  ],
  sortPointersTask: [
    {
      run: tasks.sortPointersTask,
      args: [all<tasks.SortPointersOptions>({ length: 3, count: 2, maxValue: 9, random })],
      bad: { "0.length": [0], "0.count": [0], "0.maxValue": [2], "0.random": varied },
    },
  ],
  makeReviews: [
    {
      run: tasks.makeReviews,
      args: [
        all<tasks.ReviewOptions>({
          ...{ count: 2, sentences: 2, about: ["food"], heldOut: true, negated: 0.5, random },
        }),
      ],
      bad: {
        "0.count": [0],
        "0.sentences": [1, 11],
        "0.about": [[], ["nonsense"]],
        "0.negated": [-0.1, 1.1],
        "0.random": badRandom,
      },
    },
  ],
};

const fetch = async (): Promise<Response> => new Response(null, { status: 404 });
const { signal } = new AbortController();
const files = {
  readPairsFile: [
    {
      run: async (path: string) => (path === "fra.txt" ? "" : node.readPairsFile(path)),
      args: ["fra.txt"],
      bad: { "0": ["", "/no/such/file"] },
    },
  ],
  downloadNmt: [
    {
      // A host that answers 404 is what the good call comes to.
      run: (options: node.DownloadOptions) =>
        node.downloadNmt(options).catch((error: unknown) => {
          if (!String(error).includes("404")) throw error;
        }),
      args: [
        all<node.DownloadOptions>({
          ...{ url: "http://localhost/a.zip", cacheDir: "/tmp/saccade-none", sha256: "0".repeat(64) },
          ...{ onProgress: () => undefined, fetch, signal },
        }),
      ],
      bad: { "0.url": ["fra.zip"], "0.cacheDir": [""], "0.sha256": ["abc"] },
    },
  ],
};

walk({ ...main, ...bytePairs, ...synthetic, ...files });
