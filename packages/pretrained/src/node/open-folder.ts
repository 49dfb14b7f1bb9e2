import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { badArgument } from "@saccade/tensor/backend";
import { messageOf, PretrainedError } from "../errors.ts";
import type { PretrainedFile } from "../files/source.ts";

/**
 * The files of a folder, for `loadPretrained` and others that take a page's files. Nothing is read yet.
 *
 * @throws PretrainedError unless there is a folder at `path` that can be read; ArgumentError unless it is a string.
 * @example
 * await savePretrainedFolder("tiny", new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 }));
 * (await openFolder("tiny")).map(({ name }) => name) // ["config.json", "model.safetensors"]
 */
export async function openFolder(path: string): Promise<PretrainedFile[]> {
  if (typeof path !== "string" || path === "") {
    throw badArgument("openFolder", "path", "the path of a folder, a string", path);
  }
  try {
    const entries = await readdir(path);
    const files = await Promise.all(entries.sort().map((name) => fileIn(path, name)));
    return files.filter((file) => file !== null);
  } catch (error) {
    throw new PretrainedError(`openFolder: there is no folder to read at ${path} (${messageOf(error)}).`, {
      cause: error,
    });
  }
}

async function fileIn(folder: string, name: string): Promise<PretrainedFile | null> {
  const path = join(folder, name);
  // A link to a file that is gone counts as a missing file.
  const status = await stat(path).catch(() => null);
  return status?.isFile() ? new DiskFile(name, path, status.size) : null;
}

class DiskFile implements PretrainedFile {
  readonly name: string;
  readonly size: number;
  readonly #path: string;

  constructor(name: string, path: string, size: number) {
    this.name = name;
    this.size = size;
    this.#path = path;
  }

  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } {
    return { arrayBuffer: () => readPart(this.#path, start, end) };
  }
}

async function readPart(path: string, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  const file = await open(path, "r");
  try {
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) break; // The file was cut since it was opened; the reader says so.
      at += bytesRead;
    }
    return at === bytes.length ? bytes.buffer : bytes.buffer.slice(0, at);
  } finally {
    await file.close();
  }
}
