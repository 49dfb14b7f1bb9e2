import { DTypeError, ShapeError } from "../../errors.ts";
import { inOrder } from "../../iterate.ts";
import type { HostArray, Meta, Op } from "../../op.ts";
import { formatShape, sameShape } from "../../shape.ts";
import type { Tensor } from "../../tensor.ts";

// Optimizer updates as ops: they take a parameter, its gradient and its state, and give the parameter and
// the state after one step. Element i of every output depends on element i of the inputs alone, so that
// `applyInto` may write them in place. Sums are made in double and rounded once, at the store.
// No gradient flows through an update.

/** Common to all updates: `maximize` climbs, that is, takes the gradient's negative. */
interface StepAttrs {
  readonly lr: number;
  readonly weightDecay: number;
  readonly maximize: boolean;
}

export interface SgdStepAttrs extends StepAttrs {
  readonly momentum: number;
  readonly dampening: number;
  readonly nesterov: boolean;
  /** True where the momentum buffer holds nothing yet: it starts as the gradient, without dampening. */
  readonly first: boolean;
}

export interface AdamStepAttrs extends StepAttrs {
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  /** True for AdamW: decay shrinks the parameter itself, not through the gradient. */
  readonly decoupled: boolean;
  /** Counts from 1. */
  readonly step: number;
}

export interface RmspropStepAttrs extends StepAttrs {
  readonly alpha: number;
  readonly eps: number;
  readonly momentum: number;
  readonly centered: boolean;
}

/** `lr` is the decayed one. */
export interface AdagradStepAttrs extends StepAttrs {
  readonly eps: number;
}

/** An input in row-major order. */
type Ordered = ReturnType<typeof inOrder>;

function at({ data, offset }: Ordered, i: number): number {
  return data[offset + i]!;
}

/** The gradient to follow at element i: the sign of `maximize`, and the decay that goes through the gradient. */
function direction(g: Ordered, i: number, x: number, { weightDecay, maximize }: StepAttrs): number {
  const d = maximize ? -at(g, i) : at(g, i);
  return weightDecay === 0 ? d : d + weightDecay * x;
}

function checkAlike(what: string, [param, ...rest]: readonly (Meta | undefined)[]): Meta {
  for (const other of rest) {
    if (other === undefined) continue;
    if (!sameShape(other.shape, param!.shape)) {
      throw new ShapeError(
        `${what}: the parameter is ${formatShape(param!.shape)}, its gradient or state ${formatShape(other.shape)}; ` +
          "they must have one shape.",
      );
    }
    if (other.dtype !== param!.dtype) {
      throw new DTypeError(
        `${what}: the parameter is ${param!.dtype}, its gradient or state ${other.dtype}; ` +
          `convert with to("${param!.dtype}").`,
      );
    }
  }
  return param!;
}

type SgdIn = readonly [param: Tensor, grad: Tensor, ...momentumBuffer: Tensor[]];
type SgdOut = readonly [param: Tensor, ...momentumBuffer: Tensor[]];

/** Stochastic gradient descent, with momentum where a buffer is given. Sutskever et al. 2013, as in PyTorch. */
export const sgdStepOp: Op<SgdIn, SgdOut, SgdStepAttrs> = {
  name: "sgdStep",
  infer(inputs) {
    const meta = checkAlike("sgdStep", inputs);
    return inputs.length > 2 ? [meta, meta] : [meta];
  },
  forward([param, grad, buffer], [out, bufferOut], attrs) {
    const { lr, momentum, dampening, nesterov, first } = attrs;
    const p = inOrder(param);
    const g = inOrder(grad);
    const b = buffer && inOrder(buffer);
    for (let i = 0; i < out.data.length; i++) {
      const x = at(p, i);
      let d = direction(g, i, x, attrs);
      if (b !== undefined) {
        const moment = first ? d : momentum * at(b, i) + (1 - dampening) * d;
        bufferOut!.data[i] = moment;
        d = nesterov ? d + momentum * moment : moment;
      }
      out.data[i] = x - lr * d;
    }
  },
  gradient: () => [null, null],
};

type AdamIn = readonly [
  param: Tensor,
  grad: Tensor,
  expAvg: Tensor,
  expAvgSq: Tensor,
  ...maxExpAvgSq: Tensor[],
];
type AdamOut = readonly [param: Tensor, expAvg: Tensor, expAvgSq: Tensor, ...maxExpAvgSq: Tensor[]];

/**
 * Adam (Kingma and Ba 2015), AdamW where `decoupled` (Loshchilov and Hutter 2019), and AMSGrad (Reddi et al.
 * 2018) where a running maximum is given. The bias corrections are those of PyTorch:
 * p −= lr / (1 − β₁ᵗ) · m / (√v / √(1 − β₂ᵗ) + eps).
 */
export const adamStepOp: Op<AdamIn, AdamOut, AdamStepAttrs> = {
  name: "adamStep",
  infer(inputs) {
    const meta = checkAlike("adamStep", inputs);
    return inputs.length > 4 ? [meta, meta, meta, meta] : [meta, meta, meta];
  },
  forward([param, grad, expAvg, expAvgSq, maxExpAvgSq], [out, mOut, vOut, maxOut], attrs) {
    const { lr, beta1, beta2, eps, weightDecay, decoupled, step } = attrs;
    const stepSize = lr / (1 - beta1 ** step);
    const correction = Math.sqrt(1 - beta2 ** step);
    const shrink = decoupled ? 1 - lr * weightDecay : 1;
    const towards = decoupled ? { ...attrs, weightDecay: 0 } : attrs;
    const p = inOrder(param);
    const g = inOrder(grad);
    const m = inOrder(expAvg);
    const v = inOrder(expAvgSq);
    const max = maxExpAvgSq && inOrder(maxExpAvgSq);
    for (let i = 0; i < out.data.length; i++) {
      const x = at(p, i);
      const d = direction(g, i, x, towards);
      const first = beta1 * at(m, i) + (1 - beta1) * d;
      let second = beta2 * at(v, i) + (1 - beta2) * d * d;
      mOut.data[i] = first;
      vOut.data[i] = second;
      if (max !== undefined) {
        second = Math.max(at(max, i), second);
        maxOut!.data[i] = second;
      }
      out.data[i] = x * shrink - (stepSize * first) / (Math.sqrt(second) / correction + eps);
    }
  },
  gradient: () => [null, null, null, null],
};

type RmspropIn = readonly [param: Tensor, grad: Tensor, squareAvg: Tensor, ...more: Tensor[]];
type RmspropOut = readonly [param: Tensor, squareAvg: Tensor, ...more: Tensor[]];

/**
 * RMSprop (Hinton, lecture 6e, 2012; centered: Graves 2013). After the mean square stand the mean gradient
 * where `centered`, then the momentum buffer where `momentum` > 0.
 */
export const rmspropStepOp: Op<RmspropIn, RmspropOut, RmspropStepAttrs> = {
  name: "rmspropStep",
  infer(inputs, { centered, momentum }) {
    const meta = checkAlike("rmspropStep", inputs);
    const states = 1 + Number(centered) + Number(momentum > 0);
    if (inputs.length !== 2 + states) {
      throw new ShapeError(
        `rmspropStep: ${states} state tensors are due, ${inputs.length - 2} were given; one for the mean square, ` +
          "then one if centered, then one if momentum > 0.",
      );
    }
    return states === 3 ? [meta, meta, meta, meta] : states === 2 ? [meta, meta, meta] : [meta, meta];
  },
  forward([param, grad, squareAvg, ...more], [out, squareOut, ...moreOut], attrs) {
    const { lr, alpha, eps, momentum, centered } = attrs;
    const p = inOrder(param);
    const g = inOrder(grad);
    const square = inOrder(squareAvg);
    const mean: Slot | null = centered ? slot(more[0], moreOut[0]) : null;
    const last = centered ? 1 : 0;
    const buffer: Slot | null = momentum > 0 ? slot(more[last], moreOut[last]) : null;
    for (let i = 0; i < out.data.length; i++) {
      const x = at(p, i);
      const d = direction(g, i, x, attrs);
      let spread = alpha * at(square, i) + (1 - alpha) * d * d;
      squareOut.data[i] = spread;
      if (mean !== null) {
        const center = alpha * at(mean.from, i) + (1 - alpha) * d;
        mean.to.data[i] = center;
        // A variance: rounding of the stored means must not make it negative.
        spread = Math.max(0, spread - center * center);
      }
      let move = d / (Math.sqrt(spread) + eps);
      if (buffer !== null) {
        move += momentum * at(buffer.from, i);
        buffer.to.data[i] = move;
      }
      out.data[i] = x - lr * move;
    }
  },
  gradient: () => [null, null, null],
};

/** A state tensor before and after the step. */
interface Slot {
  readonly from: Ordered;
  readonly to: HostArray;
}

function slot(from: HostArray | undefined, to: HostArray | undefined): Slot {
  return { from: inOrder(from!), to: to! };
}

type AdagradIn = readonly [param: Tensor, grad: Tensor, sum: Tensor];
type AdagradOut = readonly [param: Tensor, sum: Tensor];

/** Adagrad: steps shrink with the sum of squared gradients. Duchi, Hazan and Singer 2011. */
export const adagradStepOp: Op<AdagradIn, AdagradOut, AdagradStepAttrs> = {
  name: "adagradStep",
  infer(inputs) {
    const meta = checkAlike("adagradStep", inputs);
    return [meta, meta];
  },
  forward([param, grad, sum], [out, sumOut], attrs) {
    const { lr, eps } = attrs;
    const p = inOrder(param);
    const g = inOrder(grad);
    const s = inOrder(sum);
    for (let i = 0; i < out.data.length; i++) {
      const x = at(p, i);
      const d = direction(g, i, x, attrs);
      const total = at(s, i) + d * d;
      sumOut.data[i] = total;
      out.data[i] = x - (lr * d) / (Math.sqrt(total) + eps);
    }
  },
  gradient: () => [null, null, null],
};
