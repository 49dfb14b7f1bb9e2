import { PretrainedError } from "./errors.ts";
import type { CheckpointFiles } from "./files/find.ts";
import { readJson } from "./files/folder.ts";

/** Texts to token ids and back, as a tokenizer.json says. */
export interface PretrainedTokenizer {
  /** The number of tokens, added ones included. */
  readonly vocabSize: number;
  /** The ids of a text's tokens. Special tokens, such as BERT's [CLS], are added as the file says. */
  encode(text: string): number[];
  /** The text of token ids. Special tokens are left out. */
  decode(ids: readonly number[]): string;
}

export async function readTokenizer(
  { tokenizer }: CheckpointFiles,
  _vocabSize: number,
  signal: AbortSignal | undefined,
): Promise<PretrainedTokenizer> {
  await readJson(tokenizer!, signal);
  throw new PretrainedError("tokenizer.json: not yet");
}
