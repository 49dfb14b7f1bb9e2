import { expect, it } from "vitest";
import { loadPretrained, type Pretrained } from "../../src/index.ts";
import { filesOf, saved, tinyGpt2 } from "./checkpoints.ts";

const gpt2 = saved(tinyGpt2());

function tokenizer(vocab: Record<string, number>): object {
  const model = { type: "BPE", vocab, merges: [["a", "b"]], unk_token: null };
  const special = {
    content: "<s>",
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  };
  const bytes = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
  return {
    version: "1.0",
    added_tokens: [{ id: 0, ...special }],
    normalizer: null,
    pre_tokenizer: bytes,
    post_processor: null,
    decoder: { type: "ByteLevel" },
    model,
  };
}

const good = tokenizer({ "<s>": 0, a: 1, b: 2, Ġ: 3, ab: 4 });

function load(file: object | string, more?: object): Promise<Pretrained> {
  return loadPretrained(filesOf({ ...gpt2, "tokenizer.json": file }), more);
}

it("a tokenizer turns texts into ids and back", async () => {
  const { tokenizer: made } = await load(good);
  expect(made?.vocabSize).toBe(5);
  expect(made?.encode("ab a<s>")).toEqual([4, 3, 1, 0]);
  expect(made?.decode([4, 3, 1, 0])).toBe("ab a");
  expect([made?.encode(""), made?.decode([])]).toEqual([[], ""]);
  expect(() => made?.decode(["a"] as never)).toThrow(/a token of ids/);
});

it.each([
  ["cut", JSON.stringify(good).slice(0, 90), /tokenizer\.json: it is not JSON.*cut short \(90 characters\)/],
  ["without a kind", {}, /tokenizer\.json: it has no model\.type.*supported: BPE, WordPiece, Unigram/],
  ["of an unknown kind", { model: { type: "Magic" } }, /it is of kind "Magic" \(model\.type\)/],
  [
    "with an unknown part",
    { ...good, decoder: { type: "Magic" } },
    /tokenizer\.json: Unknown Decoder type: Magic, which is not supported/,
  ],
  [
    "with more tokens than the model",
    tokenizer({ "<s>": 0, a: 11, b: 2, ab: 4 }),
    /token "a" has id 11, and the model has 11 tokens/,
  ],
])("a tokenizer that is %s is refused, unless it is not wanted", async (_what, file, expected) => {
  await expect(load(file)).rejects.toThrow(expected);
  expect((await load(file, { tokenizer: false })).tokenizer).toBeNull();
});
