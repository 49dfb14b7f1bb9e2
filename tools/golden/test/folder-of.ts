import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openFolder } from "../src/open-folder.ts";
import { type Outcome, type Result, type RunOptions, runFolder } from "../src/run-folder.ts";

/** A new folder of the given files; an object is written as JSON. */
export function folderOf(files: Readonly<Record<string, unknown>>): string {
  const root = mkdtempSync(join(tmpdir(), "golden-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return root;
}

export function runFiles(files: Readonly<Record<string, unknown>>, options?: RunOptions): Promise<Outcome> {
  // One backend, so that one case gives one result.
  return runFolder(openFolder(folderOf(files)), { backends: ["reference"], ...options });
}

/** Runs one case and gives what it found wrong. */
export async function findingsOf(golden: unknown, options?: RunOptions): Promise<readonly string[]> {
  const { results } = await runFiles(
    { "some.json": { format: "oracle-golden/1", cases: [golden] } },
    options,
  );
  return resultOf(results, "some.json").findings;
}

export function resultOf(results: readonly Result[], file: string): Result {
  const result = results.find((one) => one.file === file);
  if (result === undefined) throw new Error(`no result for ${file}`);
  return result;
}

export function float32(shape: number[], data: (number | string)[]): object {
  return { shape, dtype: "float32", data };
}

/** x · 2 with the right output and gradient, and whatever is changed. */
export function doubling(changes: object = {}): object {
  return {
    name: "double",
    op: "mul_scalar",
    attrs: { scalar: 2 },
    inputs: { x: float32([2], [1, -3]) },
    outputs: { out: float32([2], [2, -6]) },
    cotangents: { out: float32([2], [1, 0.5]) },
    grads: { x: float32([2], [2, 1]) },
    f32_err: 0,
    ...changes,
  };
}
