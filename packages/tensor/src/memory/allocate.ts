import { OutOfMemoryError } from "@saccade/contract";
import type { Backend, Meta } from "../kernel.ts";
import { bytesPerElement } from "./dtype.ts";
import { checkAddressable, formatShape, mostElements, numelOf } from "./shape.ts";
import { type Contents, isWatched, Storage } from "./storage.ts";
import { isCrowded, parkOldest } from "./unscoped.ts";

/**
 * Allocates a storage for a tensor. Parks old unscoped storages first if they take too much memory.
 *
 * @param what the function for messages.
 * @throws ShapeError for more elements than kernels can count, on all backends alike; OutOfMemoryError naming the tensor, if
 * the backend has no room for it.
 */
export function storageOf(
  what: string,
  backend: Backend,
  { shape, dtype }: Meta,
  contents?: Contents,
): Storage {
  const length = numelOf(shape);
  if (length > mostElements) checkAddressable(what, shape);
  // A captured step relies on addresses, which parking would change.
  const mayPark = !isWatched();
  if (mayPark && isCrowded()) parkOldest();
  try {
    return new Storage(backend, dtype, length, contents);
  } catch (error) {
    if (!(error instanceof OutOfMemoryError)) throw error;
    if (mayPark && parkOldest(0)) return storageOf(what, backend, { shape, dtype }, contents);
    const bytes = length * bytesPerElement[dtype];
    throw new OutOfMemoryError(`${dtype}${formatShape(shape)} takes ${bytes} bytes. ${error.message}`);
  }
}
