import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { manifests } from "./manifests.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

test("the manifests are as pnpm manifests writes them: each entry with its bundle for Node, each package with its checks", () => {
  for (const { path, text } of manifests()) expect(readFileSync(root + path, "utf8"), path).toBe(text);
});
