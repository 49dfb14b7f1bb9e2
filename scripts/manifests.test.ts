import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { manifests } from "./manifests.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

test("the manifests are as pnpm manifests writes them: each entry with its bundle for Node, each package with its checks", () => {
  for (const { path, text } of manifests()) expect(readFileSync(root + path, "utf8"), path).toBe(text);
});

/** The folders of packages that `pnpm install --filter NAME...` installs. */
function installed(folder: string, found = new Set<string>()): Set<string> {
  found.add(folder);
  const manifest = JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const other = name.replace("@saccade/", "");
    if (!found.has(other) && existsSync(join(root, "packages", other))) installed(other, found);
  }
  return found;
}

/** The files that a file imports by their paths, and those that they import. */
function reached(file: string, found: Set<string>): void {
  if (found.has(file) || !existsSync(file)) return;
  found.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/(?: from|import\() ?"(\.[^"]+\.tsx?)"/g))
    reached(join(dirname(file), path!), found);
}

// These cannot name the packages among their dependencies: they would depend on each other. CONTRIBUTING.md tells.
const more: Readonly<Record<string, string>> = {
  attention: "kernels-wasm",
  contract: "tensor",
  models: "kernels-wasm",
};

test.each(readdirSync(join(root, "packages")))(
  "the tests of %s import only what the installation of this package brings",
  (folder) => {
    const tests = join(root, "packages", folder, "test");
    const files = new Set<string>();
    reached(join(root, "vitest.setup.ts"), files);
    for (const file of readdirSync(tests, { recursive: true, encoding: "utf8" }))
      if (/\.tsx?$/.test(file)) reached(join(tests, file), files);
    const here = installed(folder);
    const needed = new Set([...files].map((file) => /packages\/([^/]+)\//.exec(file)?.[1] ?? folder));
    expect([...needed].filter((one) => !here.has(one))).toEqual(folder in more ? [more[folder]] : []);
  },
);
