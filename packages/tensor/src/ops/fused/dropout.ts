import { apply1, type HostArray, inOrder, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { floatDType } from "../elementwise/map.ts";
import type { RandomState } from "../random/generator.ts";
import { threefry2x32 } from "../random/normal.ts";

interface ScaleAttrs {
  /** The probability that an element becomes 0. The others are divided by 1 − p. */
  readonly p: number;
}

/** The attributes of the dropout op. */
export interface DropoutAttrs extends ScaleAttrs {
  /** The state of the random tensor whose element i decides about element i. */
  readonly state: RandomState;
}

/**
 * Dropout (Srivastava et al. 2014): the scaled x with dropped elements set to 0, and the mask of kept elements (bool).
 */
export const dropoutOp: Op<readonly [x: Tensor], readonly [y: Tensor, kept: Tensor], DropoutAttrs> = {
  name: "dropout",
  batch: true,
  infer: ([x]) => [
    { shape: x.shape, dtype: floatDType(x.dtype) },
    { shape: x.shape, dtype: "bool" },
  ],
  forward: ([x], [out, kept], attrs) => dropoutForward(x, out, kept, attrs),
  gradient: ([g], _inputs, [, kept], { p }) => [() => apply1(dropoutBackwardOp, [g, kept], { p })],
};

/** g / (1 − p) where an element was kept, else 0. */
export const dropoutBackwardOp: Op<readonly [g: Tensor, kept: Tensor], readonly [Tensor], ScaleAttrs> = {
  name: "dropoutBackward",
  batch: true,
  infer: ([g]) => [g],
  forward: ([g, kept], [out], { p }) => scaleKept(g, kept, out, p),
  gradient: ([gg], [, kept], _outputs, { p }) => [() => apply1(dropoutBackwardOp, [gg, kept], { p }), null],
};

function dropoutForward(x: HostArray, out: HostArray, kept: HostArray, { p, state }: DropoutAttrs): void {
  const { seed, offset } = state;
  const words = new Uint32Array(2);
  // The uniform number that bernoulli(1 − p) would draw, compared with 1 − p in float32.
  const limit = Math.fround(1 - p);
  for (let i = 0; i < kept.data.length; i++) {
    threefry2x32(seed[0], seed[1], i, offset, words);
    kept.data[i] = Number((words[0]! >>> 8) * 2 ** -24 < limit);
  }
  scaleKept(x, kept, out, p);
}

function scaleKept(x: HostArray, mask: HostArray, out: HostArray, p: number): void {
  const from = inOrder(x);
  const kept = inOrder(mask);
  const scale = p === 1 ? 0 : 1 / (1 - p);
  const factor = out.dtype === "float32" ? Math.fround(scale) : scale;
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = kept.data[kept.offset + i] === 1 ? from.data[from.offset + i]! * factor : 0;
  }
}
