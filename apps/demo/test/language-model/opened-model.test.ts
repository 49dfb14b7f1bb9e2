import { leastKept, weightsOf } from "@saccade/figures/head-maps";
import { headMaps } from "@saccade/figures/language-model/lens";
import { attentionSummaries } from "@saccade/lens";
import { Bert, GPT } from "@saccade/models";
import { decodeSafetensors } from "@saccade/nn";
import { tensor } from "@saccade/tensor";
import { expect, it } from "vitest";
import type { TuneAsk } from "../../src/pages/language-model/opened/calls.ts";
import { merged } from "../../src/pages/language-model/opened/files.ts";
import { openFiles } from "../../src/pages/language-model/opened/open.ts";
import { problemOf } from "../../src/pages/language-model/opened/opened.ts";
import type { OpenedModel } from "../../src/pages/language-model/opened/opened-model.ts";
import {
  filesOf,
  jsonBytes,
  type Shape,
  sharded,
  tinyCheckpoint,
  tinyModel,
  tinyTokenizer,
  wordPieceBert,
} from "./fixtures.ts";

const sampling = { temperature: 1, topK: null, topP: 1 };

function open(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Promise<OpenedModel> {
  return openFiles(filesOf(files));
}

const tune: TuneAsk = {
  lines: "abc abc\nbcd bcd\ncab cab",
  rank: 4,
  learningRate: 2e-2,
  seed: 0,
};

it.each<Shape>(["gpt2", "llama"])("a %s of files reads a text as the library does", async (shape) => {
  const opened = await open(tinyCheckpoint(shape));
  expect(opened.facts).toMatchObject({ modelType: shape, layers: 2, heads: 4, coder: "tokenizer" });
  const { tokens, choices } = opened.lens.read({
    draft: { prompt: "abc d", added: [] },
    sampling,
    count: 16,
  });
  expect(tokens).toEqual(["a", "b", "c", "␣", "d"]);
  const gpt = tinyModel(shape);
  if (!(gpt instanceof GPT)) throw new Error("not a GPT");
  const ids = tensor([[1, 2, 3, 9, 4]], { dtype: "int32" });
  const { output, weights } = gpt.forward(ids, { needWeights: true });
  const expected = output.select(0, 0).select(0, 4).softmax(-1).dataSync();
  for (const { token, plain } of choices) expect(plain).toBeCloseTo(expected[token]!, 5);
  const maps = opened.heads();
  const layer1 = weights[1]!.dataSync();
  maps.weights.subarray(4 * 25).forEach((weight, i) => {
    expect(weight).toBeCloseTo(layer1[i]!, 5);
  });
});

it("a BERT of files guesses the token that is masked, and says how likely the hidden one was", async () => {
  const opened = await open(tinyCheckpoint("bert"));
  expect(opened.facts.masked).toEqual({ head: false, mask: 3, maskText: "[MASK]" });
  const reading = opened.masks.read({ text: "abc", position: 2, count: 16 });
  expect(reading.tokens).toEqual(["[CLS]", "a", "b", "c", "[SEP]"]);
  expect(reading.hidden?.text).toBe("b");
  const bert = tinyModel("bert");
  if (!(bert instanceof Bert)) throw new Error("not a BERT");
  const hidden = bert.forward(tensor([[1, 4, 3, 6, 2]], { dtype: "int32" })).lastHiddenState;
  const scores = hidden.select(0, 0).select(0, 2).matmul(bert.embedding.weight.transpose(0, 1));
  const expected = scores.softmax(-1).dataSync();
  for (const { token, plain } of reading.choices) expect(plain).toBeCloseTo(expected[token]!, 5);
  expect(opened.masks.read({ text: "ab[MASK]c", position: null, count: 1 })).toMatchObject({
    position: 3,
    hidden: null,
  });
  expect(opened.heads().tokens).toEqual(["[CLS]", "a", "b", "[MASK]", "c", "[SEP]"]);
});

it.each([true, false])("a BERT in 16 bits guesses as in 32, with a head of its own: %s", async (hasHead) => {
  const files = hasHead ? wordPieceBert() : tinyCheckpoint("bert");
  const guessed = async (mostBytes?: number): Promise<number[]> => {
    const opened = await openFiles(filesOf(files), undefined, mostBytes);
    const { choices } = opened.masks.read({
      text: hasHead ? "the capital is" : "abc",
      position: 1,
      count: 16,
    });
    return choices.toSorted((a, b) => a.token - b.token).map(({ plain }) => plain);
  };
  const [wide, half] = [await guessed(), await guessed(0)];
  expect(half).not.toEqual(wide);
  for (const [i, share] of half.entries()) expect(Math.abs(share - wide[i]!)).toBeLessThan(0.05);
});

it("a BERT whose tokenizer has no mask is not opened: the rule and the fix are said", async () => {
  const { "tokenizer.json": _, ...files } = tinyCheckpoint("bert");
  const renamed = JSON.stringify(tinyTokenizer("bert")).replaceAll("[MASK]", "[X]");
  for (const given of [files, { ...files, "tokenizer.json": new TextEncoder().encode(renamed) }])
    await expect(open(given)).rejects.toThrow(/No tokenizer\.json .* which token is the mask.* Add the/);
});

it("a guess takes the place of the masked token, and the text around it stays as it was typed", async () => {
  const opened = await open(wordPieceBert());
  expect(opened.facts).toMatchObject({ readLen: 40, masked: { head: true, mask: 4, maskText: "[MASK]" } });
  const fill = (text: string, position: number, token: number): string =>
    opened.masks.fill({ text, position, token });
  const text = "The [MASK]  of France is [MASK].";
  expect(fill(text, 2, 12)).toBe("The rome  of France is [MASK].");
  expect(fill(text, 6, 11)).toBe("The [MASK]  of France is paris.");
  expect(fill("Un [MASK]", 2, 14)).toBe("Unaff");
  // Nothing masked is written in the text: it is written anew.
  expect(fill("The capital", 2, 12)).toBe("the rome");
});

it("a text that is too long for a BERT keeps its end, and unknown words are named", async () => {
  const opened = await open(wordPieceBert());
  const { tokens, unread, unknown, unknownAs } = opened.masks.read({
    text: "zebra the ".repeat(30),
    position: 3,
    count: 1,
  });
  expect([tokens.length, tokens[0], tokens.at(-1), unread]).toEqual([40, "[CLS]", "[SEP]", 22]);
  expect([unknown, unknownAs]).toEqual([["zebra"], "[UNK]"]);
  // The last word is masked, neither the full stop nor [SEP].
  expect(opened.masks.read({ text: "the capital.", position: null, count: 1 }).hidden?.text).toBe("capital");
});

it("words that a tokenizer has no token for, nor one for unknown words, are left out by name", async () => {
  const files = wordPieceBert();
  const tokenizer = JSON.parse(new TextDecoder().decode(files["tokenizer.json"]));
  tokenizer.model.unk_token = "none";
  tokenizer.model.vocab = { ...tokenizer.model.vocab, "[UNUSED]": 1 };
  delete tokenizer.model.vocab["[UNK]"];
  tokenizer.added_tokens = tokenizer.added_tokens.filter(({ id }: { id: number }) => id !== 1);
  const opened = await open({ ...files, "tokenizer.json": jsonBytes(tokenizer) });
  const { tokens, unknown, unknownAs } = opened.masks.read({ text: "the zebra is", position: 1, count: 1 });
  expect(tokens).toEqual(["[CLS]", "the", "is", "[SEP]"]);
  expect([unknown, unknownAs]).toEqual([["zebra"], null]);
});

it("of a long text the largest weights of each token are kept, and drawn where they belong", () => {
  const gpt = new GPT({ vocabSize: 20, maxLen: 300, dModel: 16, numLayers: 2, numHeads: 2 }).eval();
  const ids = Array.from({ length: 300 }, (_, i) => (i * i) % 20);
  const full = headMaps(gpt, ids, String);
  const kept = headMaps(gpt, ids, String, attentionSummaries);
  expect(full.keys).toBeUndefined();
  expect(kept.weights.length).toBe(2 * 2 * 300 * 8);
  expect(headMaps(gpt, ids.slice(44), String, attentionSummaries).keys).toBeUndefined();
  for (const layer of [0, 1]) {
    const [all, some] = [full, kept].map((maps) => weightsOf(maps, { layer, head: 1 }));
    for (const query of [0, 5, 150, 299]) {
      const [row, own] = [all, some].map((weights) => weights!.subarray(query * 300, (query + 1) * 300));
      const least = leastKept(kept, { layer, head: 1 }, query)!;
      row!.forEach((weight, key) => {
        if (weight > least + 1e-6) expect(own![key]).toBeCloseTo(weight, 5);
        else expect(own![key]).toBeLessThanOrEqual(least + 1e-6);
      });
    }
  }
});

it("without tokenizer.json a text is a row of token ids", async () => {
  const { "tokenizer.json": _, ...files } = tinyCheckpoint("gpt2");
  const opened = await open(files);
  const reading = opened.lens.read({ draft: { prompt: "3 1 16 x", added: [] }, sampling, count: 1 });
  expect(reading).toMatchObject({ tokens: ["3", "1"], unknown: ["16", "x"] });
});

it("shards open like one file, and what they take is counted from their headers", async () => {
  const { "model.safetensors": weights, ...rest } = tinyCheckpoint("llama");
  const files = filesOf({ ...rest, ...sharded(weights!) });
  const [{ facts }, half] = [await openFiles(files), (await openFiles(files, undefined, 0)).facts];
  expect(facts.parameters).toBe(tinyModel("llama").numParameters());
  expect([facts.bytes, half.parameters]).toEqual([4 * facts.parameters, facts.parameters]);
  expect(half.bytes).toBeLessThan(0.51 * facts.bytes + 400);
});

it("a failure is said in the library's words, without its options", async () => {
  const { "model.safetensors": _, ...rest } = tinyCheckpoint("gpt2");
  const said = (files: Parameters<typeof open>[0]): Promise<string> =>
    open(files).then(() => Promise.reject("it was opened"), problemOf);
  expect(await said(rest)).toMatch(/^model\.safetensors is missing/);
  const magic = jsonBytes({ model: { type: "Magic" } });
  const unread = await said({ ...tinyCheckpoint("gpt2"), "tokenizer.json": magic });
  expect(unread).toMatch(/^tokenizer\.json: .*Magic/s);
  expect(unread).not.toMatch(/\{ |loadPretrained/);
});

it("files that were forgotten are added to the others; a config.json begins anew", () => {
  const files = (...names: string[]): File[] => names.map((name) => new File([], name));
  const names = (all: readonly File[]): string[] => all.map(({ name }) => name);
  const chosen = files("config.json", "a.safetensors");
  expect(names(merged(chosen, files("b.safetensors")))).toEqual([
    "config.json",
    "a.safetensors",
    "b.safetensors",
  ]);
  const newer = files("a.safetensors");
  expect(merged(chosen, newer).at(-1)).toBe(newer[0]);
  expect(names(merged(chosen, newer))).toEqual(["config.json", "a.safetensors"]);
  expect(names(merged(chosen, files("gpt2.config.json")))).toEqual(["gpt2.config.json"]);
});

it.each<[Shape, readonly string[]]>([
  ["gpt2", ["c_attn"]],
  ["llama", ["q_proj", "v_proj"]],
  ["bert", ["query", "value"]],
])(
  "an adapter of a %s learns lines, is compared with none, and is saved in PEFT's names",
  async (shape, targets) => {
    const opened = await open(tinyCheckpoint(shape));
    const { lossBefore, trained } = opened.tune(tune);
    expect(trained).toBeGreaterThan(0);
    let step = 0;
    while (step < 40) step = opened.steps({ ms: 0, most: 1 }).step;
    const ask = { prompt: "abc", sampling, seed: 1, count: 12, position: null };
    const { before, after, lossAfter, ...rest } = opened.compare(ask);
    expect(rest.lossBefore).toBe(lossBefore);
    expect(lossAfter!).toBeLessThan(0.8 * lossBefore);
    expect(after).not.toBe(before);
    expect(opened.compare(ask)).toMatchObject({ before, after, lossAfter }); // comparing changes nothing
    const files = opened.save();
    expect(Object.keys(files)).toEqual(["adapter_config.json", "adapter_model.safetensors"]);
    const names = [...decodeSafetensors(files["adapter_model.safetensors"]!).tensors.keys()];
    expect(names.every((name) => /^base_model\.model\..+\.lora_[AB]\.weight$/.test(name))).toBe(true);
    opened.detach();
    const again = await open({ ...tinyCheckpoint(shape), ...files });
    expect(again.facts.adapter).toEqual({ rank: 4, targets, trained });
    expect(again.compare(ask)).toMatchObject({ before, after });
  },
);

it("a rank that is too large changes nothing, and the adapter before stays", async () => {
  const opened = await open(tinyCheckpoint("gpt2"));
  opened.tune(tune);
  opened.steps({ ms: 0, most: 1 });
  const files = opened.save();
  expect(() => opened.tune({ ...tune, rank: 20 })).toThrow(/rank 20 is above the narrower side/);
  expect(opened.save()).toEqual(files);
  expect(() => opened.tune({ ...tune, lines: " \n" })).toThrow(/paste at least one line/);
});
