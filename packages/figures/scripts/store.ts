// Trains the network of a figure and writes its parameters, rounded to bytes, to src/FIGURE/trained.json, in seconds or, of the larger
// ones, in two minutes. The figure's test measures what it has learned.
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store.ts FIGURE
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "@saccade/autograd";
import { BytePairTokenizer } from "@saccade/datasets";
import { bertRule } from "@saccade/examples/bert-masking";
import { pretrain, pretrainCausal } from "@saccade/examples/bert-models";
import { trainCaptioner } from "@saccade/examples/caption";
import { wasmBackend } from "@saccade/kernels-wasm";
import { AdamW, crossEntropy, fromSafetensors, Module } from "@saccade/nn";
import { manualSeed, setBackend, type Tensor, tensor } from "@saccade/tensor";
import { svd } from "@saccade/tensor/linalg";
import { makeResolver, training } from "../src/coreference/resolver.ts";
import { length, letters, makeNet } from "../src/induction-heads/net.ts";
import { Writer, steps as writerSteps } from "../src/language-model/writer.ts";
import { Readers } from "../src/masked-words/readers.ts";
import * as sentence from "../src/one-sentence/net.ts";
import * as translator from "../src/seq2seq-attention/translator.ts";
import * as blocks from "../src/transformer-blocks/model.ts";
import { tensorOfIds } from "../src/ui/ids.ts";
import { seededRandom } from "../src/ui/seeded-random.ts";
import { type Stored, store, storedOf } from "../src/ui/stored.ts";
import { words } from "../src/word-map/words.ts";

type Trained = Module | Readonly<Record<string, Stored>>;

const trainings: Readonly<Record<string, () => Trained | Promise<Trained>>> = {
  coreference: async () => {
    let learned = makeResolver();
    for await (const { net, step, loss } of training()) {
      tell(step, loss);
      learned = net;
    }
    return learned;
  },
  images: async () => {
    setBackend(await wasmBackend({ threads: 1 }));
    return trainCaptioner({ seed: 0, steps: 2400, penalty: 0 }).net;
  },
  "induction-heads": inductionHeads,
  "language-model": () => {
    const writer = new Writer(null);
    writer.beginAnew();
    for (let step = 1; step <= writerSteps; step++) tell(step, writer.train());
    return writer.gpt;
  },
  "masked-words": async () => {
    setBackend(await wasmBackend());
    manualSeed(0);
    const readers = new Readers();
    const training = { steps: 2500, lr: 0.008, random: seededRandom(0) };
    pretrain(readers.bert, { rate: 0.25, rule: bertRule }, training);
    pretrainCausal(readers.gpt, training);
    return readers;
  },
  "one-sentence": oneSentence,
  "seq2seq-attention": async () => {
    const net = translator.makeTranslator(translator.firstSeed);
    for await (const { step, loss } of translator.train(net, translator.firstSeed)) tell(step, loss);
    return net;
  },
  "transformer-blocks": async () => {
    const model = blocks.makeModel(blocks.firstSeed);
    for await (const { step, loss } of blocks.train(model, true)) tell(step, loss ?? 0);
    return model;
  },
  "word-map": wordMap,
};

function tell(step: number, loss: number): void {
  if (step % 40 === 0) console.log(`step ${step}: loss ${loss.toFixed(4)}`);
}

/** Letters repeat after 4 to 12: the distance differs, so that no position says where to look. */
async function inductionHeads(): Promise<Module> {
  const batch = 32;
  setBackend(await wasmBackend());
  manualSeed(0);
  const random = seededRandom(0);
  const net = makeNet();
  const optimizer = new AdamW(net, { lr: 0.004 });
  const lesson = () => {
    const rows = Array.from({ length: batch }, () => {
      const period = 4 + Math.floor(random() * 9);
      const segment = Array.from({ length: period }, () => Math.floor(random() * letters.length));
      return { period, ids: Array.from({ length: length + 1 }, (_, i) => segment[i % period]!) };
    });
    const ids = rows.map((row) => row.ids);
    const known = rows.map(({ period }) => Array.from({ length }, (_, i) => (i >= period ? 1 : 0)));
    return { ids: tensorOfIds(ids), known: tensor(known) };
  };
  const step = compile(({ ids, known }: ReturnType<typeof lesson>) =>
    optimizer.step(() => {
      const logits = net.forward(ids.narrow(1, 0, length)).flatten(0, 1);
      const each = crossEntropy(logits, ids.narrow(1, 1, length).flatten(), { reduction: "none" });
      return each.mul(known.flatten()).sum().div(known.sum());
    }),
  );
  for (let i = 1; i <= 1500; i++) tell(i, step(lesson()).item());
  return net;
}

/** All is as in the program of the chapter "transformer-by-hand": the figure shows the numbers that it prints. */
async function oneSentence(): Promise<Module> {
  const { englishOf, fedOf, frenchOf, idsOf, phrases, source, target } = sentence;
  setBackend(await wasmBackend());
  manualSeed(0);
  // One phrase of six is never seen in training.
  const seen = phrases.filter((_, i) => i % 6 !== Math.floor(i / 6) % 6);
  const net = sentence.makeNet();
  const optimizer = new AdamW(net, { lr: 0.01 });
  const [x, fed, y] = [
    idsOf(seen.map(englishOf), source),
    idsOf(seen.map(frenchOf).map(fedOf), target),
    idsOf(seen.map(frenchOf), target),
  ];
  const step = compile(() =>
    optimizer.step(() => crossEntropy(net.logits(x, fed).flatten(0, 1), y.flatten())),
  );
  for (let i = 1; i <= 100; i++) tell(i, step().item());
  return net.eval();
}

/** Vectors of the small language model of the demo, and the plane on which their directions spread most. */
function wordMap(): Readonly<Record<string, Stored>> {
  const folder = new URL("../../../apps/demo/src/pages/language-model/", import.meta.url);
  const { tensors } = fromSafetensors(new Uint8Array(readFileSync(new URL("words.safetensors", folder))));
  const tokenizer = BytePairTokenizer.fromJSON(
    JSON.parse(readFileSync(new URL("words.tokenizer.gen.json", folder), "utf8")),
  );
  const table = tensors["transformer.wte.weight"]!.to("float32");
  const vectors = table.indexSelect(0, tensorOfIds(words.map((word) => tokenizer.tokenToId(`Ġ${word}`)!)));
  const directions = vectors.div(vectors.square().sum(1, { keepdim: true }).sqrt());
  const { U, S } = svd(directions.sub(directions.mean(0)));
  const spread = U.narrow(1, 0, 2).mul(S.narrow(0, 0, 2));
  const places = spread.div(spread.abs().amax(0));
  const stored = (x: Tensor): Stored => storedOf(Array.from(x.contiguous().dataSync()));
  return { vectors: stored(vectors), places: stored(places) };
}

const figure = process.argv[2] ?? "";
const train = trainings[figure];
if (train === undefined)
  throw new Error(`FIGURE is "${figure}"; it is one of ${Object.keys(trainings).join(", ")}.`);
const trained = await train();
const parameters = trained instanceof Module ? store(trained) : trained;
const lines = Object.entries(parameters).map(
  ([name, stored]) => `  ${JSON.stringify(name)}: ${JSON.stringify(stored)}`,
);
writeFileSync(new URL(`../src/${figure}/trained.json`, import.meta.url), `{\n${lines.join(",\n")}\n}\n`);
