import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openFolder } from "../src/open-folder.ts";
import { runFolder } from "../src/run-folder.ts";

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** A few of the cases, so that any clone has some; all of them lie beside a checkout that has the shared data. */
const some = folder("ladder");
const all = folder("../../../../shared/ladder");

it.each([
  ["a few cases of the ladder", some, 9, ["reference", "wasm", "wasm-2"]],
  ...(existsSync(all) ? [["every case of the ladder", all, 104, ["reference"]] as const] : []),
] as const)("%s: outputs, gradients and exact zeros", async (_what, path, cases, backends) => {
  const { results } = await runFolder(openFolder(path), { backends: [...backends] });
  // Each backend has one more result: that no memory is lost.
  expect(results).toHaveLength((cases + 1) * backends.length);
  expect(results.filter(({ findings }) => findings.length > 0)).toEqual([]);
});
