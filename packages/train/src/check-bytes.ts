import { badArgument } from "@saccade/tensor/checks";

/** @throws ArgumentError unless `bytes` is a Uint8Array. */
export function checkBytes(what: string, bytes: unknown): void {
  if (bytes instanceof Uint8Array) return;
  const fix =
    bytes instanceof ArrayBuffer ? "write new Uint8Array(buffer)" : "pass a checkpoint's bytes, not its path";
  throw badArgument(what, "bytes", "a Uint8Array", bytes, fix);
}
