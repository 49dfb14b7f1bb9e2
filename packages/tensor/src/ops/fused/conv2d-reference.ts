import { type HostArray, inOrder } from "../../kit.ts";
import type { Conv2dAttrs } from "./windows.ts";

/** A row of windows' elements: g[gAt + j] meets weight[wAt] and x[xAt + j · step], for j < count. */
type Run = (gAt: number, wAt: number, xAt: number, count: number, step: number) => void;

/** Visits every triple of input, weight and output elements, except those in the padding; g (N, O, OH, OW) is the output. */
function forEachRun(x: Sizes, weight: Sizes, g: Sizes, attrs: Conv2dAttrs, visit: Run): void {
  const { stride, padding, dilation, groups } = attrs;
  const [batch, outs, rows, columns] = g.shape as Four;
  const [, channels, height, width] = x.shape as Four;
  const [, inner, kernelRows, kernelColumns] = weight.shape as Four;
  for (let n = 0; n < batch; n++) {
    for (let o = 0; o < outs; o++) {
      const first = Math.floor(o / (outs / groups)) * inner;
      for (let c = 0; c < inner; c++) {
        for (let k = 0; k < kernelRows; k++) {
          for (let l = 0; l < kernelColumns; l++) {
            const wAt = ((o * inner + c) * kernelRows + k) * kernelColumns + l;
            const left = l * dilation[1] - padding[1]; // x's column at j = 0
            const from = Math.max(0, Math.ceil(-left / stride[1]));
            const to = Math.min(columns, Math.ceil((width - left) / stride[1]));
            if (from >= to) continue;
            for (let i = 0; i < rows; i++) {
              const row = i * stride[0] - padding[0] + k * dilation[0];
              if (row < 0 || row >= height) continue;
              const gAt = ((n * outs + o) * rows + i) * columns + from;
              const xAt = ((n * channels + first + c) * height + row) * width + left + from * stride[1];
              visit(gAt, wAt, xAt, to - from, stride[1]);
            }
          }
        }
      }
    }
  }
}

type Sizes = Pick<HostArray, "shape">;
type Four = readonly [number, number, number, number];

export function convForward(
  input: HostArray,
  weight: HostArray,
  bias: HostArray | undefined,
  out: HostArray,
  attrs: Conv2dAttrs,
): void {
  const [x, w] = [inOrder(input), inOrder(weight)];
  const sums = new Float64Array(out.data.length);
  forEachRun(input, weight, out, attrs, (gAt, wAt, xAt, count, step) => {
    const factor = w.data[w.offset + wAt]!;
    const from = x.offset + xAt;
    for (let j = 0; j < count; j++) sums[gAt + j] = sums[gAt + j]! + factor * x.data[from + j * step]!;
  });
  if (bias) {
    const b = inOrder(bias);
    const [, outs, rows, columns] = out.shape as Four;
    const area = rows * columns;
    for (let i = 0; i < sums.length; i++) sums[i]! += b.data[b.offset + (Math.floor(i / area) % outs)]!;
  }
  out.data.set(sums);
}

export function convInput(cotangent: HostArray, weight: HostArray, out: HostArray, attrs: Conv2dAttrs): void {
  const [g, w] = [inOrder(cotangent), inOrder(weight)];
  const sums = new Float64Array(out.data.length);
  forEachRun(out, weight, cotangent, attrs, (gAt, wAt, xAt, count, step) => {
    const factor = w.data[w.offset + wAt]!;
    const from = g.offset + gAt;
    for (let j = 0; j < count; j++) {
      const at = xAt + j * step;
      sums[at] = sums[at]! + factor * g.data[from + j]!;
    }
  });
  out.data.set(sums);
}

export function convWeight(cotangent: HostArray, input: HostArray, out: HostArray, attrs: Conv2dAttrs): void {
  const [g, x] = [inOrder(cotangent), inOrder(input)];
  const sums = new Float64Array(out.data.length);
  forEachRun(input, out, cotangent, attrs, (gAt, wAt, xAt, count, step) => {
    let sum = 0;
    for (let j = 0; j < count; j++) {
      sum += g.data[g.offset + gAt + j]! * x.data[x.offset + xAt + j * step]!;
    }
    sums[wAt]! += sum;
  });
  out.data.set(sums);
}
