import { badArgument } from "@saccade/tensor/backend";
import { type RequiredRule, readRule, required, rule } from "@saccade/tensor/contract";

/** Text that can name a file. */
export const pathRule: RequiredRule<string> = required({
  ...rule("the path of a file, a string", (path): path is string => typeof path === "string" && path !== ""),
  fix: (path) => (path instanceof URL ? "write fileURLToPath(url)" : undefined),
});

/** @throws ArgumentError unless `path` is text that can name a file. */
export function checkPath(what: string, path: unknown): void {
  readRule(what, "path", pathRule, path, `${what}(path)`);
}

/** @throws ArgumentError unless `data` is bytes or text. */
export function checkData(what: string, data: unknown): asserts data is Uint8Array | string {
  if (typeof data === "string" || data instanceof Uint8Array) return;
  const fix = data instanceof ArrayBuffer ? "write new Uint8Array(buffer)" : undefined;
  throw badArgument(what, "data", "a Uint8Array or a string", data, fix);
}
