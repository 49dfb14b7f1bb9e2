import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importMapPage, withImportMap } from "../scripts/import-map-page.ts";

test("the page without a bundler maps every entry that saccade and its packages have for pages", () => {
  const page = readFileSync(importMapPage, "utf8");
  expect(page, "it is stale; run pnpm docs:import-map").toBe(withImportMap(page));
  expect(page).toContain('"@saccade/tensor/backend"');
});
