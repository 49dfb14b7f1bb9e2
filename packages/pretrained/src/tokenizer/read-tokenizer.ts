import { messageOf, PretrainedError } from "../errors.ts";
import { type JsonReading, readJson } from "../files/find.ts";
import type { Source } from "../files/source.ts";
import { boundSteps } from "./bounds.ts";
import { exactTokenizer } from "./exact.ts";
import { checkAdded, checkIds, damaged, isPart, type Part, refuse } from "./limits.ts";
import * as loaded from "./loaded-tokenizer.ts";

type Library = typeof import("@huggingface/tokenizers");
type Tokenizer = InstanceType<Library["Tokenizer"]>;

/**
 * Reads tokenizer.json, and tokenizer_config.json where there is one.
 *
 * @param modelVocabSize the model's number of tokens
 * @throws PretrainedError for a file that is cut or of an unknown kind, tokens that the model does not have, or where the
 * package that reads it is not installed.
 */
export async function readTokenizer(
  { tokenizer: source, tokenizerConfig }: { tokenizer: Source; tokenizerConfig: Source | null },
  modelVocabSize: number,
  how: JsonReading,
): Promise<loaded.PretrainedTokenizer> {
  const read = await readJson(source, how);
  const content = guarded(source.name, () => exactTokenizer(source.name, read));
  checkIds(source.name, content, modelVocabSize);
  const config: object = tokenizerConfig ? Object(await readJson(tokenizerConfig, how)) : {};
  const { Tokenizer } = await library(source.name);
  // Without a word of the configuration, decoding changes no spaces.
  const settings = { clean_up_tokenization_spaces: false, ...config };
  return guarded(source.name, () => {
    const tokenizer = byWord(new Tokenizer(content, settings), content["model"]);
    boundSteps(source.name, tokenizer);
    checkAdded(source.name, content["post_processor"], (token) => tokenizer.token_to_id(token) ?? null);
    return new loaded.LoadedTokenizer(source.name, tokenizer, loaded.tokensOf(tokenizer));
  });
}

async function library(file: string): Promise<Library> {
  try {
    return await import("@huggingface/tokenizers");
  } catch (error) {
    throw new PretrainedError(
      `${file}: reading it needs the package @huggingface/tokenizers, which cannot be imported. Install it ` +
        "(npm install @huggingface/tokenizers), or load the model without: { tokenizer: false }.",
      { cause: error },
    );
  }
}

// Adjacent unknown pieces are merged within a word, not across words.
function byWord(tokenizer: Tokenizer, config: unknown): Tokenizer {
  const { model } = tokenizer;
  if (model === null) return tokenizer;
  const encode = encoderOf(isPart(config) ? config : {}, model.tokens_to_ids);
  if (encode !== null) model.encode = (words: string[]) => words.flatMap((word) => encode(word));
  const tokensOfWords = model._call.bind(model);
  model._call = (words: string[]) => words.flatMap((word) => tokensOfWords([word]));
  return tokenizer;
}

// The library's own encoders take quadratic time or more in a word's length; null for BPE, whose encoder does not.
function encoderOf(model: Part, ids: ReadonlyMap<string, number>): loaded.EncodeWord | null {
  const { type, vocab, unk_id: unknown } = model;
  if (type === "Unigram" && Array.isArray(vocab))
    return loaded.unigramEncoder({ vocab, unknown: typeof unknown === "number" ? unknown : undefined });
  if (type !== "WordPiece") return null;
  const { unk_token: token, continuing_subword_prefix: prefix, max_input_chars_per_word: longest } = model;
  return loaded.wordPieceEncoder({
    vocab: ids,
    unknown: String(token ?? "[UNK]"),
    prefix: String(prefix ?? "##"),
    longestWord: Number(longest ?? 100),
  });
}

// The library takes a file's parts as they are, and fails anywhere.
function guarded<T>(file: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof PretrainedError) throw error;
    const message = messageOf(error);
    if (/^Unknown .* type/.test(message)) return refuse(file, `${message}, which is not supported`);
    // An engine's error names code, and no part of the file.
    const isEngines = error instanceof TypeError || error instanceof RangeError;
    const why = isEngines ? "a part of it has another form than its type says" : message.slice(0, 300);
    throw damaged(file, `it cannot be read (${why})`);
  }
}
