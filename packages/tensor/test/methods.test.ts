import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generate } from "../scripts/methods.ts";
import { Tensor } from "../src/index.ts";
import * as methods from "../src/ops/methods.ts";

test("the methods' types are those of the ops", () => {
  const written = readFileSync(new URL("../src/methods.gen.ts", import.meta.url), "utf8");
  expect(written, "methods.gen.ts is stale: run pnpm methods").toBe(generate());
});

test("every op of ops/methods.ts is a method, declared with its documentation", () => {
  const declared = generate();
  for (const name of Object.keys(methods)) {
    expect(typeof Reflect.get(Tensor.prototype, name), name).toBe("function");
    expect(declared).toMatch(new RegExp(`\\*/\\n    ${name}(<.*>)?\\(`));
  }
});
