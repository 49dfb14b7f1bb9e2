import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { manifests } from "./manifests.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

test("the manifests are as pnpm manifests writes them, each entry with its bundle for Node", () => {
  for (const { path, manifest } of manifests())
    expect(readFileSync(root + path, "utf8"), path).toBe(`${JSON.stringify(manifest, null, 2)}\n`);
});
