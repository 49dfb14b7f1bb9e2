import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { faultsWithoutMemory } from "../without-memory.ts";
import { call } from "../wrong-calls/helpers.ts";

const params = [new nn.Parameter(tensor([1, 2]))];

/** What the constructors are given that need something. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  Linear: [3, 2],
  HalfLinear: [4, 2, { format: "bfloat16" }],
  Embedding: [3, 2],
  HalfEmbedding: [3, 2, "bfloat16"],
  Conv1d: [3, 2, 3],
  Conv2d: [3, 2, 3],
  MaxPool1d: [2],
  MaxPool2d: [2],
  AvgPool1d: [2],
  AvgPool2d: [2],
  LayerNorm: [4],
  RMSNorm: [4],
  GRU: [4, 5, { numLayers: 2, bidirectional: true }],
  LSTM: [4, 5, { numLayers: 2, bidirectional: true }],
  GRUCell: [4, 5],
  LSTMCell: [4, 5],
  SGD: [params, { lr: 0.1, momentum: 0.9 }],
  Adam: [params],
  AdamW: [params],
  RMSprop: [params, { momentum: 0.9 }],
  Adagrad: [params],
  Parameter: [params[0]],
  Sequential: [new nn.ReLU()],
};

const constructors = Object.entries(nn).filter(
  ([name, value]) =>
    typeof value === "function" &&
    /^class\b/.test(Function.prototype.toString.call(value)) &&
    !["Module", "Optimizer"].includes(name) &&
    // Schedulers hold numbers only.
    !(value === nn.Scheduler || value.prototype instanceof nn.Scheduler) &&
    !(value.prototype instanceof Error),
);

test.each(constructors)("%s that runs out of memory leaves no tensor in the scope's place", (name, kind) => {
  const make = (): unknown => call(kind, ...(given[name] ?? []));
  expect(faultsWithoutMemory(make)).toEqual([]);
});
