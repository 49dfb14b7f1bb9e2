import { OutOfMemoryError, referenceBackend, scope, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { call } from "../wrong-calls/helpers.ts";

const params = [new nn.Parameter(tensor([1, 2]))];
const trained = new nn.SGD(params, { lr: 0.1 });

/** What the constructors are given that need something. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  Linear: [3, 2],
  HalfLinear: [3, 2, "bfloat16"],
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
  StepLR: [trained, 3],
};

const constructors = Object.entries(nn).filter(
  ([name, value]) =>
    typeof value === "function" &&
    /^class\b/.test(Function.prototype.toString.call(value)) &&
    !["Module", "Optimizer", "Scheduler"].includes(name) &&
    !(value.prototype instanceof Error),
);

test.each(constructors)("%s that runs out of memory leaves no tensor in the scope's place", (name, kind) => {
  const backend = referenceBackend();
  const { allocate, free } = backend;
  const make = (): void => {
    scope(() => {
      call(kind, ...(given[name] ?? []));
    });
  };
  let full = true;
  for (let room = 0; full; room++) {
    full = false;
    let made = 0;
    // Only what is allocated here counts: garbage of other tests may be freed meanwhile.
    const live = new Set<unknown>();
    backend.allocate = (...sizes) => {
      if (made++ < room) {
        const buffer = allocate(...sizes);
        live.add(buffer);
        return buffer;
      }
      full = true;
      throw new OutOfMemoryError("reference backend: no room.");
    };
    backend.free = (buffer, ...sizes) => {
      live.delete(buffer);
      free(buffer, ...sizes);
    };
    try {
      make();
      expect(full).toBe(false);
    } catch (error) {
      if (!full) break; // It needs other arguments, which other tests give it.
      expect(error).toBeInstanceOf(OutOfMemoryError);
    } finally {
      Object.assign(backend, { allocate, free });
    }
    if (full) expect(live.size).toBe(0);
  }
});
