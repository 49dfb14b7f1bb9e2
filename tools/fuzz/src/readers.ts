import { BytePairTokenizer, batches, DataLoader, parsePairs, TensorDataset, Vocab } from "@saccade/datasets";
import { downloadNmt } from "@saccade/datasets/node";
import { decodeRun, encodeRun, runWithCache } from "@saccade/lens";
import {
  Adam,
  decodeSafetensors,
  encodeCheckpoint,
  fromSafetensors,
  Linear,
  readCheckpoint,
  readTensorData,
  restoreCheckpoint,
  StepLR,
  toSafetensors,
} from "@saccade/nn";
import { addLora, loadLora, loadPretrained } from "@saccade/pretrained";
import { getRandomState, ones, setRandomState, tensor, zeros } from "@saccade/tensor";
import { readTrainerCheckpoint } from "@saccade/train";
import { zipSync } from "fflate";
import { newRun, train } from "../../../packages/nn/test/checkpoint/run.ts";
import {
  checkpoints,
  tokenizerConfig,
  tokenizers,
} from "../../../packages/pretrained/test/hostile/mutate.ts";
import { type Files, filesOf, free, tinyGpt2 } from "../../../packages/pretrained/test/load/checkpoints.ts";
import { makeTrainer } from "../../../packages/train/test/helpers.ts";

type Bytes = Readonly<Record<string, Uint8Array>>;

/** Readers of files, each with files that it reads. */
export interface Reader {
  readonly files: Bytes;
  /** Reads files that were changed, and uses what it finds. */
  readonly read: (files: Bytes) => unknown;
  /** Whether it takes values, not their text: what is no JSON never comes to it. */
  readonly takesValues?: boolean;
}

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A reader of one file. */
const ofBytes = (bytes: Uint8Array, read: (bytes: Uint8Array) => unknown): Reader => ({
  files: { file: bytes },
  read: ({ file }) => read(file!),
});

/** A reader of a value. */
const ofValue = (value: unknown, read: (value: never) => unknown): Reader => ({
  files: { value: bytesOf(value) },
  read: ({ value }) => read(JSON.parse(textOf(value!)) as never),
  takesValues: true,
});

async function pretrained(files: Bytes): Promise<void> {
  const { model, tokenizer } = await loadPretrained(filesOf({ ...files } as Files), { memoryLimit: 1e8 });
  free(model);
  for (const text of ["ab a", "<s>[CLS] b\n\tü", " a".repeat(3000)])
    tokenizer?.decode(tokenizer.encode(text));
}

/** Everything of the library that reads files, or values from files. */
export async function makeReaders(): Promise<Readonly<Record<string, Reader>>> {
  const { trainer } = makeTrainer();
  const run = newRun(1);
  train(run, 0, 3);
  const gpt = tinyGpt2();
  const lora = addLora(gpt, { rank: 2 });
  const adapter = { ...lora.save() };
  lora.remove();
  const ids = tensor([[1, 2, 3]], { dtype: "int32" });
  const { cache } = runWithCache(gpt, ids);
  const sites = (format: "safetensors" | "json"): Reader =>
    ofBytes(encodeRun(cache, { format, tokens: ids, metadata: { a: "b" } }), (file) => {
      const { cache: found } = decodeRun(file, gpt);
      return found.names.map((name) => found.visits(name));
    });
  const loader = new DataLoader(new TensorDataset(zeros([6, 2])), { batchSize: 2, shuffle: true });
  const batch = batches({ tensors: { x: zeros([6, 2]) }, batchSize: 2, shuffle: true });
  const optimizer = new Adam(new Linear(1, 1), { lr: 0.1 });
  const scheduler = new StepLR(optimizer, { stepSize: 2 });
  const corpus = "go .\tva !\ngo on .\tva !\n";
  const zip = zipSync({ "fra-eng/fra.txt": new TextEncoder().encode(corpus.repeat(20)) });
  const words = new Vocab([["a", "b"]], { reservedTokens: ["<pad>"] });
  const whole = { a: ones([2, 3]), b: tensor([1, 2], { dtype: "int32" }) };
  const models = checkpoints.flatMap(({ config, weights, index, shards }, i) => {
    const base = { "config.json": bytesOf(config), "tokenizer.json": bytesOf(tokenizers[i]) };
    const parts = Object.entries(shards).filter(
      (one): one is [string, Uint8Array] => one[1] instanceof Uint8Array,
    );
    const sharded = { ...Object.fromEntries(parts), "model.safetensors.index.json": bytesOf(index) };
    const one = { "model.safetensors": weights, "tokenizer_config.json": bytesOf(tokenizerConfig) };
    return [one, sharded].map((more, j): [string, Reader] => [
      `loadPretrained ${i}${j}`,
      { files: { ...base, ...more }, read: pretrained },
    ]);
  });
  return {
    ...Object.fromEntries(models),
    safetensors: ofBytes(toSafetensors(whole, { a: "b" }), (file) => {
      for (const one of decodeSafetensors(file).tensors.values()) readTensorData(one);
      return fromSafetensors(file);
    }),
    checkpoint: ofBytes(encodeCheckpoint({ ...run, data: [1], extra: { best: 1 } }), (file) => {
      readCheckpoint(file);
      restoreCheckpoint(file, run);
    }),
    "Trainer.load": ofBytes(await trainer.checkpoint(), (file) => {
      readTrainerCheckpoint(file);
      return trainer.load(file);
    }),
    loadLora: { files: adapter, read: (files) => loadLora(gpt, { ...adapter, ...files }).remove() },
    "decodeRun of safetensors": sites("safetensors"),
    "decodeRun of JSON": sites("json"),
    "Vocab.fromJSON": ofValue(words.toJSON(), (json) => Vocab.fromJSON(json).indices(["a", "c"])),
    "BytePairTokenizer.fromJSON": ofValue(
      BytePairTokenizer.train("ab ab", { vocabSize: 258 }).toJSON(),
      (json) => {
        const tokenizer = BytePairTokenizer.fromJSON(json);
        return tokenizer.decode(tokenizer.encode("ab c"));
      },
    ),
    "DataLoader.restore": ofValue(loader.state(), (state) => loader.restore(state)),
    "batches.restore": ofValue(batch.state(), (state) => batch.restore(state)),
    setRandomState: ofValue(getRandomState(), setRandomState),
    "optimizer.loadStateDict": ofValue(optimizer.stateDict(), (state) => optimizer.loadStateDict(state)),
    "scheduler.loadStateDict": ofValue(scheduler.stateDict(), (state) => scheduler.loadStateDict(state)),
    parsePairs: ofBytes(new TextEncoder().encode(corpus), (file) => parsePairs(textOf(file))),
    downloadNmt: ofBytes(zip, (file) => {
      const fetch = async (): Promise<Response> => new Response(new Uint8Array(file));
      return downloadNmt({ url: "https://example.org/a.zip", cacheDir: "/no/such/folder", fetch });
    }),
  };
}
