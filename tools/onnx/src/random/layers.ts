import {
  blockSparseAttention,
  causalMask,
  linearAttention,
  MultiheadAttention,
  scaledDotProductAttention,
  sequenceMask,
  slidingWindowAttention,
} from "@saccade/attention";
import {
  AvgPool1d,
  AvgPool2d,
  Conv1d,
  Conv2d,
  crossEntropy,
  Embedding,
  GRU,
  LayerNorm,
  Linear,
  LSTM,
  MaxPool1d,
  MaxPool2d,
  RMSNorm,
} from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { computed, floats, fromRank, type Maker } from "./step.ts";

// (b, n, d) of whatever is given.
function sequence(x: Tensor): Tensor {
  const y = floats(x);
  return y.ndim === 2 ? y.unsqueeze(0) : y.ndim === 4 ? y.flatten(0, 1) : y;
}

/** A maker for values that {@link sequence} takes. */
const ofSequence =
  (make: Maker): Maker =>
  (choice, x, others) =>
    x.ndim < 2 || x.ndim > 4 ? null : make(choice, x, others);

/** Layers with windows, steps and lengths. */
export const layers: Readonly<Record<string, Maker>> = {
  conv1d(choice, x) {
    if (x.ndim < 2 || x.ndim > 3) return null;
    const channels = x.size(-2);
    const [kernel, stride, dilation] = [choice.int(1, 5), choice.of([1, 2, 3, 8]), choice.of([1, 1, 2])];
    const padding = choice.int(0, 3);
    if (channels > 12) return null;
    const conv = new Conv1d(channels, 3, kernel, { stride, padding, dilation });
    return {
      text: `Conv1d(${channels}, 3, ${kernel}, { stride: ${stride}, padding: ${padding}, dilation: ${dilation} })`,
      run: (y) => conv.forward(floats(y)),
    };
  },
  conv2d: fromRank(3, (choice, x) => {
    const channels = x.size(-3);
    if (channels > 12) return null;
    const [kernel, stride, padding] = [choice.int(1, 3), choice.of([1, 2, 3]), choice.int(0, 2)];
    const conv = new Conv2d(channels, 2, kernel, { stride, padding });
    return {
      text: `Conv2d(${channels}, 2, ${kernel}, { stride: ${stride}, padding: ${padding} })`,
      run: (y) => conv.forward(floats(y)),
    };
  }),
  pool1d(choice, x) {
    if (x.ndim < 2 || x.ndim > 3) return null;
    const kernel = choice.of([2, 3, 4, 5, 20]);
    const options = { stride: choice.of([1, 2, 3, kernel]), padding: choice.int(0, Math.floor(kernel / 2)) };
    const max = choice.chance(0.5);
    const pool = max ? new MaxPool1d(kernel, options) : new AvgPool1d(kernel, options);
    return {
      text: `${max ? "Max" : "Avg"}Pool1d(${kernel}, ${JSON.stringify(options)})`,
      run: (y) => pool.forward(floats(y)),
    };
  },
  pool2d: fromRank(3, (choice) => {
    const kernel = choice.int(2, 3);
    const options = { stride: choice.int(1, 3), padding: choice.int(0, 1) };
    const max = choice.chance(0.5);
    const countIncludePad = choice.chance(0.5);
    const pool = max
      ? new MaxPool2d(kernel, options)
      : new AvgPool2d(kernel, { ...options, countIncludePad });
    return {
      text: `${max ? "Max" : "Avg"}Pool2d(${kernel}, ${JSON.stringify(options)})`,
      run: (y) => pool.forward(floats(y)),
    };
  }),
  window: ofSequence((choice) => {
    const options = {
      window: choice.int(1, 20),
      causal: choice.chance(0.5),
      dilation: choice.of([1, 1, 2, 3]),
      ...(choice.chance(0.4) && { blockSize: choice.int(1, 9) }),
    };
    return {
      text: `slidingWindowAttention(x, x, x, ${JSON.stringify(options)})`,
      run: (y) => slidingWindowAttention(sequence(y), sequence(y), sequence(y), options),
    };
  }),
  linearAttention: ofSequence((choice) => {
    const causal = choice.chance(0.7);
    return {
      text: `linearAttention(x, x, x, { causal: ${causal} })`,
      run: (y) => linearAttention(sequence(y), sequence(y), sequence(y), { causal }),
    };
  }),
  blockSparse(choice, x) {
    if (x.ndim < 2 || x.ndim > 4 || !choice.chance(0.3)) return null;
    const blockSize = choice.int(2, 5);
    return {
      text: `blockSparseAttention of the block itself and the one before, blocks of ${blockSize}`,
      run: (y) => {
        const z = sequence(y);
        const blocks = Math.ceil(z.size(1) / blockSize);
        const layout = Array.from({ length: blocks }, (_, i) =>
          Array.from({ length: blocks }, (_, j) => j === i || j === i - 1),
        );
        return blockSparseAttention(z, z, z, { layout, blockSize });
      },
    };
  },
  attention: ofSequence((choice) => {
    const causal = choice.chance(0.5);
    const [masked, limit] = [choice.chance(0.4), computed(choice)];
    return {
      text: `scaledDotProductAttention(x, x, x, { causal: ${causal}${masked ? `, mask of an offset ${limit.text("n")}` : ""} })`,
      run: (y) => {
        const z = sequence(y);
        const n = z.size(1);
        const mask = masked
          ? causalMask(n, n + limit.of(n), { offset: limit.of(n) }).narrow(1, 0, n)
          : undefined;
        return scaledDotProductAttention(z, z, z, { causal, mask }).output;
      },
    };
  }),
  heads(_choice, x) {
    if (x.ndim < 2 || x.ndim > 4 || x.size(-1) > 16) return null;
    const width = x.size(-1);
    const attention = new MultiheadAttention(width, width % 2 === 0 ? 2 : 1);
    attention.eval();
    return {
      text: `MultiheadAttention(${width}) of x`,
      run: (y) => attention.forward(sequence(y), sequence(y), sequence(y)).output,
    };
  },
  recurrent(choice, x) {
    if (x.ndim < 2 || x.ndim > 4 || x.size(-1) > 16) return null;
    const gru = choice.chance(0.5);
    const options = { batchFirst: true, bidirectional: choice.chance(0.4) };
    const net = gru ? new GRU(x.size(-1), 3, options) : new LSTM(x.size(-1), 3, options);
    return { text: `${gru ? "GRU" : "LSTM"}(${x.size(-1)}, 3)`, run: (y) => net.forward(sequence(y)).output };
  },
  linear(choice, x) {
    if (x.ndim === 0 || x.size(-1) > 64) return null;
    const layer = new Linear(x.size(-1), choice.int(1, 6));
    return { text: `Linear(${x.size(-1)}, ${layer.weight.size(0)})`, run: (y) => layer.forward(floats(y)) };
  },
  norm(choice, x) {
    if (x.ndim === 0 || x.size(-1) > 64 || x.size(-1) < 2) return null;
    const layer = choice.chance(0.5) ? new LayerNorm(x.size(-1)) : new RMSNorm(x.size(-1));
    return { text: `${layer.constructor.name}(${x.size(-1)})`, run: (y) => layer.forward(floats(y)) };
  },
  lengths: fromRank(2, (choice) => {
    const limit = computed(choice);
    return {
      text: `mul(sequenceMask of lengths ${limit.text("n")})`,
      run: (y) => {
        const z = floats(y);
        const n = z.size(1);
        const lens = z
          .select(1, 0)
          .flatten()
          .slice(0, { stop: z.size(0) })
          .gt(0)
          .to("int32")
          .mul(limit.of(n));
        return sequenceMask(z, lens.minimum(n), 7);
      },
    };
  }),
  positions: fromRank(2, (choice, x) => {
    const table = new Embedding(choice.of([12, 40, 200]), x.size(-1));
    if (x.size(-1) > 32) return null;
    return {
      text: `add rows 0 to n of a table of ${table.weight.size(0)}`,
      run: (y) => floats(y).add(table.weight.narrow(0, 0, y.size(-2))),
    };
  }),
  loss(choice, x) {
    if (x.ndim < 2 || x.size(-1) < 3) return null;
    const reduction = choice.of(["none", "mean", "sum"] as const);
    return {
      text: `crossEntropy(x, x > 0, { reduction: "${reduction}" })`,
      run: (y) => {
        const z = floats(y);
        const rows = z.flatten(0, -2);
        return crossEntropy(rows, rows.select(1, 0).gt(0).to("int32"), { reduction });
      },
    };
  },
};
