import { PretrainedError } from "../errors.ts";
import { readJson } from "../files/folder.ts";
import type { Source } from "../files/source.ts";
import { exactTokenizer } from "./exact.ts";
import { LoadedTokenizer, type PretrainedTokenizer, tokensOf } from "./loaded-tokenizer.ts";
import { damaged, refuse } from "./parts.ts";
import { checkAdded } from "./post-processor.ts";

type Library = typeof import("@huggingface/tokenizers");
type Tokenizer = InstanceType<Library["Tokenizer"]>;

interface TokenizerFiles {
  readonly tokenizer: Source;
  readonly tokenizerConfig: Source | null;
}

/**
 * Reads tokenizer.json, and tokenizer_config.json where there is one.
 *
 * @param modelVocabSize the model's number of tokens
 * @throws PretrainedError for a file that is cut or of an unknown kind, tokens that the model does not have, or where the
 * package that reads it is not installed.
 */
export async function readTokenizer(
  { tokenizer: source, tokenizerConfig }: TokenizerFiles,
  modelVocabSize: number,
  signal: AbortSignal | undefined,
): Promise<PretrainedTokenizer> {
  const content = exactTokenizer(source.name, await readJson(source, signal));
  const config: object = tokenizerConfig ? Object(await readJson(tokenizerConfig, signal)) : {};
  const { Tokenizer } = await library(source.name);
  // Without a word of the configuration, decoding changes no spaces.
  const settings = { clean_up_tokenization_spaces: false, ...config };
  const tokenizer = make(source.name, () => new Tokenizer(content, settings));
  checkAdded(source.name, content["post_processor"], (token) => tokenizer.token_to_id(token) ?? null);
  const tokens = tokensOf(tokenizer);
  const largest = [...tokens.keys()].reduce((most, id) => Math.max(most, id), -1);
  if (largest >= modelVocabSize) {
    throw new PretrainedError(
      `${source.name}: token ${JSON.stringify(tokens.get(largest))} has id ${largest}, and the model has ${modelVocabSize} tokens (vocab_size); ` +
        "use the tokenizer that was saved with the model. { tokenizer: false } loads the model without.",
    );
  }
  return new LoadedTokenizer(source.name, tokenizer, tokens);
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

// Neighbouring unknown pieces become one within a word, not across words.
function byWord(tokenizer: Tokenizer): Tokenizer {
  const { model } = tokenizer;
  if (model === null) return tokenizer;
  const tokensOfWords = model._call.bind(model);
  model._call = (words: string[]) => words.flatMap((word) => tokensOfWords([word]));
  return tokenizer;
}

function make(file: string, construct: () => Tokenizer): Tokenizer {
  try {
    return byWord(construct());
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/^Unknown .* type/.test(message)) return refuse(file, `${message}, which is not supported`);
    throw damaged(file, `it cannot be read (${message})`);
  }
}
