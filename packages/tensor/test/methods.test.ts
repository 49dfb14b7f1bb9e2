import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generate, generated } from "../scripts/methods.ts";
import { Tensor } from "../src/index.ts";
import * as methods from "../src/ops/methods.ts";

test.each(Object.entries(generated))("%s is what follows from the ops", (path, text) => {
  const written = readFileSync(new URL(`../src/${path}`, import.meta.url), "utf8");
  expect(written, `${path} is stale: run pnpm methods`).toBe(text());
});

test("every op of ops/methods.ts is a method, declared with its documentation", () => {
  const declared = generate();
  for (const name of Object.keys(methods)) {
    expect(typeof Reflect.get(Tensor.prototype, name), name).toBe("function");
    expect(declared).toMatch(new RegExp(`\\*/\\n    ${name}(<.*>)?\\(`));
  }
});
