import { PretrainedError } from "../errors.ts";
import { type OpenFile, urlFolder } from "./fetch.ts";
import { type Source, sourcesOf } from "./source.ts";

/** The files of a checkpoint, wherever they are. */
export interface CheckpointFolder {
  readonly open: OpenFile;
  /** All names; null where they cannot be listed. */
  readonly names: readonly string[] | null;
}

/** @throws ArgumentError unless `files` is a list of files or a URL. */
export function folderOf(what: string, files: unknown, signal: AbortSignal | undefined): CheckpointFolder {
  if (typeof files === "string" || files instanceof URL) {
    const page = typeof location === "undefined" ? undefined : location.href;
    const base = new URL(files, page);
    if (!base.pathname.endsWith("/")) base.pathname += "/";
    return { open: urlFolder(base.href, signal), names: null };
  }
  const sources = new Map(sourcesOf(what, files).map((source) => [source.name, source]));
  return { open: async (name) => sources.get(name) ?? null, names: [...sources.keys()] };
}

/**
 * Reads a text file.
 *
 * @throws PretrainedError for bytes that are not UTF-8.
 */
export async function readText(source: Source, signal: AbortSignal | undefined): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.read(0, signal)) pieces.push(piece.slice());
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new PretrainedError(`${source.name}: it is not text (UTF-8); copy or download it again.`);
  }
}

/**
 * Reads a JSON file.
 *
 * @throws PretrainedError for text that is not JSON, such as of a file that is cut short.
 */
export async function readJson(source: Source, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await readText(source, signal);
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new PretrainedError(
      `${source.name}: it is not JSON (${message}). It may be cut short (${text.length} characters); copy or download it again.`,
    );
  }
}
