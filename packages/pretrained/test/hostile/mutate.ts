import fc from "fast-check";
import { jsonOf, saved, sharded, tinyBert, tinyGpt2, tinyLlama } from "../load/checkpoints.ts";

/** JSON as a program sees it. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const special = { special: true, single_word: false, lstrip: false, rstrip: false, normalized: false };
const metaspace = { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true };
const words = { type: "Split", pattern: { Regex: " ?\\p{L}+|\\s+" }, behavior: "Isolated", invert: false };
const bytes = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: false };
const spaces = { type: "Replace", pattern: { Regex: "\\s+" }, content: " " };
const ends = { id: "[CLS]", ids: [1], tokens: ["[CLS]"] };

/** Tokenizers of the three kinds, with every part filled. */
export const tokenizers: readonly Json[] = [
  {
    ...{ version: "1.0", truncation: null, padding: null },
    added_tokens: [{ id: 0, content: "<s>", ...special }],
    normalizer: { type: "Sequence", normalizers: [{ type: "NFC" }, spaces] },
    pre_tokenizer: { type: "Sequence", pretokenizers: [words, bytes] },
    post_processor: { type: "ByteLevel", trim_offsets: true },
    decoder: { type: "ByteLevel" },
    model: {
      ...{ type: "BPE", dropout: null, unk_token: null, continuing_subword_prefix: null },
      ...{ end_of_word_suffix: null, fuse_unk: false, byte_fallback: false },
      vocab: { "<s>": 0, a: 1, b: 2, Ġ: 3, ab: 4, Ġa: 5 },
      merges: ["a b", ["Ġ", "a"]],
    },
  },
  {
    added_tokens: ["[CLS]", "[SEP]"].map((content, i) => ({ id: i + 1, content, ...special })),
    normalizer: {
      ...{ type: "BertNormalizer", clean_text: true, handle_chinese_chars: true },
      ...{ strip_accents: null, lowercase: true },
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [{ SpecialToken: { id: "[CLS]", type_id: 0 } }, { Sequence: { id: "A", type_id: 0 } }],
      pair: [],
      special_tokens: { "[CLS]": ends },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      ...{ type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##" },
      max_input_chars_per_word: 100,
      vocab: { "[UNK]": 0, "[CLS]": 1, "[SEP]": 2, a: 3, "##b": 4 },
    },
  },
  {
    added_tokens: [],
    normalizer: { type: "Precompiled", precompiled_charsmap: "AA==" },
    pre_tokenizer: metaspace,
    post_processor: null,
    decoder: metaspace,
    model: {
      ...{ type: "Unigram", unk_id: 0, byte_fallback: false },
      vocab: ["<unk>", "▁", "a", "b", "ab"].map((piece, i) => [piece, -i]),
    },
  },
];

export const tokenizerConfig: Json = {
  model_max_length: 6,
  clean_up_tokenization_spaces: true,
  added_tokens_decoder: { "0": { content: "<s>" } },
  chat_template: "{{ x }}",
};

interface Checkpoint {
  readonly config: Json;
  readonly weights: Uint8Array;
  readonly index: Json;
  readonly shards: Readonly<Record<string, Uint8Array | string | object>>;
}

/** Checkpoints of all shapes: their configurations as JSON, their weights as bytes, an index of two shards. */
export const checkpoints: readonly Checkpoint[] = [tinyGpt2(), tinyLlama(), tinyBert()].map((model) => {
  const { "config.json": config, "model.safetensors": weights } = saved(model);
  const { "model.safetensors.index.json": index, ...shards } = sharded(weights!);
  return { config: jsonOf(config!), weights: weights!, index: index as Json, shards };
});

const numbers = [0, -0, -1, 1, 2, 3, 0.5, 1e9, 3e7, 2 ** 31, 2 ** 32, 2 ** 53, -1e308, 1e308];
const texts = "__proto__ constructor toString (a+)+$ (a|a)*b .* [ gpt2 llama bert".split(" ");
const objects: Json[] = [
  ...[{ toString: 1 }, { length: 1e9 }, { __proto__: { a: 1 } }, { String: "" }],
  ...[{ type: "Sequence", normalizers: [] }, { Regex: "(a|ab)*c" }],
];

const strange: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(null, true, false, "", [], {}, ...numbers),
  fc.constantFrom<Json[]>(...texts, "\u0000", "\ud800"),
  fc.constantFrom<Json[]>(...objects),
  fc.constantFrom<number>(1e3, 3e4).map((n): Json => Array.from({ length: n }, () => "a b")),
  fc.constantFrom<number>(1e3, 3e4).map((n): Json => "a".repeat(n)),
  fc.constantFrom<number>(60, 300).map((n): Json => JSON.parse("[".repeat(n) + "]".repeat(n)) as Json),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

interface Edit {
  readonly at: readonly number[];
  readonly how: "set" | "remove" | "repeat" | "add" | "copy" | "wrap";
  readonly value: Json;
  readonly name: string;
}

/** Changes of a few values, anywhere inside. */
export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    at: fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }),
    how: fc.constantFrom("set", "set", "set", "remove", "repeat", "add", "copy", "wrap"),
    value: strange,
    name: fc.constantFrom(
      ..."__proto__ type a n_layer vocab merges constructor unk_token hasOwnProperty".split(" "),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

const largest = 1_000_000;

/** A value after its changes, as JSON of at most 1 MB: a change that makes it longer is the end. */
export function edited(json: Json, changes: readonly Edit[]): string {
  const root: Json[] = [structuredClone(json)];
  let text = JSON.stringify(json);
  for (const { at, how, value, name } of changes) {
    const other = structuredClone(value);
    let [holder, key]: [Json[] | { [name: string]: Json }, string] = [root, "0"];
    for (const step of at) {
      const inside: Json | undefined = Reflect.get(holder, key);
      if (typeof inside !== "object" || inside === null || Object.keys(inside).length === 0) break;
      [holder, key] = [inside, Object.keys(inside)[step % Object.keys(inside).length]!];
    }
    const old: Json = Reflect.get(holder, key) ?? null;
    if (how === "remove") Reflect.deleteProperty(holder, key);
    else if (how === "repeat" && Array.isArray(holder))
      holder.push(...Array.from({ length: 300 }, () => old));
    else if (how === "add")
      Object.defineProperty(holder, Array.isArray(holder) ? String(holder.length) : name, {
        value: other,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else
      Reflect.set(holder, key, how === "copy" ? structuredClone(root[0]!) : how === "wrap" ? [old] : other);
    const next = JSON.stringify(root[0] ?? null);
    if (next.length > largest) return text;
    text = next;
  }
  return text;
}

interface Cut {
  readonly at: number;
  readonly bytes: readonly number[];
  readonly how: "set" | "insert" | "remove" | "end";
}

/** Changes of bytes. */
export const cuts: fc.Arbitrary<readonly Cut[]> = fc.array(
  fc.record({
    at: fc.oneof(fc.nat(64), fc.nat(8000)),
    bytes: fc.array(
      fc.oneof(fc.nat(255), fc.constantFrom(...new TextEncoder().encode('{}[]",:0123456789eE-\\'))),
      { minLength: 1, maxLength: 4 },
    ),
    how: fc.constantFrom("set", "set", "insert", "remove", "end"),
  }),
  { minLength: 1, maxLength: 3 },
);

export function cut(bytes: Uint8Array, changes: readonly Cut[]): Uint8Array {
  let all = [...bytes];
  for (const { at, bytes: some, how } of changes) {
    const i = at % Math.max(1, all.length);
    if (how === "end") all = all.slice(0, i);
    else all.splice(i, how === "insert" ? 0 : some.length, ...(how === "remove" ? [] : some));
  }
  return Uint8Array.from(all);
}
