import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);
const read = (path: string): Record<string, unknown> => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const { url } = read("package.json")["repository"] as { url: string };
const page = url.replace(/^git\+/, "").replace(/\.git$/, "");

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

  test("ships the sources to which its source maps lead", () => {
    expect(manifest["files"]).toEqual(expect.arrayContaining(["dist", "src"]));
  });

  test("publishes each entry that it exports, without the condition of the workspace", () => {
    const { exports: published } = manifest["publishConfig"] as { exports: Record<string, object> };
    const own = manifest["exports"] as Record<string, object>;
    const without = Object.entries(own).map(([entry, value]) => {
      if (typeof value !== "object") return [entry, value];
      return [entry, Object.fromEntries(Object.entries(value).filter(([key]) => key !== "@saccade/source"))];
    });
    expect(published).toEqual(Object.fromEntries(without));
  });
});
