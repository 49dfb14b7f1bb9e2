import {
  bigBirdLayout,
  blockMask,
  blockSparseAttention,
  linearAttention,
  scaledDotProductAttention,
  slidingWindowAttention,
  windowMask,
} from "@saccade/attention";
import { Linear, Module } from "@saccade/nn";
import { type Tensor, where } from "@saccade/tensor";

export const width = 64;
export const heads = 4;

/** Attention of heads (b, h, n, d). */
type Attend = (q: Tensor, k: Tensor, v: Tensor) => Tensor;

/** A kind of attention at one length. */
export interface AttentionKind {
  readonly name: string;
  /** The longest sequence that is worth the time or the memory. */
  readonly longest: number;
  readonly attend: (n: number, window: number) => Attend;
  /** The same as full attention with a matrix (n, n). */
  readonly asFull: (n: number, window: number) => Attend;
}

const masked =
  (mask: Tensor): Attend =>
  (q, k, v) =>
    scaledDotProductAttention(q, k, v, { mask }).output;

/** Kinds of causal attention, with a window of `window` or as many keys. */
export const kinds: readonly AttentionKind[] = [
  {
    name: "full, weights as a matrix",
    longest: 2048,
    attend: () => (q, k, v) => scaledDotProductAttention(q, k, v, { causal: true }).output,
    asFull: (n) => masked(windowMask(n, { window: n, causal: true })),
  },
  {
    name: "full, fused",
    longest: 8192,
    attend: () => (q, k, v) =>
      scaledDotProductAttention(q, k, v, { causal: true, needWeights: false }).output,
    asFull: (n) => masked(windowMask(n, { window: n, causal: true })),
  },
  {
    name: "window",
    longest: 16_384,
    attend: (_, window) => (q, k, v) => slidingWindowAttention(q, k, v, { window, causal: true }),
    asFull: (n, window) => masked(windowMask(n, { window, causal: true })),
  },
  {
    name: "dilated window",
    longest: 16_384,
    attend: (_, window) => (q, k, v) =>
      slidingWindowAttention(q, k, v, { window, dilation: 4, causal: true }),
    asFull: (n, window) => masked(windowMask(n, { window, dilation: 4, causal: true })),
  },
  {
    name: "block-sparse",
    longest: 16_384,
    attend: (n, window) => (q, k, v) => blockSparseAttention(q, k, v, { ...blocks(n, window), causal: true }),
    asFull: (n, window) => masked(blockMask(n, n, { ...blocks(n, window), causal: true })),
  },
  {
    name: "linear",
    longest: 16_384,
    attend: () => (q, k, v) => linearAttention(q, k, v, { causal: true }),
    asFull: () => (q, k, v) => {
      const features = (x: Tensor): Tensor => where(x.gt(0), x.add(1), x.minimum(0).exp());
      const weights = features(q).matmul(features(k).transpose(-2, -1)).tril();
      return weights.div(weights.sum(-1, { keepdim: true })).matmul(v);
    },
  },
];

// Each block of queries attends to its own, the one before, and the first: BigBird without random blocks.
function blocks(n: number, window: number) {
  const blockSize = window / 4;
  return { blockSize, layout: bigBirdLayout(Math.ceil(n / blockSize), { window: 7, globals: 1 }) };
}

/** A layer of projections around an attention. */
export class AttentionLayer extends Module {
  project: Linear = new Linear(width, 3 * width);
  out: Linear = new Linear(width, width);
  readonly #attend: Attend;

  constructor(attend: Attend) {
    super();
    this.#attend = attend;
  }

  /** @param x (1, n, width) */
  override forward(x: Tensor): Tensor {
    const [b, n] = x.dims(3);
    const [q, k, v] = this.project
      .forward(x)
      .reshape([b, n, 3, heads, width / heads])
      .unbind(2);
    const output = this.#attend(q!.transpose(1, 2), k!.transpose(1, 2), v!.transpose(1, 2));
    return this.out.forward(output.transpose(1, 2).reshape([b, n, width]));
  }
}
