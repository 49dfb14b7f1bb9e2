import { OutOfMemoryError } from "../errors.ts";
import type { Backend, Meta } from "../kernel.ts";
import { bytesPerElement } from "./dtype.ts";
import { formatShape, numelOf } from "./shape.ts";
import { type Contents, isWatched, Storage } from "./storage.ts";
import { isCrowded, parkOldest } from "./unscoped.ts";

/**
 * Allocates a storage for a tensor. Parks old unscoped storages first if they take too much memory.
 *
 * @throws OutOfMemoryError naming the tensor, if the backend has no room for it.
 */
export function storageOf(backend: Backend, { shape, dtype }: Meta, contents?: Contents): Storage {
  const length = numelOf(shape);
  // A captured step relies on addresses, which parking would change.
  const mayPark = !isWatched();
  if (mayPark && isCrowded()) parkOldest();
  try {
    return new Storage(backend, dtype, length, contents);
  } catch (error) {
    if (!(error instanceof OutOfMemoryError)) throw error;
    if (mayPark && parkOldest(0)) return storageOf(backend, { shape, dtype }, contents);
    const bytes = length * bytesPerElement[dtype];
    throw new OutOfMemoryError(`${dtype}${formatShape(shape)} takes ${bytes} bytes. ${error.message}`);
  }
}
