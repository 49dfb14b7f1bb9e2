import { ArgumentError, tensor, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as d from "../src/index.ts";
import { downloadNmt } from "../src/node.ts";
import * as tasks from "../src/tasks.ts";

// Messages that say more than the rule: other libraries' names, other forms of the argument, the fix.

const x = zeros([6, 2]);
const vocab = new d.Vocab([["a", "b"]], { reservedTokens: ["<pad>", "<bos>", "<eos>"] });
const tokenizer = d.BytePairTokenizer.train("ab ab", { vocabSize: 258 });
const { random } = Math;
const sizes = { vocabSize: 8, length: 2, count: 2 };

// biome-ignore format: a call a line
const calls: readonly (readonly [string, (...args: never[]) => unknown, readonly unknown[], string])[] = [
  ["batches", d.batches, [], "tensors must be an object of named tensors, got undefined; write batches("],
  ["batches", d.batches, [{ x, batchSize: 2 }], 'no option "x"; its options are'],
  ["batches", d.batches, [{ dataset: x }], 'no option "dataset"; write tensors: { x, y }'],
  ["batches", d.batches, [{ numWorkers: 4 }], "without workers"],
  ["batches", d.batches, [{ tensors: { x: [1, 2] }, batchSize: 2 }], "tensors.x must be a tensor, got [1,2]; make one with tensor"],
  ["batches", d.batches, [{ tensors: { x: tensor(1) }, batchSize: 1 }], "must be (n, …)"],
  ["batches", d.batches, [{ tensors: { x, y: tensor([1]) }, batchSize: 1 }], "y [1] beside x [6, 2]; all must have the same number of rows"],
  ["batches", d.batches, [{ tensors: { x }, batchSize: 7, dropLast: true }], "batchSize must be at most 6, the number of rows, with dropLast, got 7; make it smaller"],
  ["loadDataNmt", d.loadDataNmt, [{ path: "fra.txt" }], 'no option "path"; write text: await readPairsFile'],
  ["loadDataNmt", d.loadDataNmt, [{ file: "a.txt" }], "give text too, or leave file out"],
  ["sinData", d.sinData, [{ std: 1 }], "write noise: 0.5"],
  ["Vocab", (...a: []) => Reflect.construct(d.Vocab, a), ["a b"], 'tokens must be an array of tokens or of lines of tokens, got "a b"; split it'],
  ["Vocab", (...a: []) => Reflect.construct(d.Vocab, a), [[], { specials: [] }], "write reservedTokens"],
  ["Vocab", (...a: []) => Reflect.construct(d.Vocab, a), [[], { reservedTokens: ["<unk>"] }], 'reservedTokens holds "<unk>" twice'],
  ["Vocab", d.Vocab.fromJSON, [{ format: "saccade-vocab/1", tokens: ["<unk>", "a", "a"], freqs: [] }], 'json.tokens holds "a" twice'],
  ["Vocab.fromJSON", d.Vocab.fromJSON, [JSON.stringify(vocab)], "pass JSON.parse"],
  ["Vocab.index", (a: string) => vocab.index(a), [["a"]], "token must be a string, got [\"a\"]; indices(tokens)"],
  ["Vocab.indices", (a: string[]) => vocab.indices(a), ["a b"], 'tokens must be an array of tokens, got "a b"; split it'],
  ["Vocab.toTokens", (a: []) => vocab.toTokens(a), [3], "ids must be an array of ids, got 3; token(id)"],
  ["Vocab.toTokens", (a: []) => vocab.toTokens(a), [x], "pass ids.dataSync()"],
  ["truncatePad", d.truncatePad, ["abc", 2, "x"], 'line must be an array of tokens, got "abc"; split it'],
  ["truncatePad", d.truncatePad, [Int32Array.of(1), 2, 0], "Array.from(line)"],
  ["truncatePad", d.truncatePad, [[1], 3], "paddingToken must be a token"],
  ["buildArrayNmt", d.buildArrayNmt, [["a b"], vocab, 3], 'lines[0] must be an array of tokens, got "a b"; split it'],
  ["buildArrayNmt", d.buildArrayNmt, [[["a"]], new d.Vocab(), 3], 'vocab has no <pad>; build it with reservedTokens: ["<pad>", "<bos>", "<eos>"]'],
  ["tokenizeNmt", d.tokenizeNmt, ["a\tb", 0], "numExamples must be a whole number ≥ 1, got 0; leave it out"],
  ["tokenizePairs", d.tokenizePairs, ["a\tb"], "pairs must be an array, as parsePairs gives it"],
  ["tokenizePairs", d.tokenizePairs, [[{ source: "a\tb", target: "c" }]], "pairs[0].source must be a line of text without tabs"],
  ["BytePairTokenizer.train", d.BytePairTokenizer.train, [7, {}], "text must be a string or an array of strings, got 7"],
  ["BytePairTokenizer.train", d.BytePairTokenizer.train, ["a"], "vocabSize must be a whole number ≥ 256, got undefined; write BytePairTokenizer.train"],
  ["BytePairTokenizer.train", d.BytePairTokenizer.train, ["a", { vocab_size: 300 }], "write vocabSize"],
  ["BytePairTokenizer.train", d.BytePairTokenizer.train, ["a", { vocabSize: 256 }], "vocabSize must be a whole number ≥ 257"],
  ["BytePairTokenizer.decode", (a: []) => tokenizer.decode(a), [x], "for a tensor, pass ids.dataSync()"],
  ["copyTask", tasks.copyTask, [sizes], "random must be a function, got undefined; write random: Math"],
  ["sortPointersTask", tasks.sortPointersTask, [{ ...sizes, vocabSize: undefined }], 'no option "vocabSize"'],
  ["sortPointersTask", tasks.sortPointersTask, [{ length: 4, count: 2, maxValue: 3, random }], "maxValue must be a whole number ≥ 4 and ≤ 2147483648, got 3"],
  ["makeReviews", tasks.makeReviews, [{ count: 1, sentences: 10, about: ["food", "bar"], random }], "sentences must be ≤ 9 beside an about of 2, got 10"],
  ["downloadNmt", downloadNmt, [{ signal: new AbortController() }], "signal must be an AbortSignal, got an AbortController; write signal"],
];

test("a sample is got by get, and a batch by iterating", () => {
  const data = new d.TensorDataset(x);
  for (const [object, what, fix] of [
    [data, "TensorDataset", "write dataset.get(i)"],
    [new d.Subset(data, [0]), "Subset", "write dataset.get(i)"],
    [new d.ConcatDataset([data]), "ConcatDataset", "write dataset.get(i)"],
    [new d.DataLoader(data), "DataLoader", "write for (const batch of loader)"],
  ] as const) {
    expect(() => Reflect.get(object, "0")).toThrow(`${what}: it has no [0]; ${fix}.`);
    expect(() => Reflect.get(object, "-1")).toThrow(ArgumentError);
    expect(Reflect.get(object, "then")).toBeUndefined();
  }
});

test("a tokenizer.json of any depth and size is refused by a short message", () => {
  const good = JSON.parse(JSON.stringify(tokenizer));
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], "x");
  const long = "x".repeat(1e6);
  for (const file of [
    { model: deep },
    { ...good, model: { ...good.model, type: deep } },
    { ...good, model: { ...good.model, merges: [[deep, "a"]] } },
    { ...good, model: { ...good.model, vocab: { [long]: -1 } } },
    { ...good, model: { ...good.model, vocab: { ...good.model.vocab, [long]: deep } } },
    { ...good, added_tokens: [{ content: deep, id: 0 }] },
    { ...good, normalizer: deep },
    "[".repeat(1e6),
  ]) {
    const error: unknown = (() => {
      try {
        return d.BytePairTokenizer.fromJSON(file);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(d.TokenizerError);
    expect(String(error).length).toBeLessThan(300);
  }
});

test.each(calls)("%s %#", async (what, call, args, message) => {
  const error = await (async () => Reflect.apply(call, d.BytePairTokenizer, args))().catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ArgumentError);
  expect(error.message.startsWith(`${what}: `)).toBe(true);
  expect(error.message).toContain(message);
});
