import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Manifest, publishedPackages } from "../src/packages.ts";
import type { Candidate } from "../src/release/candidate.ts";
import { ceilings } from "../src/release/ceilings.ts";
import { fileProblems, importProblems, manifestProblems } from "../src/release/checks/files.ts";
import { sizeProblems } from "../src/release/checks/size.ts";
import { entriesOf } from "../src/release/entries.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const manifest = {
  name: "@saccade/example",
  version: "0.2.0",
  repository: {},
  license: "MIT",
  engines: {},
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  dependencies: { "@saccade/tensor": "0.2.0" },
};

const sound = {
  "CHANGELOG.md": "",
  LICENSE: "MIT",
  "README.md": "",
  "package.json": JSON.stringify(manifest),
  "src/index.ts": "",
  "dist/index.js": `import { tensor } from "@saccade/tensor/backend"; import "node:fs"; tensor([1]);`,
  "dist/index.d.ts": `/** import { x } from "elsewhere" */ import type { Tensor } from "@saccade/tensor";`,
  "dist/index.js.map": JSON.stringify({ sources: ["../src/index.ts"] }),
};

/** An unpacked tarball of the sound files with some replaced, added, or (undefined) left out. */
function candidate(changes: Readonly<Record<string, string | undefined>> = {}): Candidate {
  const unpacked = mkdtempSync(join(tmpdir(), "saccade-release-"));
  made.push(unpacked);
  const files: string[] = [];
  for (const [path, text] of Object.entries({ ...sound, ...changes })) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(unpacked, path)), { recursive: true });
    writeFileSync(join(unpacked, path), text);
    files.push(path);
  }
  return { ...manifest, manifest, folder: unpacked, unpacked, files, needs: [], tarball: "", bytes: 0 };
}

test("a sound tarball has no problems", async () => {
  const one = candidate();
  expect(await fileProblems(one)).toEqual([]);
  expect(await manifestProblems(one)).toEqual([]);
  expect(await importProblems(one)).toEqual([]);
});

test.each([
  [{ LICENSE: undefined }, "LICENSE is missing"],
  [{ "src/deep/index.test.ts": "" }, "src/deep/index.test.ts must not be published"],
  [{ "test/main.ts": "" }, "test/main.ts must not be published"],
  [{ "dist/.tsbuildinfo": "" }, "dist/.tsbuildinfo must not be published"],
  [{ "src/index.ts": undefined }, "dist/index.js.map: its source ../src/index.ts is not published"],
])("files: %j", async (changes, problem) => {
  expect(await fileProblems(candidate(changes))).toEqual([problem]);
});

test.each<[Partial<Manifest> & Record<string, unknown>, string]>([
  [{ exports: { ".": "./dist/other.js" } }, "package.json names ./dist/other.js, which is not published"],
  [{ bin: { example: "bin.js" } }, "package.json names bin.js, which is not published"],
  [{ jsdelivr: "./dist/page.js" }, "package.json names ./dist/page.js, which is not published"],
  [
    { dependencies: { "@saccade/tensor": "workspace:*" } },
    "@saccade/tensor is at workspace:*; pin an exact version",
  ],
  [{ dependencies: { elsewhere: "^1.0.0" } }, "elsewhere is at ^1.0.0; pin an exact version"],
  [{ license: undefined }, "package.json has no license"],
])("package.json: %j", async (changes, problem) => {
  const text = JSON.stringify({ ...manifest, ...changes });
  expect(await manifestProblems(candidate({ "package.json": text }))).toEqual([problem]);
});

test.each([
  ["dist/index.js", `import "@saccade/autograd";`, "@saccade/autograd"],
  ["dist/late.js", `await import("fflate");`, "fflate"],
  ["dist/index.d.ts", `import type { Rows } from "@saccade/nn/node";`, "@saccade/nn/node"],
])("an undeclared import in %s is a problem", async (file, code, name) => {
  const problem = `${file} imports ${name}, which package.json does not name`;
  expect(await importProblems(candidate({ [file]: code }))).toEqual([problem]);
});

test("a size at its ceiling passes, one byte more fails, and one without a ceiling fails", () => {
  expect(sizeProblems({ name: "x", bytes: 2000, ceiling: 2000 })).toEqual([]);
  expect(sizeProblems({ name: "x", bytes: 2100, ceiling: 2000 })).toEqual([
    "2.1 kB is over the ceiling of 2.0 kB",
  ]);
  expect(sizeProblems({ name: "x", bytes: 1, ceiling: undefined })[0]).toContain("x has no ceiling");
});

test("ceilings are those of the packages that are published and of their entries", () => {
  const packages = publishedPackages();
  expect(Object.keys(ceilings).sort()).toEqual(packages.map(({ name }) => name).sort());
  for (const { name, manifest } of packages) {
    const entries = entriesOf(manifest).filter(({ node }) => !node);
    expect(Object.keys(ceilings[name]?.entries ?? {}), name).toEqual(entries.map(({ path }) => path));
  }
});

test("a package comes after those that it depends on", () => {
  const before = new Set<string>();
  for (const { name, needs } of publishedPackages()) {
    expect(
      needs.filter((other) => !before.has(other)),
      name,
    ).toEqual([]);
    before.add(name);
  }
});
