import { expect, test } from "vitest";
import * as ceiling from "../src/ceiling.ts";
import * as main from "../src/index.ts";

test("the main entry exports what users import, and no more", () => {
  expect(Object.keys(main).sort()).toMatchInlineSnapshot(`
    [
      "OutOfMemoryError",
      "UnsupportedHostError",
      "WorkerError",
      "wasmBackend",
    ]
  `);
});

test("the entry ceiling exports what measures the host, and no more", () => {
  expect(Object.keys(ceiling).sort()).toMatchInlineSnapshot(`
    [
      "CeilingLoops",
    ]
  `);
});
