import { Bert, GPT } from "@saccade/models";
import { decodeSafetensors, encodeSafetensors, init, type SafetensorsInput } from "@saccade/nn";
import { savePretrained } from "@saccade/pretrained";
import { manualSeed } from "@saccade/tensor";

export type Shape = "gpt2" | "llama" | "bert";

/** The characters that the fixtures' tokenizers know. */
export const letters = "abcdefgh ";
const special = ["[PAD]", "[CLS]", "[SEP]", "[MASK]"];

/** A small model of random weights. */
export function tinyModel(shape: Shape): GPT | Bert {
  manualSeed(5);
  const sizes = { vocabSize: 16, maxLen: 32, dModel: 16, numLayers: 2, numHeads: 4 };
  const model =
    shape === "bert"
      ? new Bert(sizes)
      : shape === "gpt2"
        ? new GPT(sizes)
        : new GPT({
            ...sizes,
            numKvHeads: 2,
            positions: "rotary",
            norm: "rms",
            activation: "swiglu",
            bias: false,
          });
  // Weights as they start are so small that all heads look alike.
  for (const parameter of model.parameters()) if (parameter.ndim === 2) init.normal(parameter, 0, 0.3);
  return model.eval();
}

/** A tokenizer.json with a token for each of {@link letters}. */
export function tinyTokenizer(shape: Shape): object {
  const added = shape === "bert" ? special : ["<s>"];
  const vocab = Object.fromEntries(
    [...added, ...Array.from(letters, (letter) => (letter === " " ? "Ġ" : letter))].map((token, id) => [
      token,
      id,
    ]),
  );
  return {
    version: "1.0",
    added_tokens: added.map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: null,
    pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor:
      shape === "bert"
        ? {
            type: "BertProcessing",
            sep: ["[SEP]", 2],
            cls: ["[CLS]", 1],
          }
        : null,
    decoder: { type: "ByteLevel" },
    model: { type: "BPE", vocab, merges: [], unk_token: null },
  };
}

/** A checkpoint's files by name, as Hugging Face has them. */
export function tinyCheckpoint(shape: Shape): Record<string, Uint8Array<ArrayBuffer>> {
  const { config, weights } = savePretrained(tinyModel(shape));
  return {
    "config.json": config,
    "model.safetensors": weights,
    "tokenizer.json": jsonBytes(tinyTokenizer(shape)),
  };
}

/** Tokens of {@link wordPieceBert}. */
export const pieces: readonly string[] = [
  ...["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "the", "capital", "of", "france", "is"],
  ...["paris", "rome", "un", "##aff", "##able"],
];

/** A BERT with a head for masked tokens and its WordPiece tokenizer, with the names and the prefix that Hugging Face gives it. */
export function wordPieceBert(): Record<string, Uint8Array<ArrayBuffer>> {
  manualSeed(8);
  const sizes = { vocabSize: pieces.length, maxLen: 40, dModel: 16, numLayers: 2, numHeads: 4 };
  const model = new Bert({ ...sizes, pooler: false, maskedHead: true });
  for (const parameter of model.parameters()) if (parameter.ndim === 2) init.normal(parameter, 0, 0.3);
  const { config, weights } = savePretrained(model);
  const ends = ["[CLS]", "[SEP]"].map((token) => [token, pieces.indexOf(token)] as const);
  const special_tokens = Object.fromEntries(
    ends.map(([token, id]) => [token, { id: token, ids: [id], tokens: [token] }]),
  );
  const [cls, sep] = ends.map(([id]) => ({ SpecialToken: { id, type_id: 0 } }));
  const single = [cls, { Sequence: { id: "A", type_id: 0 } }, sep];
  const tokenizer = {
    version: "1.0",
    added_tokens: pieces
      .slice(0, 5)
      .map((content, id) => ({ id, content, special: true, normalized: false })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: { type: "TemplateProcessing", single, pair: single, special_tokens },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    // Without a kind, as the first BERT on the Hub.
    model: {
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
    },
  };
  return { "config.json": config, "model.safetensors": weights, "tokenizer.json": jsonBytes(tokenizer) };
}

export function jsonBytes(content: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(content));
}

/** Two shards and their index, in place of one file. */
export function sharded(weights: Uint8Array): Record<string, Uint8Array<ArrayBuffer>> {
  const entries = [...decodeSafetensors(weights).tensors].map(
    ([name, { dtype, shape, bytes }]): [string, SafetensorsInput] => [name, { dtype, shape, data: bytes }],
  );
  const half = Math.ceil(entries.length / 2);
  const parts = [entries.slice(0, half), entries.slice(half)];
  const name = (i: number): string => `model-0000${i + 1}-of-00002.safetensors`;
  const map = parts.flatMap((part, i) => part.map(([weight]) => [weight, name(i)]));
  return {
    [name(0)]: encodeSafetensors(parts[0]!),
    [name(1)]: encodeSafetensors(parts[1]!),
    "model.safetensors.index.json": jsonBytes({ metadata: {}, weight_map: Object.fromEntries(map) }),
  };
}

/** Files as a page's input gives them. */
export function filesOf(contents: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): File[] {
  return Object.entries(contents).map(([name, bytes]) => new File([bytes], name));
}
