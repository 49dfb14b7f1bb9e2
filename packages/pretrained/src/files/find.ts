import { isPlainObject } from "@saccade/tensor/backend";
import { PretrainedError, shown } from "../errors.ts";
import type { CheckpointFolder } from "./fetch.ts";
import type { Source } from "./source.ts";

// The files of a checkpoint, found by name, and the JSON among them.

/** The files of one checkpoint. */
export interface CheckpointFiles {
  readonly config: Source;
  /** One file of weights, or all shards. */
  readonly weights: readonly Source[];
  /** The names of the weights that each shard should have, where an index says so. */
  readonly index: ReadonlyMap<string, readonly string[]> | null;
  readonly indexName: string | null;
  readonly tokenizer: Source | null;
  readonly tokenizerConfig: Source | null;
}

const shardName = /^(.*)-(\d{5})-of-(\d{5})\.safetensors$/;

/**
 * Finds a checkpoint's files: under Hugging Face's names (`config.json`, `model.safetensors`), or under those that begin
 * with one name (`gpt2.config.json`, `gpt2.safetensors`), which may be omitted if there is only one.
 *
 * @throws PretrainedError for a file that is missing, or where there are several.
 */
export async function findFiles(
  folder: CheckpointFolder,
  given: string | undefined,
  how: JsonReading,
): Promise<CheckpointFiles> {
  const name = given ?? onlyName(folder.names);
  const open = async (plain: string): Promise<Source | null> =>
    (name === null ? null : await folder.open(`${name}.${plain}`)) ??
    (given === undefined ? await folder.open(plain) : null);
  const config = await open("config.json");
  if (config === null) throw missing(folder, name === null ? "config.json" : `${name}.config.json`);
  const weights = await findWeights(folder, name, how);
  const tokenizer = await open("tokenizer.json");
  const tokenizerConfig = tokenizer === null ? null : await open("tokenizer_config.json");
  return { config, ...weights, tokenizer, tokenizerConfig };
}

// The name before ".config.json", where there is no config.json and one such file.
function onlyName(names: readonly string[] | null): string | null {
  if (names === null || names.includes("config.json")) return null;
  const found = names.filter((name) => name.endsWith(".config.json"));
  if (found.length > 1)
    throw new PretrainedError(
      `loadPretrained: there is no config.json, and there are ${found.join(", ")}; choose one: ` +
        `{ name: "${found[0]!.replace(/\.config\.json$/, "")}" }.`,
    );
  return found[0]?.replace(/\.config\.json$/, "") ?? null;
}

type Weights = Pick<CheckpointFiles, "weights" | "index" | "indexName">;

async function findWeights(
  folder: CheckpointFolder,
  name: string | null,
  how: JsonReading,
): Promise<Weights> {
  const stems = name === null ? ["model"] : [name, `${name}.model`];
  for (const stem of stems) {
    const single = await folder.open(`${stem}.safetensors`);
    if (single !== null) return { weights: [single], index: null, indexName: null };
    const index = await folder.open(`${stem}.safetensors.index.json`);
    if (index !== null) return readIndex(folder, index, how);
  }
  const others = folder.names?.filter((file) => file.endsWith(".safetensors")) ?? [];
  if (others.length === 1 && !shardName.test(others[0]!))
    return { weights: [(await folder.open(others[0]!))!], index: null, indexName: null };
  const index = folder.names?.filter((file) => file.endsWith(".safetensors.index.json")) ?? [];
  if (index.length === 1) return readIndex(folder, (await folder.open(index[0]!))!, how);
  const shards = others.map((file) => shardName.exec(file)).find((match) => match !== null);
  if (shards) return openShards(folder, shards[1]!, Number(shards[3]!));
  throw missing(folder, `${stems[0]}.safetensors`);
}

async function openShards(folder: CheckpointFolder, stem: string, count: number): Promise<Weights> {
  const digits = (i: number): string => String(i).padStart(5, "0");
  const nameOf = (_: unknown, i: number): string =>
    `${stem}-${digits(i + 1)}-of-${digits(count)}.safetensors`;
  const files = Array.from({ length: count }, nameOf);
  return { weights: await openAll(folder, files, null), index: null, indexName: null };
}

async function readIndex(folder: CheckpointFolder, source: Source, how: JsonReading): Promise<Weights> {
  const content: unknown = await readJson(source, how);
  const map: unknown =
    typeof content === "object" && content !== null && "weight_map" in content ? content.weight_map : null;
  if (typeof map !== "object" || map === null || !isPlainObject(map) || Object.keys(map).length === 0)
    throw new PretrainedError(
      `${source.name}: weight_map names no file; it should give a file for each weight. Copy or download the index again.`,
    );
  const byFile = new Map<string, string[]>();
  for (const [weight, file] of Object.entries(map)) {
    if (typeof file !== "string" || !isPlainName(file))
      throw new PretrainedError(
        `${source.name}: weight_map gives ${shown(file)} for ${weight}, expected the name of a file in the same folder.`,
      );
    byFile.set(file, byFile.get(file) ?? []);
    byFile.get(file)!.push(weight);
  }
  const files = [...byFile.keys()].sort();
  return { weights: await openAll(folder, files, source.name), index: byFile, indexName: source.name };
}

// Nothing that a URL or a path reads as more than a name: no separators, schemes, escapes, queries, or "..".
function isPlainName(file: string): boolean {
  return file.length <= 255 && /^[^./\\:%?#\p{C}][^/\\:%?#\p{C}]*\.safetensors$/u.test(file);
}

// The largest models of the Hub have about 200. A page's server would get a request for each at once.
const maxShards = 1000;

async function openAll(folder: CheckpointFolder, files: string[], index: string | null): Promise<Source[]> {
  if (files.length > maxShards)
    throw new PretrainedError(
      `loadPretrained: ${index ?? "the names of the shards"} call for ${files.length} shards, more than the ${maxShards} that are read; save the model with larger shards.`,
    );
  const opened = await Promise.all(files.map((file) => folder.open(file)));
  const gone = files.filter((_, i) => opened[i] === null);
  if (gone.length === 0) return opened.filter((source) => source !== null);
  const [is, it] = gone.length === 1 ? ["is", "it"] : ["are", "them"];
  throw new PretrainedError(
    `loadPretrained: ${gone.length} of ${files.length} shards ${is} missing: ${gone.join(", ")} ` +
      `(named by ${index ?? "the names of the others"}); add ${it}.`,
  );
}

function missing({ names }: CheckpointFolder, file: string): PretrainedError {
  const found = names === null ? "" : `; found ${names.length === 0 ? "no file" : names.join(", ")}`;
  const torch = names?.some((name) => /\.(bin|pt|pth|ckpt)$/.test(name))
    ? " PyTorch's own format is not read: save the model again with save_pretrained(folder, safe_serialization=True)."
    : "";
  return new PretrainedError(`loadPretrained: ${file} is missing${found}.${torch}`);
}

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
