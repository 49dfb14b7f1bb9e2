import { readSafetensorsHeader, type SafetensorsPlace } from "@saccade/nn";
import { getBackend, type OutOfMemoryError } from "@saccade/tensor";
import { formatShape, numelOf, sameShape } from "@saccade/tensor/backend";
import type { WeightSlot } from "../architecture/architecture.ts";
import type { ModelPlan } from "../architecture/architectures.ts";
import { PretrainedError, type WeightProblems } from "../errors.ts";
import type { CheckpointFiles } from "../files/find.ts";
import { ByteReader, type Source } from "../files/source.ts";

// A checkpoint's weights before they are read: their headers, their places in the model, and the memory that they take.

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

/** The place of each weight of the files, and the ignored ones. */
interface Match {
  /** By the name in the files. Several names of one slot hold the same numbers. */
  readonly slots: ReadonlyMap<string, WeightSlot>;
  /** Weights that nothing needs: buffers, those of heads for other tasks, and second names of one. */
  readonly ignored: readonly string[];
  /** The prefix of the model's own names, such as "transformer."; "" for none. */
  readonly prefix: string;
}

const untied =
  "tie_word_embeddings is false, so the output layer has its own weights; true uses the token embedding.";
const readable: readonly string[] = ["F32", "F16", "BF16", "F64"];

/**
 * Finds each weight of a plan in the files.
 *
 * @throws PretrainedError that lists all weights that are missing, left over, or of another shape or type.
 */
export function matchWeights(
  plan: ModelPlan,
  places: readonly SafetensorsPlace[],
  configName: string,
): Match {
  const byName = new Map(places.map((place) => [place.name, place]));
  const prefix = findPrefix(plan, byName);
  const outer = prefix.replace(/[^.]+\.$/, "");
  const slots = new Map<string, WeightSlot>();
  const twins: string[] = [];
  const missing: string[] = [];
  const mismatched: string[] = [];
  for (const slot of plan.slots) {
    const names = [slot.name, ...slot.aliases];
    const known = names.flatMap((name) => [prefix + name, outer + name, name]);
    const found = [...new Set(known)].filter((name) => byName.has(name));
    if (found.length === 0) missing.push((slot.head ? outer : prefix) + slot.name);
    twins.push(...found.slice(1));
    for (const name of found) {
      const { shape, dtype } = byName.get(name)!;
      slots.set(name, slot);
      if (!sameShape(shape, slot.shape)) {
        mismatched.push(`${name}: ${formatShape(shape)} in the file, ${formatShape(slot.shape)} expected`);
      } else if (!readable.includes(dtype)) {
        mismatched.push(`${name}: ${dtype} in the file, ${readable.join(", ")} can be read`);
      }
    }
  }
  const rest = [...byName.keys()].filter((name) => !slots.has(name));
  const unexpected = rest.filter((name) => belongs(plan, name, prefix));
  const ignored = rest.filter((name) => !belongs(plan, name, prefix));
  if (missing.length + mismatched.length + unexpected.length > 0)
    throw mismatch(plan, configName, { missing, unexpected, mismatched });
  return { slots, ignored: [...ignored, ...twins], prefix };
}

// The start under which most of the plan's names are found.
function findPrefix(plan: ModelPlan, byName: ReadonlyMap<string, unknown>): string {
  const wanted = new Set(plan.slots.filter(({ head }) => !head).map(({ name }) => name));
  const counts = new Map<string, number>();
  const longest = [...wanted].reduce((most, { length }) => Math.max(most, length), 0);
  for (const name of byName.keys()) {
    // From where the end may be one of the plan's names: names of a hostile file are long, and full of dots.
    const from = name.length - longest;
    const first = from <= 0 ? 0 : name.indexOf(".", from - 1) + 1 || -1;
    for (let at = first; at >= 0; at = name.indexOf(".", at) + 1 || -1) {
      if (!wanted.has(name.slice(at))) continue;
      const prefix = name.slice(0, at);
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort(([a, m], [b, n]) => n - m || a.length - b.length);
  return best?.[0] ?? "";
}

// Whether a weight that has no place is part of the model itself, so that the model would compute something else.
function belongs({ architecture, settings }: ModelPlan, name: string, prefix: string): boolean {
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const roots = architecture.roots(settings);
  return !architecture.buffers.test(own) && roots.some((root) => own.startsWith(`${root}.`));
}

function mismatch(plan: ModelPlan, configName: string, problems: WeightProblems): PretrainedError {
  const { missing, unexpected, mismatched } = problems;
  const lines = [
    `loadPretrained: the weights do not fit ${configName} (model_type ${plan.architecture.type}).`,
    ...(missing.length > 0 ? [`missing (${missing.length}): ${missing.join(", ")}`] : []),
    ...(unexpected.length > 0 ? [`left over (${unexpected.length}): ${unexpected.join(", ")}`] : []),
    ...(mismatched.length > 0
      ? [`another shape or type (${mismatched.length}): ${mismatched.join("; ")}`]
      : []),
    ...(missing.join() === "lm_head.weight" ? [untied] : []),
    "Use the config.json that was saved with these weights.",
  ];
  return new PretrainedError(lines.join("\n"), { problems });
}

/** Refuses weights that do not fit, before they are read. @throws PretrainedError with both figures. */
export function checkMemory(plan: ModelPlan, limit: number | undefined): void {
  if (limit === undefined || bytesOf(plan) <= limit) return;
  throw new PretrainedError(
    `loadPretrained: the weights take ${need(plan)}, and ${sizeText(limit)} are free. Close other programs or pages, or take a ` +
      'smaller model; { weights: "bfloat16" } takes half, and { memoryLimit } sets the limit.',
  );
}

/** The host's free bytes; undefined if unknown, as in pages. */
export function hostMemory(): number | undefined {
  const host: { readonly process?: { availableMemory?(): number } } = globalThis;
  return host.process?.availableMemory?.();
}

/** The error for a backend that has no room for the weights. */
export function outOfMemory(plan: ModelPlan, cause: OutOfMemoryError): PretrainedError {
  const message = `loadPretrained: the weights take ${need(plan)}, and the ${getBackend().name} backend has no room. ${cause.message}`;
  return new PretrainedError(message, { cause });
}

function need(plan: ModelPlan): string {
  const numbers = plan.slots.reduce((sum, { shape }) => sum + numelOf(shape), 0);
  return `${sizeText(bytesOf(plan))} (${numbers} numbers, kept as ${plan.settings.weights})`;
}

function bytesOf({ slots, settings: { weights } }: ModelPlan): number {
  const bytesEach = (slot: WeightSlot): number => (weights !== "float32" && isHalf(slot) ? 2 : 4);
  return slots.reduce((sum, slot) => sum + bytesEach(slot) * numelOf(slot.shape), 0);
}

// Linear maps and the table of tokens.
function isHalf({ shape, parameter }: WeightSlot): boolean {
  return shape.length === 2 && !/^(positions|tokenTypes)\./.test(parameter);
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
