// The cross-entropy of a linear map, computed in blocks of rows, so that the logits never exist all at once.

import { longest } from "../../apply/listeners.ts";
import { onesLike } from "../../create.ts";
import {
  apply,
  applyInto,
  gradientsOf,
  type MetasOf,
  madeOf,
  notDifferentiable,
  numelOf,
  type Op,
  pullBack,
  type Shape,
  wantsGradients,
} from "../../kit.ts";
import { scope } from "../../memory/scope.ts";
import type { Tensor } from "../../tensor.ts";
import { addOp } from "../elementwise/arithmetic.ts";
import { cat } from "../indexing/join.ts";
import { linear } from "../linear/linear.ts";
import { matmul } from "../linear/matmul.ts";
import {
  type CrossEntropyAttrs,
  crossEntropy,
  crossEntropyBackwardOp,
  lossAttrs,
  type SoftmaxCrossEntropyOptions,
} from "./class-losses.ts";

/** The maximum number of logits at a time, unless a single row has more: 16 MiB. */
const mostLogits = 2 ** 22;

interface BlockAttrs extends CrossEntropyAttrs {
  /** The dims of a row's logits, (C, …). */
  readonly places: Shape;
  readonly biased: boolean;
  /** Whether the losses are summed: then their gradients are known with them. */
  readonly sum: boolean;
  /** Whether the gradients of a sum are kept. */
  readonly keep: boolean;
}

/** x (n, in), W (C · …, in), target (n, …) int32, a bias (C · …) if biased, and a weight (C) or none. */
type Inputs = readonly [x: Tensor, W: Tensor, target: Tensor, ...more: Tensor[]];

const parts = ([x, W, target, ...more]: Inputs, { biased }: BlockAttrs) => {
  const bias = biased ? more[0]! : null;
  return { x, W, target, bias, weight: more[biased ? 1 : 0] ?? null };
};

/** Walks over the blocks of rows: their losses, and the sums of their gradients for cotangents g (n, …), or for 1. */
function walk(
  inputs: Inputs,
  attrs: BlockAttrs,
  wants: { readonly losses: boolean; readonly gradients: boolean },
  g?: Tensor,
): { readonly losses: readonly Tensor[]; readonly gradients: readonly Tensor[] } {
  const { x, W, target, bias, weight } = parts(inputs, attrs);
  const [n, width] = [x.size(0), W.size(0)];
  const rows = Math.max(1, Math.floor(mostLogits / width));
  // The gradient of W is summed in pieces, so that no second one of its size exists.
  const classes = Math.max(1, Math.floor(mostLogits / 2 / W.size(1)));
  const pieces = Array.from({ length: Math.ceil(width / classes) }, (_, i) => ({
    from: i * classes,
    count: Math.min(classes, width - i * classes),
  }));
  const losses: Tensor[] = [];
  const dx: Tensor[] = [];
  let sums: readonly Tensor[] = [];
  for (let start = 0; start < n; start += rows) {
    const some = Math.min(rows, n - start);
    const block = scope((): readonly Tensor[] => {
      const [rowsOfX, targets] = [x.narrow(0, start, some), target.narrow(0, start, some)];
      const logits = linear(rowsOfX, W, bias).reshape([some, ...attrs.places]);
      const loss = wants.losses ? [crossEntropy(logits, targets, { ...attrs, weight })] : [];
      if (!wants.gradients) return loss;
      const cotangent = g === undefined ? onesLike(targets, { dtype: x.dtype }) : g.narrow(0, start, some);
      const given = weight === null ? [cotangent, logits, targets] : [cotangent, logits, targets, weight];
      const [slopes] = apply(crossEntropyBackwardOp, given as [Tensor, Tensor, Tensor], attrs);
      logits.dispose();
      const flat = slopes!.reshape([some, width]);
      const made = pieces.map(({ from, count }, i) =>
        scope((): Tensor => {
          const dW = matmul(flat.narrow(1, from, count).t(), rowsOfX);
          if (sums[i] === undefined) return dW;
          applyInto(addOp, [sums[i], dW], {}, [sums[i]]);
          return sums[i];
        }),
      );
      if (bias !== null) made.push(sums.length === 0 ? flat.sum(0) : sums.at(-1)!.add(flat.sum(0)));
      return [...loss, matmul(flat, W), ...made];
    });
    if (wants.losses) losses.push(block[0]!);
    if (!wants.gradients) continue;
    const [ofX, ...made] = wants.losses ? block.slice(1) : block;
    dx.push(ofX!);
    sums = made;
  }
  if (!wants.gradients) return { losses, gradients: [] };
  const dW = pieces.length === 1 ? sums[0]! : cat(sums.slice(0, pieces.length));
  return { losses, gradients: [cat(dx), dW, ...sums.slice(pieces.length)] };
}

/** The losses as one formula, for gradients of gradients. */
function unblocked(inputs: Inputs, attrs: BlockAttrs): Tensor {
  const { x, W, target, bias, weight } = parts(inputs, attrs);
  const logits = linear(x, W, bias).reshape([x.size(0), ...attrs.places]);
  const losses = crossEntropy(logits, target, { ...attrs, weight });
  return attrs.sum ? losses.sum() : losses;
}

const gradientMetas = ([x, W, , ...more]: MetasOf<Inputs>, { biased }: BlockAttrs) =>
  [x, W, ...(biased ? [more[0]!] : [])].map(({ shape, dtype }) => ({ shape, dtype }));

const backwardOp: Op<readonly [g: Tensor, ...inputs: Inputs], readonly Tensor[], BlockAttrs> = {
  name: "linearCrossEntropyBackward",
  composed: true,
  infer: ([, ...inputs], attrs) => gradientMetas(inputs, attrs),
  ...madeOf<readonly [g: Tensor, ...inputs: Inputs], BlockAttrs>(
    ([g, ...inputs], attrs) => walk(inputs, attrs, { losses: false, gradients: true }, g).gradients,
  ),
  gradient: () => notDifferentiable("linearCrossEntropyBackward"),
};

const blockedOp: Op<Inputs, readonly Tensor[], BlockAttrs> = {
  name: "linearCrossEntropy",
  composed: true,
  infer: (inputs, attrs) => {
    const [x, , target] = inputs;
    const loss = { shape: attrs.sum ? [] : target.shape, dtype: x.dtype };
    return attrs.keep ? [loss, ...gradientMetas(inputs, attrs)] : [loss];
  },
  ...madeOf<Inputs, BlockAttrs>((inputs, attrs) => {
    const { losses, gradients } = walk(inputs, attrs, { losses: true, gradients: attrs.keep });
    const all = cat(losses);
    return [attrs.sum ? all.sum() : all, ...gradients];
  }),
  gradient([g], inputs, [, ...kept], attrs) {
    const { bias, weight } = parts(inputs, attrs);
    const [x, W, target] = inputs;
    const withWeight = (w: Tensor): readonly Tensor[] => [
      unblocked(bias ? [x, W, target, bias, w] : [x, W, target, w], attrs),
    ];
    const known = gradientsOf({
      kernel: () =>
        kept.length > 0
          ? kept.map((one) => one.mul(g!))
          : apply(backwardOp, [g!, ...inputs], { ...attrs, keep: false }),
      definition: (x, W, ...more) => [unblocked([x!, W!, target, ...more], attrs)],
      inputs: [x, W, ...inputs.slice(3)],
      cotangents: [g!],
    });
    return [
      () => known()[0]!,
      () => known()[1]!,
      null,
      ...(bias ? [() => known()[2]!] : []),
      ...(weight ? [() => pullBack((w) => withWeight(w!), [weight], [g!])[0]!] : []),
    ];
  },
};

/** Options of {@link linearCrossEntropy}. */
export interface LinearCrossEntropyTerms extends SoftmaxCrossEntropyOptions {
  /** (C · …). */
  readonly bias: Tensor | null;
  /** The dims of a row's logits, (C, …). */
  readonly places: Shape;
  /** Whether the losses are summed. */
  readonly sum: boolean;
}

/**
 * The cross-entropy between softmax(x Wᵀ + bias) and target classes: x (n, in), W (C · …, in), target (n, …) int32 → losses
 * (n, …), or their sum. Where there are many logits, they are made for some rows at a time.
 *
 * @param what the function, for messages.
 * @throws the errors of `crossEntropy`.
 * @example
 * const terms = { bias: null, places: [2], sum: true };
 * linearCrossEntropy("loss", tensor([[1]]), tensor([[1], [0]]), tensor([1], { dtype: "int32" }), terms) // tensor(1.3133)
 */
export function linearCrossEntropy(
  what: string,
  x: Tensor,
  W: Tensor,
  target: Tensor,
  { bias, places, sum, labelSmoothing = 0, ...options }: LinearCrossEntropyTerms,
): Tensor {
  const logits = { shape: [...x.shape.slice(0, -1), ...places], dtype: x.dtype };
  const terms = lossAttrs(what, logits, target, { ...options, dim: 1 });
  const attrs = { ...terms, labelSmoothing, places, biased: bias !== null, sum, keep: false };
  const weight = options.weight ?? null;
  const more = [bias, weight].filter((one) => one !== null);
  const inputs: Inputs = [x, W, target, ...more];
  const isOne = inputs.every((one) => one.physical === one && (one === target || one.dtype === x.dtype));
  // In a trace, one product serves all sizes.
  const few = numelOf(logits.shape) <= mostLogits || longest(x.size(0)) !== x.size(0);
  if (few || !isOne) return unblocked(inputs, attrs);
  return apply(blockedOp, inputs, { ...attrs, keep: sum && wantsGradients() })[0]!;
}
