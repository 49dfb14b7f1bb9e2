import { type Source, sourcesOf } from "../../src/files/source.ts";
import type { PretrainedTokenizer } from "../../src/index.ts";
import { readTokenizer } from "../../src/tokenizer/read-tokenizer.ts";
import { filesOf } from "../load/checkpoints.ts";

/** A JSON file as the loader sees it. */
function sourceOf(name: string, content: object): Source {
  return sourcesOf("test", filesOf({ [name]: content }))[0]!;
}

/** The tokenizer of a tokenizer.json and, if given, a tokenizer_config.json, for a model of `size` tokens. */
export function tokenizerOf(
  content: object,
  config: object | null = null,
  size = 1000,
): Promise<PretrainedTokenizer> {
  const tokenizerConfig = config && sourceOf("tokenizer_config.json", config);
  const limits = { signal: undefined, limit: 2 ** 26 };
  return readTokenizer({ tokenizer: sourceOf("tokenizer.json", content), tokenizerConfig }, size, limits);
}
