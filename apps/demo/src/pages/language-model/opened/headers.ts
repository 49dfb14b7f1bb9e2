import { readSafetensorsHeader, type SafetensorsPlace } from "@saccade/nn";
import type { Survey } from "./calls.ts";
import { weightFiles } from "./file-sorts.ts";

/** Reads the header of a file of weights. @throws Error for a file that is damaged or cut. */
export async function placesOf(file: File): Promise<readonly SafetensorsPlace[]> {
  let at = 0;
  const read = async (length: number): Promise<Uint8Array> => {
    const piece = await file.slice(at, at + length).arrayBuffer();
    at += length;
    return new Uint8Array(piece);
  };
  return (await readSafetensorsHeader(read, file.size)).tensors;
}

/**
 * Counts numbers and bytes, and reads headers only. Files that are damaged count as none: opening them says why.
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
