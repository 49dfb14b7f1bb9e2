import { readSafetensorsHeader, type SafetensorsPlace } from "@saccade/nn";
import { PretrainedError } from "../errors.ts";
import { ByteReader } from "../files/byte-reader.ts";
import type { CheckpointFiles } from "../files/find.ts";
import type { Source } from "../files/source.ts";

/** One file of weights: its header, and the reader that read it. */
export interface Shard {
  readonly source: Source;
  readonly tensors: readonly SafetensorsPlace[];
  /** At the first byte of the data, where this shard is the only one; null where it has to be opened again. */
  readonly reader: ByteReader | null;
}

/**
 * Reads the headers of all files, and nothing of their data.
 *
 * @throws PretrainedError for a file that is damaged or cut, or where index and headers differ.
 */
export async function readShards(files: CheckpointFiles, signal: AbortSignal | undefined): Promise<Shard[]> {
  const shards: Shard[] = [];
  const damaged: string[] = [];
  for (const source of files.weights) {
    const reader = new ByteReader(source, 0, signal);
    const keep = files.weights.length === 1;
    let done = false;
    try {
      const { tensors } = await readSafetensorsHeader((length) => reader.take(length), source.size);
      shards.push({ source, tensors, reader: keep ? reader : null });
      done = keep;
    } catch (error) {
      if (signal?.aborted || !(error instanceof Error)) throw error;
      const start = error.message.startsWith(source.name) ? "" : `${source.name}: `;
      damaged.push(`${start}${error.message}`);
    } finally {
      if (!done) await reader.close();
    }
  }
  if (damaged.length > 0) throw new PretrainedError(damaged.join("\n"));
  checkIndex(files, shards);
  return shards;
}

function checkIndex({ index, indexName }: CheckpointFiles, shards: readonly Shard[]): void {
  const seen = new Map<string, string>();
  for (const { source, tensors } of shards) {
    for (const { name } of tensors) {
      const before = seen.get(name);
      if (before !== undefined)
        throw new PretrainedError(`${source.name}: ${name} is also in ${before}; remove one of the files.`);
      seen.set(name, source.name);
    }
  }
  const wrong: string[] = [];
  for (const [file, names] of index ?? []) {
    for (const name of names) if (seen.get(name) !== file) wrong.push(`${name} (in ${file})`);
  }
  if (wrong.length === 0) return;
  throw new PretrainedError(
    `${indexName}: these weights are not in the files that it names: ${wrong.join(", ")}; copy or download index and shards ` +
      "from one place.",
  );
}
