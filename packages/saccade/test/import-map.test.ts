import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ImportMapError, importMap } from "../src/command/import-map.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "saccade-map-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

function install(path: string, manifest: object): void {
  const file = join(folder, "node_modules", path, "package.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ version: "1.0.0", ...manifest }));
}

const imports = (...names: string[]) =>
  importMap(names, folder, ({ name, version }, file) => `${name}@${version}/${file}`);

test("Saccade's own packages lead to the files for Node, others to those for browsers; what a page cannot load is left out", () => {
  const entry = { types: "./dist/index.d.ts", node: "./dist/bundle/index.js", default: "./dist/index.js" };
  install("@saccade/nn", {
    name: "@saccade/nn",
    exports: {
      ".": entry,
      "./init": { ...entry, node: "./dist/bundle/init.js" },
      "./node": entry,
      "./worker": { default: "./dist/worker.js" },
      "./plain.wasm": "./dist/plain.wasm",
    },
    dependencies: { zip: "1.0.0", old: "1.0.0", plain: "1.0.0" },
  });
  const zip = { node: "./node.cjs", browser: { import: "./browser.js" }, default: "./index.js" };
  install("zip", { name: "zip", exports: zip });
  install("old", { name: "old", main: "common.js" });
  install("plain", { name: "plain", type: "module", main: "./main.js" });
  expect(imports("@saccade/nn")).toEqual({
    "@saccade/nn": "@saccade/nn@1.0.0/dist/bundle/index.js",
    "@saccade/nn/init": "@saccade/nn@1.0.0/dist/bundle/init.js",
    "@saccade/nn/worker": "@saccade/nn@1.0.0/dist/worker.js",
    plain: "plain@1.0.0/main.js",
    zip: "zip@1.0.0/browser.js",
  });
});

test("a package that is missing, and one in two versions, are errors that name the places", () => {
  expect(() => imports("saccade")).toThrow(ImportMapError);
  expect(() => imports("saccade")).toThrow(
    `saccade is not installed in ${folder}; run npm install saccade there`,
  );
  install("a", { name: "a", dependencies: { b: "1.0.0" } });
  install("b", { name: "b" });
  install("a/node_modules/b", { name: "b", version: "2.0.0" });
  const places = `2.0.0 in ${folder}/node_modules/a/node_modules/b and 1.0.0 in ${folder}/node_modules/b`;
  expect(() => imports("a", "b")).toThrow(`b is installed twice, ${places}; a page has one: npm dedupe`);
});
