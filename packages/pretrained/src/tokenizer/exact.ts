import { shown } from "../errors.ts";
import { checkChains, checkModel } from "./limits.ts";
import { exactModel } from "./model.ts";
import { exactNormalizer, exactReplace } from "./normalizer.ts";
import { damaged, isPart, mapParts, type Part, refuse } from "./parts.ts";
import { exactPreTokenizer, prependScheme } from "./pre-tokenizer.ts";

/**
 * Rewrites a tokenizer.json so that @huggingface/tokenizers interprets it as Hugging Face's own program does.
 *
 * @throws PretrainedError for parts that have no common form, and for an incomplete file
 */
export function exactTokenizer(file: string, content: unknown): Part {
  if (!isPart(content)) throw damaged(file, "it holds no object");
  const model = exactModel(file, content["model"]);
  checkModel(file, model);
  checkChains(file, content);
  const part = (name: string): Part | null => {
    const value = content[name] ?? null;
    if (value === null || isPart(value)) return value;
    throw damaged(`${file}: ${name}`, "it is neither an object nor null");
  };
  const [normalizer, before, decoder] = [part("normalizer"), part("pre_tokenizer"), part("decoder")];
  const place = `${file}: pre_tokenizer`;
  if (before) checkFirst(before, place);
  return {
    ...content,
    model,
    normalizer: normalizer && mapParts(normalizer, "normalizers", exactNormalizer),
    pre_tokenizer: before && mapParts(before, "pretokenizers", (one) => exactPreTokenizer(one, place)),
    post_processor: part("post_processor"),
    decoder: decoder && mapParts(decoder, "decoders", exactDecoder),
    added_tokens: addedTokens(file, content["added_tokens"], model["vocab"]),
  };
}

// Only the first of a text's words gets a space, and the library no longer knows which one that is.
function checkFirst({ type, pretokenizers: parts }: Part, place: string): void {
  if (type !== "Sequence" || !Array.isArray(parts)) return;
  const late = parts.slice(1).some((one) => {
    const { type: kind, prepend_scheme: scheme }: Part = isPart(one) ? one : {};
    return kind === "Metaspace" && scheme === "first";
  });
  const problem = 'prepend_scheme is "first" after other steps';
  if (late) refuse(place, `${problem}, which is not supported; supported: "always", "never"`);
}

// The first space is the text's own where none was put before it.
function exactDecoder(part: Part): Part {
  if (part["type"] === "Replace") return exactReplace(part);
  if (part["type"] !== "Metaspace" || prependScheme(part) !== "never") return part;
  return { type: "Replace", pattern: { String: part["replacement"] ?? "▁" }, content: " " };
}

function addedTokens(file: string, list: unknown, vocab: unknown): readonly Part[] {
  if (list === undefined || list === null) return [];
  const place = `${file}: added_tokens`;
  if (!Array.isArray(list)) throw damaged(place, "it is not a list");
  return list.map((one: unknown): Part => {
    const { id, content, single_word: single }: Part = isPart(one) ? one : {};
    if (typeof content !== "string" || !Number.isSafeInteger(id))
      throw damaged(place, `${JSON.stringify(one)} must have a content and an id`);
    const known = isPart(vocab) && Object.hasOwn(vocab, content) ? vocab[content] : id;
    const name = JSON.stringify(content);
    if (known !== id) throw damaged(place, `${name} has id ${id}, and id ${shown(known)} in model.vocab`);
    if (single === true)
      refuse(place, `single_word is true for ${name}, which is not supported; supported: false`);
    return Object(one);
  });
}
