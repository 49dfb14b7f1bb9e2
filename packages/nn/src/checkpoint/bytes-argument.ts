import { badArgument } from "@saccade/tensor/backend";

/** @throws ArgumentError unless `bytes` is a Uint8Array. `load` is the corresponding function that takes a path. */
export function checkBytes(what: string, bytes: unknown, load: string): asserts bytes is Uint8Array {
  if (bytes instanceof Uint8Array) return;
  throw badArgument(what, "bytes", "the file's content, a Uint8Array", bytes, fixFor(bytes, load));
}

function fixFor(bytes: unknown, load: string): string | undefined {
  if (bytes instanceof ArrayBuffer) return "write new Uint8Array(buffer)";
  if (bytes instanceof Promise) return "await it first";
  if (typeof bytes === "string") return `${load}(path, …) of @saccade/nn/node reads a file by its path`;
  return undefined;
}
