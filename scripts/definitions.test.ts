import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { definitions, mechanisms, read } from "./definitions.mjs";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const all = definitions();

test("the page of definitions shows every file of attention, models and nn, once", () => {
  const files = ["attention", "models", "nn"].flatMap((name) =>
    readdirSync(`${packages}${name}/src/definitions`)
      .filter((file) => file !== "index.ts" && file !== "ladder")
      .map((file) => `packages/${name}/src/definitions/${file}`),
  );
  expect(all.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
});

test("the definitions are at most 1,400 lines of code, each mechanism at most 40", () => {
  expect(all.reduce((sum, { code }) => sum + code.length, 0)).toBeLessThanOrEqual(1400);
  const found = all.flatMap(mechanisms);
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ lines }) => lines > 40)).toEqual([]);
});

test("the ladder, counted apart: each mechanism at most 40 lines, and the chapter shows it", () => {
  const folder = `${packages}attention/src/definitions/ladder/`;
  const chapter = readFileSync(`${packages}../apps/docs/book/the-ladder.md`, "utf8");
  const files = readdirSync(folder).map((file) => ({ file, ...read(folder + file) }));
  expect(files.flatMap(mechanisms).filter(({ lines }) => lines > 40)).toEqual([]);
  for (const { file, source } of files)
    for (const [, region] of source.matchAll(/#region (\S+)/g))
      expect(chapter).toContain(`${file}#${region}\n`);
});
