import { execFileSync } from "node:child_process";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as tensor from "@saccade/tensor";
import * as linalg from "@saccade/tensor/linalg";
import * as masked from "@saccade/tensor/masked";
import * as special from "@saccade/tensor/special";
import * as windows from "@saccade/tensor/windows";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { pageCeilings } from "../src/release/ceilings.ts";

/** A program's code, and the files of linear algebra, special functions, windows and masked reductions in it. */
async function bundled(
  program: string,
  minify: boolean = false,
): Promise<{ code: string; around: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: fileURLToPath(new URL(".", import.meta.url)), loader: "js" },
    bundle: true,
    minify,
    write: false,
    platform: "browser",
    target: "es2022",
    metafile: true,
    format: "esm",
    conditions: ["@saccade/source"],
  });
  const around = Object.entries(Object.values(metafile.outputs)[0]!.inputs).flatMap(
    ([path, { bytesInOutput }]) => {
      const folder = /tensor\/src\/(linalg|special|windows|masked)\//.exec(path)?.[1];
      return folder === undefined || bytesInOutput === 0 ? [] : [folder];
    },
  );
  return { code: outputFiles[0]!.text, around: [...new Set(around)].sort() };
}

test("the main entry has the entries around the core as namespaces", () => {
  expect(tensor.linalg).toBe(linalg);
  expect(tensor.special).toBe(special);
  expect(tensor.windows).toBe(windows);
  expect(tensor.masked).toBe(masked);
});

test("a program has of the entries around the core only what it calls", async () => {
  const programs: Readonly<Record<string, readonly string[]>> = {
    'import { ones, tensor } from "@saccade/tensor"; console.log(tensor([1, 2]).softmax(0).matmul(ones([2])))':
      [],
    'import { det, erfc, eye } from "@saccade/tensor"; console.log(det(eye(2)), erfc(eye(2)))': [
      "linalg",
      "special",
    ],
    'import { windows } from "@saccade/tensor"; console.log(windows.hann(3))': ["windows"],
    'import { mean } from "@saccade/tensor/masked"; console.log(mean)': ["masked"],
  };
  for (const [program, around] of Object.entries(programs))
    expect((await bundled(program)).around, program).toEqual(around);
});

test("a tensor of an entry around the core has its methods without the main entry", async () => {
  const { code } = await bundled(
    'import { hann } from "@saccade/tensor/windows"; console.log(String(hann(3).mul(2)));',
  );
  expect(execFileSync(execPath, ["--input-type=module"], { input: code, encoding: "utf8" })).toBe(
    "tensor([0., 2., 0.])\n",
  );
});

test("a page with attention carries no op that it does not call", async () => {
  const { code } = await bundled(
    'import { MultiheadAttention } from "@saccade/attention"; console.log(new MultiheadAttention(8, 2));',
  );
  expect(code).toContain('"scaledDotProduct"');
  for (const op of ["conv2d", "adamStep", "gruSequence", "crossEntropy"])
    expect(code).not.toContain(`"${op}"`);
});

test.each(Object.entries(pageCeilings))("a page stays within its ceiling: %s", async (program, ceiling) => {
  const { code } = await bundled(program, true);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(ceiling);
});
