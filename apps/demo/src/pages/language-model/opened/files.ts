import { readSafetensorsHeader, type SafetensorsPlace } from "@saccade/nn";
import type { Survey } from "./calls.ts";

const adapterNames: readonly string[] = ["adapter_config.json", "adapter_model.safetensors"];

/** The files of an adapter, and all others. */
export function sorted(files: readonly File[]): {
  readonly model: readonly File[];
  readonly adapter: readonly File[];
} {
  const isAdapter = ({ name }: File): boolean => adapterNames.includes(name);
  return { model: files.filter((file) => !isAdapter(file)), adapter: files.filter(isAdapter) };
}

/** Files of weights, an adapter's left out. */
function weightFiles(files: readonly File[]): readonly File[] {
  return sorted(files).model.filter(({ name }) => name.endsWith(".safetensors"));
}

const isConfig = ({ name }: File): boolean => name === "config.json" || name.endsWith(".config.json");

/**
 * The files that count after some more were chosen. A config.json begins a new selection; other files, such as a shard that
 * was missing, are added to those of before, in place of those of the same name.
 */
export function merged(before: readonly File[], more: readonly File[]): readonly File[] {
  if (sorted(more).model.some(isConfig)) return more;
  const names = new Set(more.map(({ name }) => name));
  return [...before.filter(({ name }) => !names.has(name)), ...more];
}

/** Reads the header of a file of weights. @throws Error for a file that is damaged or cut. */
async function placesOf(file: File): Promise<readonly SafetensorsPlace[]> {
  let at = 0;
  const read = async (length: number): Promise<Uint8Array> => {
    const piece = await file.slice(at, at + length).arrayBuffer();
    at += length;
    return new Uint8Array(piece);
  };
  return (await readSafetensorsHeader(read, file.size)).tensors;
}

/**
 * Counts numbers and bytes, and reads headers only. Damaged files count as 0: opening them explains why.
 *
 * @param except names of weights that are not counted
 */
export async function survey(files: readonly File[], except: readonly string[] = []): Promise<Survey> {
  const all = await Promise.all(weightFiles(files).map((file) => placesOf(file).catch(() => [])));
  const places = all.flat().filter(({ name }) => !except.includes(name));
  const count = ({ shape }: SafetensorsPlace): number => shape.reduce((a, b) => a * b, 1);
  const sum = (each: (place: SafetensorsPlace) => number): number =>
    places.reduce((total, place) => total + each(place) * count(place), 0);
  return {
    numbers: sum(() => 1),
    // Matrices are halved; biases and norms are not.
    bytes: { float32: sum(() => 4), bfloat16: sum(({ shape }) => (shape.length === 2 ? 2 : 4)) },
  };
}

/** The contents of files by name. */
export async function bytesOf(files: readonly File[]): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const entries = await Promise.all(
    files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
  );
  return Object.fromEntries(entries);
}
