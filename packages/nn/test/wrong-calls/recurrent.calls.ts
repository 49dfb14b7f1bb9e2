import { ones, tensor, zeros } from "@saccade/tensor";
import { arg, type Call, layer, share, size } from "../../../tensor/test/walk.ts";

const sizes = { inputSize: size(4), hiddenSize: size(5) };
const settings = {
  numLayers: size(2),
  bias: true,
  batchFirst: true,
  dropout: share(0.5),
  bidirectional: true,
};
const x = ones([2, 3, 4]); // batch first
const h0 = zeros([4, 2, 5]);
const lengths = arg(
  [[3, 1], tensor([3, 2], { dtype: "int32" })],
  [[1.5, 1], [4, 1], [-1, 1], [1], tensor([1, 2])],
);

/** Recurrent layers and cells. */
export const recurrent = {
  GRU: {
    ...layer(sizes, settings, undefined),
    methods: { forward: { takes: { x, "h0?": arg([h0, null]) }, options: { lengths } } },
  },
  LSTM: {
    ...layer(sizes, { ...settings, projSize: arg([0, 3], [-1, 5, 0.5]) }, undefined),
    methods: { forward: { takes: { x, "state?": arg([{ h0, c0: h0 }, null]) }, options: { lengths } } },
  },
  RNN: {
    ...layer(sizes, { ...settings, nonlinearity: arg(["relu", "tanh"]) }, undefined),
    methods: { forward: { takes: { x, "h0?": arg([h0, null]) }, options: { lengths } } },
  },
  RNNCell: layer(
    sizes,
    { bias: true, nonlinearity: arg(["relu", "tanh"]) },
    { x: ones([2, 4]), "h?": arg([ones([2, 5]), null]) },
  ),
  GRUCell: layer(sizes, { bias: true }, { x: ones([2, 4]), "h?": arg([ones([2, 5]), null]) }),
  LSTMCell: layer(
    sizes,
    { bias: true },
    { x: ones([2, 4]), "state?": arg([{ h: ones([2, 5]), c: ones([2, 5]) }, null]) },
  ),
  padSequence: {
    takes: { sequences: [x, x] },
    options: { batchFirst: true, paddingValue: -1, paddingSide: "left" },
  },
  unpadSequence: {
    takes: {
      padded: ones([2, 2, 4]),
      lengths: arg(
        [[2, 1], tensor([1, 2], { dtype: "int32" })],
        [[3, 1], [1.5, 1], [-1, 1], [1], tensor([1, 2])],
      ),
    },
    options: { batchFirst: true },
  },
} satisfies Record<string, Call>;
