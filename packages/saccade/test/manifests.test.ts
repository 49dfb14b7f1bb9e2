import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);
const read = (path: string): Record<string, unknown> => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const { url } = read("package.json")["repository"] as { url: string };
const page = url.replace(/^git\+/, "").replace(/\.git$/, "");

/** The folders of packages that `pnpm install --filter NAME...` installs. */
function installed(folder: string, found = new Set<string>()): Set<string> {
  found.add(folder);
  const { dependencies, devDependencies } = read(`packages/${folder}/package.json`);
  for (const name of Object.keys({ ...Object(dependencies), ...Object(devDependencies) })) {
    const other = name.replace("@saccade/", "");
    if (!found.has(other) && existsSync(new URL(`packages/${other}`, root))) installed(other, found);
  }
  return found;
}

/** A file and those that it imports by their paths, and what these import. */
function reached(file: URL, found: Map<string, URL>): void {
  if (found.has(file.href) || !existsSync(file)) return;
  found.set(file.href, file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/(?: from|import\() ?"(\.[^"]+\.tsx?)"/g))
    reached(new URL(path!, file), found);
}

// These cannot name the packages among their dependencies: they would depend on each other. CONTRIBUTING.md tells.
const alsoInstalled: Readonly<Record<string, readonly string[]>> = {
  attention: ["kernels-wasm"],
  contract: ["tensor"],
  models: ["kernels-wasm"],
};

describe.each(readdirSync(new URL("packages/", root)))("the manifest of %s", (name) => {
  const manifest = read(`packages/${name}/package.json`);

  test("names the repository, its page and its issues as the root does", () => {
    expect(manifest["repository"], "run pnpm manifests").toEqual({
      type: "git",
      url,
      directory: `packages/${name}`,
    });
    expect(manifest["homepage"]).toBe(`${page}/tree/main/packages/${name}#readme`);
    expect(manifest["bugs"]).toBe(`${page}/issues`);
  });

  test("is complete", () => {
    for (const field of [
      "version",
      "description",
      "keywords",
      "license",
      "type",
      "sideEffects",
      "engines",
      "exports",
    ]) {
      expect(manifest, field).toHaveProperty(field);
    }
    expect(existsSync(new URL(`packages/${name}/README.md`, root))).toBe(true);
  });

  test("names the packages that its tests import, so that a filtered install brings them", () => {
    const folder = new URL(`packages/${name}/test/`, root);
    const files = new Map<string, URL>();
    reached(new URL("vitest.setup.ts", root), files);
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (/\.tsx?$/.test(file)) reached(new URL(file, folder), files);
    const here = installed(name);
    const needed = new Set([...files.keys()].map((file) => /packages\/([^/]+)\//.exec(file)?.[1] ?? name));
    expect([...needed].filter((one) => !here.has(one))).toEqual(alsoInstalled[name] ?? []);
  });

  test("ships the sources to which its source maps lead", () => {
    // The figures are bundled for pages, without source maps.
    const sources = name === "figures" ? [] : ["src"];
    expect(manifest["files"]).toEqual(expect.arrayContaining(["dist", ...sources]));
  });

  test("publishes each entry that it exports, without the condition of the workspace, and none that is a source", () => {
    const { exports: published } = manifest["publishConfig"] as { exports: Record<string, object> };
    const own = manifest["exports"] as Record<string, object>;
    const shared = Object.entries(own).filter(([, value]) => !String(value).startsWith("./src/"));
    const without = shared.map(([entry, value]) => {
      if (typeof value !== "object") return [entry, value];
      return [entry, Object.fromEntries(Object.entries(value).filter(([key]) => key !== "@saccade/source"))];
    });
    expect(published).toEqual(Object.fromEntries(without));
  });
});
