import * as attention from "@saccade/attention";
import * as autograd from "@saccade/autograd";
import * as datasets from "@saccade/datasets";
import * as kernels from "@saccade/kernels-wasm";
import * as models from "@saccade/models";
import * as nn from "@saccade/nn";
import * as tensor from "@saccade/tensor";
import * as train from "@saccade/train";
import { expect, test } from "vitest";
import * as saccade from "../src/index.ts";

test("every value of every package is here, under one name and once", () => {
  // A name that two packages export with different values would silently be missing.
  for (const part of [tensor, kernels, autograd, nn, train, attention, models, datasets]) {
    for (const [name, value] of Object.entries(part)) expect(Object(saccade)[name], name).toBe(value);
  }
});
