import { PretrainedError } from "../errors.ts";
import type { Source } from "./source.ts";

/** Lists and objects inside each other; files of the Hub have fewer than 10. */
const maxDepth = 100;

/** How JSON files are read. */
export interface JsonReading {
  readonly signal: AbortSignal | undefined;
  /** In bytes, counted after decompression. */
  readonly limit: number;
}

/** @throws PretrainedError for more bytes than the limit, or bytes that are not UTF-8. */
async function readText(source: Source, { signal, limit }: JsonReading): Promise<string> {
  if (source.size !== null && source.size > limit) throw tooLarge(source, limit);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new PretrainedError(`${source.name}: it is not text (UTF-8); copy or download it again.`);
    }
  };
  let [text, length] = ["", 0];
  for await (const piece of source.read(0, signal)) {
    length += piece.length;
    if (length > limit) throw tooLarge(source, limit);
    text += decode(piece);
  }
  return text + decode();
}

function tooLarge({ name }: Source, limit: number): PretrainedError {
  return new PretrainedError(
    `${name}: it has more than ${limit} bytes, the limit for JSON files. Check that it is the right file; { jsonLimit } sets the limit.`,
  );
}

/** The contents of a JSON file. @throws PretrainedError for text that is too long, not JSON, or nested too deep. */
export async function readJson(source: Source, how: JsonReading): Promise<unknown> {
  return parseJson(source.name, await readText(source, how));
}

/** @throws PretrainedError for text that is not JSON, or nested too deep. */
export function parseJson(file: string, text: string): unknown {
  if (isDeep(text))
    throw new PretrainedError(
      `${file}: its lists and objects are nested more than ${maxDepth} levels deep; copy or download it again.`,
    );
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's message quotes the text, which may be another, private file.
    const [, place] = /at position (\d+)/.exec(String(error)) ?? [];
    const where = place === undefined ? "" : ` at character ${place}`;
    throw new PretrainedError(
      `${file}: it is not JSON${where}. It may be cut short (${text.length} characters); copy or download it again.`,
    );
  }
}

// Parsing survives any depth; code that walks the result does not.
function isDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const mark = text.charCodeAt(i);
    if (mark === 0x22) i = endOfString(text, i);
    else if (mark === 0x5b || mark === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (mark === 0x5d || mark === 0x7d) depth--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
  return i;
}
