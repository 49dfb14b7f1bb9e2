import { badArgument } from "@saccade/tensor/backend";

/** @throws ArgumentError unless `path` is text that can name a file. */
export function checkPath(what: string, path: unknown): asserts path is string {
  if (typeof path === "string" && path !== "") return;
  const fix = path instanceof URL ? "write fileURLToPath(url)" : undefined;
  throw badArgument(what, "path", "the path of a file, a string", path, fix);
}

/** @throws ArgumentError unless `data` is bytes or text. */
export function checkData(what: string, data: unknown): asserts data is Uint8Array | string {
  if (typeof data === "string" || data instanceof Uint8Array) return;
  const fix = data instanceof ArrayBuffer ? "write new Uint8Array(buffer)" : undefined;
  throw badArgument(what, "data", "a Uint8Array or a string", data, fix);
}
