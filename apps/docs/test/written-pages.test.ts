import { expect, test } from "vitest";
import { textOf, writtenPages } from "../scripts/written-pages.ts";

test.each(Object.entries(writtenPages))("%s is what its data give", (path, write) => {
  const now = textOf(path);
  expect(now, "it is stale; run pnpm docs:pages").toBe(write(now));
});

test("the page without a bundler maps the entries of packages", () => {
  expect(textOf("code/host/no-bundler/index.html")).toContain('"@saccade/tensor/backend"');
});
