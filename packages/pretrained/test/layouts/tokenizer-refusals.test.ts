import { expect, it } from "vitest";
import { loadPretrained, type PretrainedTokenizer } from "../../src/index.ts";
import { filesOf, outputs, refusal, saved, tinyGpt2 } from "../load/checkpoints.ts";
import { tokenizerOf as read } from "./sources.ts";

function file(model: object, parts: object = {}): object {
  const empty = { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null };
  return { version: "1.0", added_tokens: [], ...empty, ...parts, model };
}

const vocab = { a: 0, b: 1, ab: 2, "</s>": 3 };
const bpe = { type: "BPE", vocab, merges: ["a b"] };
const pieces = [
  ["<unk>", 0],
  ["▁", -1],
  ["a", -2],
];
const metaspace = { type: "Metaspace", replacement: "▁" };

function template(ids: readonly number[]): object {
  const single = [{ Sequence: { id: "A", type_id: 0 } }, { SpecialToken: { id: "</s>", type_id: 0 } }];
  return {
    type: "TemplateProcessing",
    single,
    special_tokens: { "</s>": { id: "</s>", ids, tokens: ["</s>"] } },
  };
}

const added = (...tokens: object[]): object => file(bpe, { added_tokens: tokens });
const before = (...pretokenizers: object[]): object =>
  file(bpe, { pre_tokenizer: { type: "Sequence", pretokenizers } });
const split = (pattern: unknown, behavior: string): object =>
  before({ type: "Split", pattern, behavior, invert: true });
const after = (post_processor: object): object => file(bpe, { post_processor });

it.each<[content: object, expected: string]>([
  [{}, "tokenizer.json: it has no model.type, which is not supported; supported: BPE, WordPiece, Unigram"],
  [file({ type: "WordLevel", vocab }), 'it is of kind "WordLevel" (model.type)'],
  [file({ type: "BPE", merges: [] }), "model: vocab is missing, expected an object"],
  [file({ type: "BPE", vocab }), "model: merges is missing, expected a list; copy or download"],
  [file({ ...bpe, merges: ["b a"] }), 'the merge "b a" does not give a token of vocab'],
  [file({ ...bpe, dropout: 0.1 }), "dropout is 0.1, which gives other tokens each time; set it to null"],
  [file({ ...bpe, continuing_subword_prefix: "@@" }), 'continuing_subword_prefix is "@@", which is not'],
  [file({ type: "Unigram", vocab }), "vocab must be a list of pieces with their scores"],
  [file({ type: "Unigram", vocab: pieces, byte_fallback: true }), "byte_fallback is true"],
  [file(bpe, { normalizer: { type: "Magic" } }), "Unknown Normalizer type: Magic, which is not"],
  [file(bpe, { decoder: { type: "Magic" } }), "Unknown Decoder type: Magic, which is not supported"],
  [file(bpe, { decoder: 3 }), "decoder: it is neither an object nor null"],
  [file(bpe, { added_tokens: {} }), "added_tokens: it is not a list; copy or download"],
  [added({ content: "x" }), 'added_tokens: {"content":"x"} must have'],
  [
    added({ id: 9, content: "</s>" }),
    'added_tokens: "</s>" has id 9, and id 3 in model.vocab; copy or download',
  ],
  [added({ id: 3, content: "</s>", single_word: true }), 'added_tokens: single_word is true for "</s>"'],
  [
    before({ type: "WhitespaceSplit" }, { ...metaspace, prepend_scheme: "first" }),
    'pre_tokenizer: prepend_scheme is "first" after other steps, which is not supported; supported: "always", "never"',
  ],
  [
    split({ Regex: "a" }, "Contiguous"),
    'pre_tokenizer: behavior "Contiguous" with invert is not supported; supported: Is',
  ],
  [split("a", "Isolated"), 'pre_tokenizer.pattern: "a" is neither a String nor a Regex'],
  [after(template([7])), '"</s>" maps to the ids [7], but the token has id 3'],
  [after(template([3, 3])), '"</s>" maps to the ids [3,3]'],
  [
    after({ type: "BertProcessing", sep: ["[SEP]", 5], cls: ["</s>", 3] }),
    '"[SEP]" maps to the ids [5], but the token has none',
  ],
])("%j is refused", async (content, expected) => {
  const { message } = await refusal(() => read(content));
  expect(message).toContain(expected);
  expect(message).toMatch(/tokenizer\.json: .*\{ tokenizer: false \} loads the model without/);
});

it("a token that the model has no row for is named, and what was loaded stays usable", async () => {
  const gpt2 = saved(tinyGpt2()); // 11 tokens
  const { model } = await loadPretrained(filesOf(gpt2));
  const before = outputs(model);
  const added = { added_tokens: [{ id: 11, content: "[PAD]", special: true }] };
  const files = filesOf({ ...gpt2, "tokenizer.json": file(bpe, added) });
  await expect(loadPretrained(files)).rejects.toThrow(
    'tokenizer.json: token "[PAD]" has id 11, and the model has 11 tokens (vocab_size); use the tokenizer that was saved with the model. { tokenizer: false }',
  );
  expect(outputs(model)).toEqual(before);
  expect((await loadPretrained(files, { tokenizer: false })).tokenizer).toBeNull();
  expect((await loadPretrained(filesOf(gpt2))).tokenizer).toBeNull(); // none is no mistake
});

it("a text without a token is named, not turned into ids that are none", async () => {
  const tokenizer = await read(file({ type: "WordPiece", vocab: { a: 0 } }));
  expect(tokenizer.encode("a")).toEqual([0]);
  expect(() => tokenizer.encode("xyz")).toThrow(
    'tokenizer.encode: tokenizer.json has no token for "[UNK]", and no unknown token that is in its vocabulary',
  );
});

it("ids that are none of a token are left out, and ids between tokens are free", async () => {
  const tokenizer = await read(file({ ...bpe, vocab: { a: 0, b: 1, ab: 40 } }, { decoder: metaspace }));
  expect(tokenizer.vocabSize).toBe(3);
  expect([[0, 3, 40, 99], [3]].map((ids) => tokenizer.decode(ids))).toEqual(["aab", ""]);
  expect([tokenizer.token(3), tokenizer.token(40)]).toEqual([null, "ab"]);
  expect([tokenizer.id("ab"), tokenizer.id("x")]).toEqual([40, null]);
  // @ts-expect-error not a text
  expect(() => tokenizer.id(3)).toThrow(/tokenizer\.id: token/);
  expect(() => tokenizer.token(-1)).toThrow(/tokenizer\.token: id/);
});

it("parts that are left out are none, and nothing is cut or padded", async () => {
  const more = { truncation: { max_length: 1 }, padding: { strategy: { Fixed: 8 }, pad_id: 0 } };
  const tokenizer = await read({ model: bpe, ...more });
  expect(tokenizer.encode("abab")).toEqual([2, 2]);
});

it("spaces before punctuation go where tokenizer_config.json says so, and only there", async () => {
  const content = file({ type: "Unigram", unk_id: 0, vocab: [...pieces, [".", -2]] }, { decoder: metaspace });
  const [plain, cleaned] = [await read(content), await read(content, { clean_up_tokenization_spaces: true })];
  expect([plain.decode([2, 1, 3]), cleaned.decode([2, 1, 3])]).toEqual(["a .", "a."]);
});

it("older files say with add_prefix_space that no space is put before", async () => {
  const unigram = { type: "Unigram", unk_id: 0, vocab: pieces };
  const of = (more: object): Promise<PretrainedTokenizer> =>
    read(file(unigram, { pre_tokenizer: { ...metaspace, ...more }, decoder: { ...metaspace, ...more } }));
  const old = await of({ add_prefix_space: false });
  const without = await of({ prepend_scheme: "never" });
  const always = await of({});
  for (const one of [old, without]) expect(one.encode("a a")).toEqual([2, 1, 2]);
  expect(always.encode("a a")).toEqual([1, 2, 1, 2]);
  expect([old.decode([1, 2]), always.decode([1, 2])]).toEqual([" a", "a"]);
});

it("a tokenizer.json turns texts into ids and back; a refused one is not read where it is not wanted", async () => {
  const bytes = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
  const special = { special: true, single_word: false, lstrip: false, rstrip: false, normalized: false };
  const vocab = { "<s>": 0, a: 1, b: 2, Ġ: 3, ab: 4 };
  const good = file(
    { type: "BPE", vocab, merges: [["a", "b"]], unk_token: null },
    {
      added_tokens: [{ id: 0, content: "<s>", ...special }],
      pre_tokenizer: bytes,
      decoder: { type: "ByteLevel" },
    },
  );
  const load = (content: object | string, options?: object) =>
    loadPretrained(filesOf({ ...saved(tinyGpt2()), "tokenizer.json": content }), options);
  const { tokenizer: made } = await load(good);
  expect(made?.vocabSize).toBe(5);
  expect(made?.encode("ab a<s>")).toEqual([4, 3, 1, 0]);
  expect(made?.decode([4, 3, 1, 0])).toBe("ab a");
  expect([made?.encode(""), made?.decode([])]).toEqual([[], ""]);
  expect(() => made?.decode(["a"] as never)).toThrow(/a token of ids/);
  const cut = JSON.stringify(good).slice(0, 90);
  await expect(load(cut)).rejects.toThrow(/tokenizer\.json: it is not JSON.*cut short \(90 characters\)/);
  expect((await load(cut, { tokenizer: false })).tokenizer).toBeNull();
});
