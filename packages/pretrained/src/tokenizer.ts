import { badArgument, checkInteger } from "@saccade/tensor/backend";
import { PretrainedError } from "./errors.ts";
import { readJson } from "./files/folder.ts";
import type { Source } from "./files/source.ts";

/** Texts to token ids and back, as a tokenizer.json says. */
export interface PretrainedTokenizer {
  /** The number of tokens, added ones included. */
  readonly vocabSize: number;
  /** The ids of a text's tokens. Special tokens, such as BERT's [CLS], are added as the file says. */
  encode(text: string): number[];
  /** The text of token ids. Special tokens are left out. */
  decode(ids: readonly number[]): string;
}

type Library = typeof import("@huggingface/tokenizers");
type Tokenizer = InstanceType<Library["Tokenizer"]>;

const modelTypes: readonly string[] = ["BPE", "WordPiece", "Unigram"];

/**
 * Reads tokenizer.json, and tokenizer_config.json where there is one.
 *
 * @param modelVocabSize the model's number of tokens
 * @throws PretrainedError for a file that is cut or of an unknown kind, tokens that the model does not have, or where the
 * package that reads it is not installed.
 */
export async function readTokenizer(
  {
    tokenizer: source,
    tokenizerConfig,
  }: { readonly tokenizer: Source; readonly tokenizerConfig: Source | null },
  modelVocabSize: number,
  signal: AbortSignal | undefined,
): Promise<PretrainedTokenizer> {
  const content = await readJson(source, signal);
  const config = tokenizerConfig ? await readJson(tokenizerConfig, signal) : {};
  checkKind(source.name, content);
  const { Tokenizer } = await library(source.name);
  const tokenizer = make(source.name, () => new Tokenizer(Object(content), Object(config)));
  const vocab = tokenizer.get_vocab(true);
  let largest = -1;
  let last = "";
  for (const [token, id] of vocab) if (id > largest) [largest, last] = [id, token];
  if (largest >= modelVocabSize) {
    throw new PretrainedError(
      `${source.name}: token ${JSON.stringify(last)} has id ${largest}, and the model has ${modelVocabSize} tokens (vocab_size); ` +
        "use the tokenizer that was saved with the model.",
    );
  }
  return new LoadedTokenizer(tokenizer, vocab.size);
}

class LoadedTokenizer implements PretrainedTokenizer {
  readonly vocabSize: number;
  readonly #tokenizer: Tokenizer;

  constructor(tokenizer: Tokenizer, vocabSize: number) {
    this.#tokenizer = tokenizer;
    this.vocabSize = vocabSize;
  }

  encode(text: string): number[] {
    if (typeof text !== "string") throw badArgument("tokenizer.encode", "text", "a text", text);
    return [...this.#tokenizer.encode(text).ids];
  }

  decode(ids: readonly number[]): string {
    if (!Array.isArray(ids)) throw badArgument("tokenizer.decode", "ids", "an array of token ids", ids);
    for (const id of ids) checkInteger("tokenizer.decode", "a token of ids", id, 0);
    return ids.length === 0 ? "" : this.#tokenizer.decode([...ids], { skip_special_tokens: true });
  }
}

function checkKind(file: string, content: unknown): void {
  const { model }: { model?: unknown } = Object(content);
  const { type }: { type?: unknown } = Object(model);
  if (typeof type === "string" && modelTypes.includes(type)) return;
  const kind = type === undefined ? "has no model.type" : `is of kind ${JSON.stringify(type)} (model.type)`;
  throw new PretrainedError(
    `${file}: it ${kind}, which is not supported; supported: ${modelTypes.join(", ")}. { tokenizer: false } loads the model without.`,
  );
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

function make(file: string, construct: () => Tokenizer): Tokenizer {
  try {
    return construct();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new PretrainedError(
      `${file}: it cannot be read (${message}); copy or download it again. { tokenizer: false } loads the model without.`,
      { cause: error },
    );
  }
}
