import { direction, type StepAttrs, type StepOp, stepOp } from "./step-op.ts";

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
export const sgdStepOp: StepOp<SgdStepAttrs> = stepOp(
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
export const adamStepOp: StepOp<AdamStepAttrs> = stepOp(
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
export const rmspropStepOp: StepOp<RmspropStepAttrs> = stepOp(
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
export const adagradStepOp: StepOp<AdagradStepAttrs> = stepOp(
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
