import { shown } from "../errors.ts";
import * as limits from "./limits.ts";
import { exactPreTokenizer, prependScheme } from "./pre-tokenizer.ts";

// A tokenizer's file, changed so that the library reads it exactly as Hugging Face's program does.

/**
 * Rewrites a tokenizer.json so that @huggingface/tokenizers interprets it as Hugging Face's own program does.
 *
 * @throws PretrainedError for parts that have no common form, and for an incomplete file
 */
export function exactTokenizer(file: string, content: unknown): limits.Part {
  if (!limits.isPart(content)) throw limits.damaged(file, "it holds no object");
  const model = exactModel(file, content["model"]);
  limits.checkModel(file, model);
  limits.checkChains(file, content);
  const part = (name: string): limits.Part | null => {
    const value = content[name] ?? null;
    if (value === null || limits.isPart(value)) return value;
    throw limits.damaged(`${file}: ${name}`, "it is neither an object nor null");
  };
  const [normalizer, before, decoder] = [part("normalizer"), part("pre_tokenizer"), part("decoder")];
  const place = `${file}: pre_tokenizer`;
  if (before) checkFirst(before, place);
  return {
    ...content,
    model,
    normalizer: normalizer && limits.mapParts(normalizer, "normalizers", exactNormalizer),
    pre_tokenizer: before && limits.mapParts(before, "pretokenizers", (one) => exactPreTokenizer(one, place)),
    post_processor: part("post_processor"),
    decoder: decoder && limits.mapParts(decoder, "decoders", exactDecoder),
    added_tokens: addedTokens(file, content["added_tokens"], model["vocab"]),
  };
}

// Only the first of a text's words gets a space, and the library no longer knows which one that is.
function checkFirst({ type, pretokenizers: parts }: limits.Part, place: string): void {
  if (type !== "Sequence" || !Array.isArray(parts)) return;
  const late = parts.slice(1).some((one) => {
    const { type: kind, prepend_scheme: scheme }: limits.Part = limits.isPart(one) ? one : {};
    return kind === "Metaspace" && scheme === "first";
  });
  const problem = 'prepend_scheme is "first" after other steps';
  if (late) limits.refuse(place, `${problem}, which is not supported; supported: "always", "never"`);
}

// The first space is the text's own where none was put before it.
function exactDecoder(part: limits.Part): limits.Part {
  if (part["type"] === "Replace") return exactReplace(part);
  if (part["type"] !== "Metaspace" || prependScheme(part) !== "never") return part;
  return { type: "Replace", pattern: { String: part["replacement"] ?? "▁" }, content: " " };
}

function addedTokens(file: string, list: unknown, vocab: unknown): readonly limits.Part[] {
  if (list === undefined || list === null) return [];
  const place = `${file}: added_tokens`;
  if (!Array.isArray(list)) throw limits.damaged(place, "it is not a list");
  return list.map((one: unknown): limits.Part => {
    const { id, content, single_word: single }: limits.Part = limits.isPart(one) ? one : {};
    if (typeof content !== "string" || !Number.isSafeInteger(id))
      throw limits.damaged(place, `${JSON.stringify(one)} must have a content and an id`);
    const known = limits.isPart(vocab) && Object.hasOwn(vocab, content) ? vocab[content] : id;
    const name = JSON.stringify(content);
    if (known !== id)
      throw limits.damaged(place, `${name} has id ${id}, and id ${shown(known)} in model.vocab`);
    if (single === true)
      limits.refuse(place, `single_word is true for ${name}, which is not supported; supported: false`);
    return Object(one);
  });
}

const kinds: readonly string[] = ["BPE", "WordPiece", "Unigram"];

/**
 * The model of a tokenizer.json with its kind, which files from before 2021 leave out, and its defaults.
 *
 * @throws PretrainedError for a kind that is not known, an option that is not supported, or an incomplete model
 */
function exactModel(file: string, model: unknown): limits.Part {
  const place = `${file}: model`;
  if (!limits.isPart(model)) refuseKind(file, undefined);
  const type = model["type"] ?? kindOf(model);
  if (typeof type !== "string" || !kinds.includes(type)) refuseKind(file, type);
  if (type === "Unigram") return unigram({ ...model, type }, place);
  if (!limits.isPart(model["vocab"]))
    throw limits.damaged(place, "vocab is missing, expected an object of tokens and ids");
  return type === "BPE" ? bpe({ ...model, type }, place) : wordPiece({ ...model, type });
}

function kindOf({ vocab, merges, continuing_subword_prefix: prefix }: limits.Part): string | undefined {
  if (Array.isArray(vocab)) return "Unigram";
  if (Array.isArray(merges)) return "BPE";
  return limits.isPart(vocab) && typeof prefix === "string" ? "WordPiece" : undefined;
}

function refuseKind(file: string, type: unknown): never {
  const kind =
    type === undefined ? "it has no model.type" : `it is of kind ${JSON.stringify(type)} (model.type)`;
  return limits.refuse(file, `${kind}, which is not supported; supported: ${kinds.join(", ")}`);
}

function wordPiece(model: limits.Part): limits.Part {
  return { unk_token: "[UNK]", continuing_subword_prefix: "##", max_input_chars_per_word: 100, ...model };
}

function unigram(model: limits.Part, place: limits.Place): limits.Part {
  const { vocab } = model;
  const isPiece = (one: unknown): boolean =>
    Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "number";
  if (!Array.isArray(vocab) || vocab.length === 0 || !vocab.every(isPiece))
    throw limits.damaged(place, 'vocab must be a list of pieces with their scores, such as ["▁the", -3.2]');
  if (model["byte_fallback"] === true)
    limits.refuse(place, "byte_fallback is true, which is not supported for Unigram; supported: false");
  return model;
}

function bpe(model: limits.Part, place: limits.Place): limits.Part {
  const { vocab, merges, dropout, continuing_subword_prefix: prefix } = model;
  if (!Array.isArray(merges)) throw limits.damaged(place, "merges is missing, expected a list");
  const unsupported = `continuing_subword_prefix is ${JSON.stringify(prefix)}, which is not supported`;
  if (typeof prefix === "string" && prefix !== "") limits.refuse(place, `${unsupported}; supported: ""`);
  if (typeof dropout === "number" && dropout > 0)
    limits.refuse(place, `dropout is ${dropout}, which gives other tokens each time; set it to null`);
  const tokens = new Set(Object.keys(Object(vocab)));
  // The library takes the form of the first for that of all.
  const pairs = merges.map((merge: unknown) => {
    const pair: unknown[] = typeof merge === "string" ? merge.split(" ") : Array.isArray(merge) ? merge : [];
    const [first, second] = pair;
    if (pair.length === 2 && typeof first === "string" && typeof second === "string") {
      if (tokens.has(first + second)) return [first, second];
    }
    const problem = `the merge ${JSON.stringify(merge)} does not give a token of vocab`;
    throw limits.damaged(place, `${problem}, so the two are not of one model`);
  });
  return { ...model, merges: pairs };
}

// Chinese characters that take two UTF-16 units; the library looks at one unit at a time.
const wideChinese =
  "[\\u{20000}-\\u{2A6DF}\\u{2A700}-\\u{2B73F}\\u{2B740}-\\u{2B81F}\\u{2B920}-\\u{2CEAF}\\u{2F800}-\\u{2FA1F}]";

/**
 * Rewrites a normalizer so that @huggingface/tokenizers interprets it as Hugging Face's own program does. That program takes characters one by
 * one and knows white space as Unicode does.
 */
function exactNormalizer(part: limits.Part): limits.Part {
  switch (part["type"]) {
    case "Replace":
      return exactReplace(part);
    case "Lowercase":
      return sequence(lowerSigma, part);
    case "Strip":
      return sequence(
        ...(part["strip_left"] === true ? [replace({ Regex: "\\A\\s+" }, "")] : []),
        ...(part["strip_right"] === true ? [replace({ Regex: "\\s+\\z" }, "")] : []),
      );
    case "BertNormalizer":
      return sequence(
        ...(part["handle_chinese_chars"] === false ? [] : [replace({ Regex: wideChinese }, " $& ")]),
        ...(part["lowercase"] === false ? [] : [lowerSigma]),
        part,
      );
    default:
      return part;
  }
}

/** The replacement is taken literally; JavaScript gives $ a meaning. */
function exactReplace(part: limits.Part): limits.Part {
  const { content, pattern } = part;
  if (typeof content !== "string" || !limits.isPart(pattern)) return part;
  return { ...part, content: content.replaceAll("$", "$$$$") };
}

function replace(pattern: limits.Part, content: string): limits.Part {
  return { type: "Replace", pattern, content };
}

// At a word's end, JavaScript takes ς.
const lowerSigma: limits.Part = replace({ String: "Σ" }, "σ");

function sequence(...normalizers: readonly limits.Part[]): limits.Part {
  return { type: "Sequence", normalizers };
}
