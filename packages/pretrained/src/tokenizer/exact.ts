import { exactModel } from "./model.ts";
import { damaged, isPart, mapParts, type Part, refuse } from "./parts.ts";
import { exactPreTokenizer, prependScheme } from "./pre-tokenizer.ts";

/**
 * A tokenizer.json in words that @huggingface/tokenizers reads as Hugging Face's own program does.
 *
 * @throws PretrainedError for what neither reads alike, and for a file that is not whole
 */
export function exactTokenizer(file: string, content: unknown): Part {
  if (!isPart(content)) throw damaged(file, "it holds no object");
  const model = exactModel(file, content["model"]);
  const part = (name: string): Part | null => {
    const value = content[name] ?? null;
    if (value === null || isPart(value)) return value;
    throw damaged(`${file}: ${name}`, "it is neither an object nor null");
  };
  const [before, decoder] = [part("pre_tokenizer"), part("decoder")];
  const place = `${file}: pre_tokenizer`;
  return {
    ...content,
    model,
    normalizer: part("normalizer"),
    pre_tokenizer: before && mapParts(before, "pretokenizers", (one) => exactPreTokenizer(one, place)),
    post_processor: part("post_processor"),
    decoder: decoder && mapParts(decoder, "decoders", exactDecoder),
    added_tokens: addedTokens(file, content["added_tokens"]),
  };
}

// The first space is the text's own where none was put before it.
function exactDecoder(part: Part): Part {
  if (part["type"] !== "Metaspace" || prependScheme(part) !== "never") return part;
  return { type: "Replace", pattern: { String: part["replacement"] ?? "▁" }, content: " " };
}

function addedTokens(file: string, list: unknown): readonly Part[] {
  if (list === undefined || list === null) return [];
  const place = `${file}: added_tokens`;
  if (!Array.isArray(list)) throw damaged(place, "it is not a list");
  return list.map((one: unknown): Part => {
    const { id, content, single_word: single }: Part = isPart(one) ? one : {};
    if (typeof content !== "string" || !Number.isSafeInteger(id)) {
      throw damaged(place, `${JSON.stringify(one)} must have a content and an id`);
    }
    if (single === true) {
      refuse(
        place,
        `single_word is true for ${JSON.stringify(content)}, which is not supported; supported: false`,
      );
    }
    return Object(one);
  });
}
