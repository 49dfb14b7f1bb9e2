// Optimizer updates as ops over any number of parameters. The inputs are, parameter by parameter, the parameter, its
// gradient and its state tensors, and optionally, at the end, a scalar by which every gradient is multiplied first
// (rounded to the gradient's dtype, like a scaled copy). The outputs are, parameter by parameter, the parameter and its
// state after one step. Element i of an output depends only on element i of its parameter's inputs, so `applyInto` may
// write in place. Arithmetic is in double precision and rounded once, when stored. The ops are not differentiable.

import { type HostArray, inOrder, type Meta, type Op, type TypedArray } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

/** The attributes of an update of SGD. */
export interface SgdStepAttrs extends StepAttrs {
  /** Decay of the velocity. */
  readonly momentum: number;
  /** The part of the gradient that the velocity leaves out. */
  readonly dampening: number;
  /** Whether to look one step ahead (Nesterov 1983). */
  readonly nesterov: boolean;
  /**
   * For each parameter, true while its momentum buffer is empty: the buffer starts as the gradient, without dampening.
   */
  readonly first: readonly boolean[];
}

/** The attributes of an update of Adam or AdamW. */
export interface AdamStepAttrs extends StepAttrs {
  /** Decay of the mean of gradients. */
  readonly beta1: number;
  /** Decay of the mean of squared gradients. */
  readonly beta2: number;
  /** Added to the root, against division by zero. */
  readonly eps: number;
  /** True for AdamW: weight decay shrinks the parameter directly, not through the gradient. */
  readonly decoupled: boolean;
  /** True for AMSGrad: a third state tensor holds the largest mean square so far. */
  readonly amsgrad: boolean;
  /** The step number of each parameter, from 1. */
  readonly steps: readonly number[];
}

/** The attributes of an update of RMSprop. */
export interface RmspropStepAttrs extends StepAttrs {
  /** Decay of the mean of squared gradients. */
  readonly alpha: number;
  /** Added to the root, against division by zero. */
  readonly eps: number;
  /** Decay of the velocity. */
  readonly momentum: number;
  /** Whether to subtract the squared mean of gradients. */
  readonly centered: boolean;
}

/** The attributes of an update of Adagrad. */
export interface AdagradStepAttrs extends StepAttrs {
  /** Added to the root, against division by zero. */
  readonly eps: number;
  /** The divisor of lr for each parameter. */
  readonly lrDivisors: readonly number[];
}

/**
 * Stochastic gradient descent (Sutskever et al. 2013, as in PyTorch). With momentum, the state is one buffer.
 */
export const sgdStepOp: StepOp<SgdStepAttrs> = /* @__PURE__ */ stepOp(
  "sgdStep",
  ({ momentum }) => Number(momentum > 0),
  ({ param, grad, states, paramOut, statesOut, index, scale }, attrs) => {
    const { lr, momentum, dampening, nesterov, weightDecay, maximize } = attrs;
    const first = attrs.first[index] ?? false;
    const [buffer] = states;
    const [bufferOut] = statesOut;
    for (let i = 0; i < paramOut.length; i++) {
      const x = param[i]!;
      let d = direction(grad[i]!, x, maximize, weightDecay, scale);
      if (buffer !== undefined) {
        const moment = first ? d : momentum * buffer[i]! + (1 - dampening) * d;
        bufferOut![i] = moment;
        d = nesterov ? d + momentum * moment : moment;
      }
      paramOut[i] = x - lr * d;
    }
  },
);

/**
 * Adam (Kingma and Ba 2015), AdamW if `decoupled` (Loshchilov and Hutter 2019), and AMSGrad (Reddi et al. 2018). The
 * state is the mean gradient and the mean square. The bias corrections are as in PyTorch: p −= lr / (1 − β₁ᵗ) · m / (√v
 * / √(1 − β₂ᵗ) + eps).
 */
export const adamStepOp: StepOp<AdamStepAttrs> = /* @__PURE__ */ stepOp(
  "adamStep",
  ({ amsgrad }) => (amsgrad ? 3 : 2),
  ({ param, grad, states, paramOut, statesOut, index, scale }, attrs) => {
    const { lr, beta1, beta2, eps, weightDecay, maximize, decoupled } = attrs;
    const step = attrs.steps[index]!;
    const stepSize = lr / (1 - beta1 ** step);
    const correction = 1 / Math.sqrt(1 - beta2 ** step);
    const shrink = decoupled ? 1 - lr * weightDecay : 1;
    const decay = decoupled ? 0 : weightDecay;
    const [m, v, most] = states;
    const [mOut, vOut, mostOut] = statesOut;
    for (let i = 0; i < paramOut.length; i++) {
      const x = param[i]!;
      const d = direction(grad[i]!, x, maximize, decay, scale);
      const first = beta1 * m![i]! + (1 - beta1) * d;
      let second = beta2 * v![i]! + (1 - beta2) * d * d;
      mOut![i] = first;
      vOut![i] = second;
      if (most !== undefined) {
        second = Math.max(most[i]!, second);
        mostOut![i] = second;
      }
      paramOut[i] = x * shrink - (stepSize * first) / (Math.sqrt(second) * correction + eps);
    }
  },
);

/**
 * RMSprop (Hinton, lecture 6e, 2012; centered: Graves 2013). The state is the mean square, the mean gradient if
 * `centered`, and the momentum buffer if `momentum` > 0.
 */
export const rmspropStepOp: StepOp<RmspropStepAttrs> = /* @__PURE__ */ stepOp(
  "rmspropStep",
  ({ centered, momentum }) => 1 + Number(centered) + Number(momentum > 0),
  ({ param, grad, states, paramOut, statesOut, scale }, attrs) => {
    const { lr, alpha, eps, momentum, centered, weightDecay, maximize } = attrs;
    const square = states[0]!;
    const squareOut = statesOut[0]!;
    const [mean, meanOut] = centered ? [states[1], statesOut[1]] : [];
    const last = centered ? 2 : 1;
    const [buffer, bufferOut] = [states[last], statesOut[last]];
    for (let i = 0; i < paramOut.length; i++) {
      const x = param[i]!;
      const d = direction(grad[i]!, x, maximize, weightDecay, scale);
      let spread = alpha * square[i]! + (1 - alpha) * d * d;
      squareOut[i] = spread;
      if (mean !== undefined) {
        const center = alpha * mean[i]! + (1 - alpha) * d;
        meanOut![i] = center;
        // This is a variance: rounding of the stored means must not make it negative.
        spread = Math.max(0, spread - center * center);
      }
      let move = d / (Math.sqrt(spread) + eps);
      if (buffer !== undefined) {
        move += momentum * buffer[i]!;
        bufferOut![i] = move;
      }
      paramOut[i] = x - lr * move;
    }
  },
);

/** Adagrad (Duchi, Hazan and Singer 2011): steps shrink with the sum of squared gradients, which is the state. */
export const adagradStepOp: StepOp<AdagradStepAttrs> = /* @__PURE__ */ stepOp(
  "adagradStep",
  () => 1,
  ({ param, grad, states, paramOut, statesOut, index, scale }, attrs) => {
    const { eps, weightDecay, maximize } = attrs;
    const lr = attrs.lr / attrs.lrDivisors[index]!;
    const sum = states[0]!;
    const sumOut = statesOut[0]!;
    for (let i = 0; i < paramOut.length; i++) {
      const x = param[i]!;
      const d = direction(grad[i]!, x, maximize, weightDecay, scale);
      const total = sum[i]! + d * d;
      sumOut[i] = total;
      paramOut[i] = x - (lr * d) / (Math.sqrt(total) + eps);
    }
  },
);

/** Common to all updates. `maximize` negates the gradient, for gradient ascent. */
export interface StepAttrs {
  /** The learning rate. */
  readonly lr: number;
  /** The weight of the L2 penalty. */
  readonly weightDecay: number;
  /** Whether to go up the gradient. */
  readonly maximize: boolean;
}

/** One parameter of an update, all elements in row-major order. */
interface StepRow {
  readonly param: TypedArray;
  readonly grad: TypedArray;
  readonly states: readonly TypedArray[];
  readonly paramOut: TypedArray;
  readonly statesOut: readonly TypedArray[];
  /** The index of the parameter, from 0. */
  readonly index: number;
  readonly scale: Scale;
}

/** The factor of the gradients, and whether the product is rounded to float32. */
export interface Scale {
  readonly factor: number;
  readonly single: boolean;
}

/** An op that updates parameters and their state tensors. */
export type StepOp<A extends StepAttrs> = Op<readonly Tensor[], readonly Tensor[], A>;

/** Declares an update of parameters with `states` state tensors each. `update` updates one parameter. */
/* @__NO_SIDE_EFFECTS__ */
function stepOp<A extends StepAttrs>(
  name: string,
  states: (attrs: A) => number,
  update: (row: StepRow, attrs: A) => void,
): StepOp<A> {
  return {
    name,
    infer(inputs, attrs) {
      const width = 2 + states(attrs);
      const metas: Meta[] = [];
      for (let i = 0; i < inputs.length - (inputs.length % width); i++)
        if (i % width > 0) metas.push(inputs[i - (i % width)]!);
      return metas.map(({ shape, dtype }) => ({ shape, dtype }));
    },
    forward(inputs, outputs, attrs) {
      const width = 2 + states(attrs);
      const factor = inputs.length % width === 1 ? inputs.at(-1)! : null;
      for (let index = 0; (index + 1) * width <= inputs.length; index++) {
        const [param, grad, ...state] = inputs.slice(index * width, (index + 1) * width);
        const [paramOut, ...statesOut] = outputs.slice(index * (width - 1), (index + 1) * (width - 1));
        update(
          {
            param: elements(param!),
            grad: elements(grad!),
            states: state.map(elements),
            paramOut: paramOut!.data,
            statesOut: statesOut.map(({ data }) => data),
            index,
            scale: scaleOf(factor, grad!),
          },
          attrs,
        );
      }
    },
    gradient: (_grads, inputs) => inputs.map(() => null),
  };
}

/** An input's elements in row-major order, starting at 0. Not copied if they already are. */
function elements(x: HostArray): TypedArray {
  const { data, offset } = inOrder(x);
  return offset === 0 ? data : data.subarray(offset);
}

function scaleOf(factor: HostArray | null, { dtype }: HostArray): Scale {
  const single = dtype === "float32";
  const value = factor === null ? 1 : factor.data[factor.offset]!;
  return { factor: single ? Math.fround(value) : value, single };
}

/** The update direction of element x with gradient g: scaled, negated for `maximize`, plus coupled weight decay. */
export function direction(
  g: number,
  x: number,
  maximize: boolean,
  weightDecay: number,
  { factor, single }: Scale,
): number {
  const scaled = factor === 1 ? g : single ? Math.fround(g * factor) : g * factor;
  const d = maximize ? -scaled : scaled;
  return weightDecay === 0 ? d : d + weightDecay * x;
}
