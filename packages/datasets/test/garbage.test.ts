import { tensor, zeros } from "@saccade/tensor";
import * as is from "../../attention/test/garbage/kinds.ts";
import { type Cases, func, klass, methods, walk } from "../../attention/test/garbage/walk.ts";
import * as datasets from "../src/index.ts";
import * as node from "../src/node.ts";
import * as tasks from "../src/tasks.ts";

const text = "go .\tva !\ngo on .\tva !\n";
const vocab = new datasets.Vocab([["a", "b"]], { reservedTokens: ["<pad>", "<bos>", "<eos>"] });
const rows = is.ranked(is.anyType(is.alone(is.floats(zeros([6, 2])))));
const tensors = is.fields({ x: { ...rows, bad: rows.bad.filter((x) => !isMatrix(x)) } });
const seed = is.optional(is.whole(1, 0));
const languages = is.choice("en-fr");
const numExamples = is.optional(is.taking(is.whole(2), Number.POSITIVE_INFINITY));
const minFreq = is.optional(is.whole(1, 0));
const split = {
  languages,
  train: is.optional(is.size(500, 500)),
  validation: is.optional(is.size(0, 0)),
  test: is.optional(is.size(0, 0)),
  seed,
};
const smallSplit = { train: 500, validation: 0, test: 0 };
const batchOptions = is.options<datasets.BatchOptions<datasets.BatchTensors>>({
  tensors,
  batchSize: is.size(2),
  shuffle: is.optional(is.flag()),
  seed,
  dropLast: is.optional(is.flag()),
});

function isMatrix(x: unknown): boolean {
  return Reflect.get(Object(x), "ndim") > 1;
}

const tokenizer = datasets.BytePairTokenizer.train("ab ab", { vocabSize: 258 });
const iterator = (): datasets.BatchIterator<datasets.BatchTensors> =>
  datasets.batches({ tensors: { x: zeros([6, 2]) }, batchSize: 2 });

const main: Cases<typeof datasets> = {
  TokenizerError: [],
  CorpusError: [],
  batches: func(datasets.batches, batchOptions),
  BatchIterator: klass(
    datasets.BatchIterator<datasets.BatchTensors>,
    [batchOptions],
    {
      state: [],
      restore: [is.fields({ epoch: is.whole(1, 0), position: is.whole(1, 0, 4), seed: is.whole(0, 0) })],
    },
    iterator,
  ),
  grammarData: func(
    datasets.grammarData,
    is.options<datasets.GrammarDataOptions>(
      {
        ...split,
        batchSize: is.optional(is.size(2)),
        numSteps: is.optional(is.size(15, 15)),
        shuffle: is.optional(is.flag()),
      },
      smallSplit,
    ),
  ),
  grammarPairs: func(
    datasets.grammarPairs,
    is.options<datasets.GrammarPairsOptions>({ languages, count: is.size(2), seed }),
  ),
  grammarSplit: func(datasets.grammarSplit, is.options<datasets.GrammarSplitOptions>(split, smallSplit)),
  embeddedCorpus: func(datasets.embeddedCorpus),
  loadDataNmt: func(
    datasets.loadDataNmt,
    is.optionals<datasets.LoadDataNmtOptions>(
      {
        batchSize: is.size(2),
        numSteps: is.size(4),
        numExamples,
        minFreq,
        text: is.text(text),
        file: is.text("a.txt"),
        shuffle: is.flag(),
        seed,
      },
      { text, batchSize: 2 },
    ),
  ),
  sinData: func(
    datasets.sinData,
    is.optionals<datasets.SinDataOptions>({ n: is.size(4), noise: is.number(0.5, 0, 1e6), seed }),
  ),
  sinTestGrid: func(datasets.sinTestGrid),
  sinTruth: func(datasets.sinTruth, is.anyType(is.alone(is.floats(tensor([1, 2]))))),
  buildArrayNmt: func(
    datasets.buildArrayNmt,
    is.list([["a", "b"]]),
    is.thing(() => vocab),
    is.size(3),
  ),
  truncatePad: func(
    datasets.truncatePad,
    { good: () => ["a"], bad: [null, 3, "ab", {}, new Array(2)] },
    is.size(3),
    {
      good: () => "<pad>",
      bad: [],
    },
  ),
  preprocessNmt: func(datasets.preprocessNmt, is.text()),
  parsePairs: func(
    datasets.parsePairs,
    is.refusing(is.text(text), "", "one\n", "a\tb\tc\td\te\n"),
    is.optionals<datasets.ParsePairsOptions>({ file: is.text("a.txt"), numExamples }),
  ),
  tokenizeNmt: func(datasets.tokenizeNmt, is.text(text), numExamples),
  tokenizePairs: func(
    datasets.tokenizePairs,
    is.refusing(is.list([{ source: "a", target: "b", line: 1 }]), [{ source: "a" }]),
  ),
  Vocab: [
    ...func(
      datasets.Vocab.fromJSON,
      is.thing(() => vocab.toJSON()),
    ),
    ...klass(
      datasets.Vocab,
      [
        is.optional(is.list(["a", "b"])),
        is.optionals<datasets.VocabOptions>({ minFreq, reservedTokens: is.list(["<pad>"]) }),
      ],
      {
        has: [is.text("a")],
        index: [is.text("a")],
        indices: [is.list(["a"])],
        token: [is.size(1, 0)],
        toTokens: [is.refusing(is.list([1, 2]), [99])],
        toJSON: [],
      },
      () => vocab,
    ),
  ],
};

const tokenizers = {
  BytePairTokenizer: [
    ...func(
      datasets.BytePairTokenizer.train,
      { ...is.text("ab ab"), bad: [null, 3, {}, true, [3], new Array(2)] },
      is.options<datasets.BytePairOptions>({
        vocabSize: is.whole(300, 256),
        minFrequency: is.optional(is.whole(2)),
        specialTokens: is.optional(is.refusing(is.list(["<a>"]), ["a"], ["<a>", "<a>"])),
      }),
    ),
    ...func(
      datasets.BytePairTokenizer.fromJSON,
      is.thing(() => tokenizer.toJSON()),
    ),
    ...methods<datasets.BytePairTokenizer>(
      "BytePairTokenizer",
      {
        encode: [is.text()],
        decode: [is.refusing(is.list([1, 2]), [9999])],
        tokenToId: [is.text()],
        idToToken: [is.size(1, 0)],
        toJSON: [],
      },
      () => tokenizer,
    ),
  ],
};

let drawn = 0;
const random = is.refusing(
  // The golden ratio's multiples spread evenly.
  is.call(() => (drawn++ * 0.618_033_988_75) % 1),
  () => 1,
  () => -1,
  () => Number.NaN,
  () => "0",
  () => undefined,
);
/** Of tasks that draw until something is new, or falls into their split. */
const varied = is.refusing(random, () => 0.5);
const sequence = is.options<tasks.SequenceTaskOptions>({
  vocabSize: is.size(8, 5),
  length: is.size(2),
  count: is.size(2),
  random,
});
const cues = is.options<tasks.CueOptions>({ count: is.size(2), random });
const images = is.options<tasks.ImageTaskOptions>({
  count: is.size(2),
  shifted: is.optional(is.flag()),
  scale: is.optional(is.number(1.5, 1, 2)),
  noise: is.optional(is.number(0.5, 0, 1e6)),
  random,
});
const points = is.list([
  [0, 0],
  [1, 0],
  [0, 1],
]);

const synthetic: Cases<typeof tasks> = {
  copyTask: func(tasks.copyTask, sequence),
  reverseTask: func(tasks.reverseTask, sequence),
  sortTask: func(tasks.sortTask, sequence),
  negatedSentences: func(tasks.negatedSentences, cues),
  agreementSentences: func(tasks.agreementSentences, cues),
  textureImages: func(tasks.textureImages, images),
  matchImages: func(tasks.matchImages, images),
  convexHull: func(tasks.convexHull, points),
  polygonArea: func(tasks.polygonArea, points),
  winogradSchemas: func(
    tasks.winogradSchemas,
    is.options<tasks.WinogradOptions>({
      count: is.size(2),
      split: is.choice("train"),
      fold: is.optional(is.size(1, 0)),
      random,
    }),
  ),
  stories: func(
    tasks.stories,
    is.options<tasks.StoryOptions>({
      count: is.size(2),
      length: is.optional(is.size(4, 2)),
      split: is.choice("test"),
      random: varied,
    }),
  ),
  convexHullTask: func(
    tasks.convexHullTask,
    is.options<tasks.ConvexHullOptions>({ length: is.size(3, 3), count: is.size(2), random }),
  ),
  sortPointersTask: func(
    tasks.sortPointersTask,
    is.options<tasks.SortPointersOptions>({
      length: is.size(3),
      count: is.size(2),
      maxValue: is.optional(is.size(9, 3)),
      random: varied,
    }),
  ),
  makeReviews: func(
    tasks.makeReviews,
    is.options<tasks.ReviewOptions>({
      count: is.size(2),
      sentences: is.size(2, 2),
      about: is.optional(is.refusing(is.list([tasks.reviewThings[0]]), [], ["nonsense"])),
      heldOut: is.optional(is.flag()),
      negated: is.optional(is.share()),
      random,
    }),
  ),
};

const response = async (): Promise<Response> => new Response(null, { status: 404 });
const offline = { cacheDir: "/tmp/saccade-none", fetch: response };
const files: Pick<Cases<typeof node>, "readPairsFile" | "downloadNmt"> = {
  readPairsFile: func(
    async (path: string) => {
      if (path === "fra.txt") return "";
      return node.readPairsFile(path);
    },
    is.refusing(is.text("fra.txt"), "", "/no/such/file"),
  ),
  downloadNmt: func(
    async (options: node.DownloadOptions) => {
      const download = node.downloadNmt(options === undefined ? offline : options);
      await download.catch((error: unknown) => {
        // A host that answers 404 is what the good calls come to.
        if (!String(error).includes("404")) throw error;
      });
    },
    is.options<node.DownloadOptions>(
      {
        url: is.optional(is.refusing(is.text("http://localhost/a.zip"), "fra.zip")),
        cacheDir: is.optional(is.refusing(is.text("/tmp/saccade-none"), "")),
        sha256: is.optional(is.text("0".repeat(64))),
        onProgress: is.optional(is.call(() => undefined)),
        fetch: is.optional(is.call(response)),
        signal: is.optional(is.thing(() => new AbortController().signal)),
      },
      offline,
    ),
  ),
};

walk({ ...main, ...tokenizers, ...synthetic, ...files });
