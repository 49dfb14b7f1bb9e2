import * as attention from "@saccade/attention";
import * as autograd from "@saccade/autograd";
import * as datasets from "@saccade/datasets";
import * as kernels from "@saccade/kernels-wasm";
import * as nn from "@saccade/nn";
import * as tensor from "@saccade/tensor";
import { expect, test } from "vitest";
import * as saccade from "../src/index.ts";

test("every value of every package is here, under one name and once", () => {
  // A name that two packages export with different values would silently be missing.
  for (const part of [tensor, kernels, autograd, nn, attention, datasets]) {
    for (const [name, value] of Object.entries(part)) expect(Object(saccade)[name], name).toBe(value);
  }
});

test("bestBackend says what it chose", async () => {
  const { backend, reason } = await saccade.bestBackend();
  expect(backend.name).toBe("wasm");
  expect(reason).toMatch(/^wasm \((plain|relaxed) SIMD, \d+ threads?\)$/);
  const { backend: fallback, reason: why } = await saccade.bestBackend({ memory: 1 });
  expect(fallback).toBe(saccade.referenceBackend());
  expect(why).toMatch(/^reference, since /);
});
