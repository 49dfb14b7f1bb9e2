import type { TypedArray } from "../../dtype.ts";
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

/** An input's elements in row-major order, from 0 on; not copied where they stand so already. */
function elements(x: HostArray): TypedArray {
  const { data, offset } = inOrder(x);
  return offset === 0 ? data : data.subarray(offset);
}

/** Where element x goes by its gradient g: turned about to climb, and with the decay that goes through it. */
function direction(g: number, x: number, maximize: boolean, weightDecay: number): number {
  const d = maximize ? -g : g;
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
  forward([param, grad, buffer], [{ data: out }, bufferOut], attrs) {
    const { lr, momentum, dampening, nesterov, first, weightDecay, maximize } = attrs;
    const p = elements(param);
    const g = elements(grad);
    const b = buffer && elements(buffer);
    for (let i = 0; i < out.length; i++) {
      const x = p[i]!;
      let d = direction(g[i]!, x, maximize, weightDecay);
      if (b !== undefined) {
        const moment = first ? d : momentum * b[i]! + (1 - dampening) * d;
        bufferOut!.data[i] = moment;
        d = nesterov ? d + momentum * moment : moment;
      }
      out[i] = x - lr * d;
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
  forward(
    [param, grad, expAvg, expAvgSq, maxExpAvgSq],
    [{ data: out }, { data: mOut }, { data: vOut }, maxOut],
    attrs,
  ) {
    const { lr, beta1, beta2, eps, weightDecay, maximize, decoupled, step } = attrs;
    const stepSize = lr / (1 - beta1 ** step);
    const correction = 1 / Math.sqrt(1 - beta2 ** step);
    const shrink = decoupled ? 1 - lr * weightDecay : 1;
    const decay = decoupled ? 0 : weightDecay;
    const p = elements(param);
    const g = elements(grad);
    const m = elements(expAvg);
    const v = elements(expAvgSq);
    const max = maxExpAvgSq && elements(maxExpAvgSq);
    for (let i = 0; i < out.length; i++) {
      const x = p[i]!;
      const d = direction(g[i]!, x, maximize, decay);
      const first = beta1 * m[i]! + (1 - beta1) * d;
      let second = beta2 * v[i]! + (1 - beta2) * d * d;
      mOut[i] = first;
      vOut[i] = second;
      if (max !== undefined) {
        second = Math.max(max[i]!, second);
        maxOut!.data[i] = second;
      }
      out[i] = x * shrink - (stepSize * first) / (Math.sqrt(second) * correction + eps);
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
  forward([param, grad, squareAvg, ...more], [{ data: out }, { data: squareOut }, ...moreOut], attrs) {
    const { lr, alpha, eps, momentum, centered, weightDecay, maximize } = attrs;
    const p = elements(param);
    const g = elements(grad);
    const square = elements(squareAvg);
    const mean: Slot | null = centered ? slot(more[0], moreOut[0]) : null;
    const last = centered ? 1 : 0;
    const buffer: Slot | null = momentum > 0 ? slot(more[last], moreOut[last]) : null;
    for (let i = 0; i < out.length; i++) {
      const x = p[i]!;
      const d = direction(g[i]!, x, maximize, weightDecay);
      let spread = alpha * square[i]! + (1 - alpha) * d * d;
      squareOut[i] = spread;
      if (mean !== null) {
        const center = alpha * mean.from[i]! + (1 - alpha) * d;
        mean.to[i] = center;
        // A variance: rounding of the stored means must not make it negative.
        spread = Math.max(0, spread - center * center);
      }
      let move = d / (Math.sqrt(spread) + eps);
      if (buffer !== null) {
        move += momentum * buffer.from[i]!;
        buffer.to[i] = move;
      }
      out[i] = x - lr * move;
    }
  },
  gradient: () => [null, null, null],
};

/** A state tensor before and after the step. */
interface Slot {
  readonly from: TypedArray;
  readonly to: TypedArray;
}

function slot(from: HostArray | undefined, to: HostArray | undefined): Slot {
  return { from: elements(from!), to: to!.data };
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
  forward([param, grad, sum], [{ data: out }, { data: sumOut }], attrs) {
    const { lr, eps, weightDecay, maximize } = attrs;
    const p = elements(param);
    const g = elements(grad);
    const s = elements(sum);
    for (let i = 0; i < out.length; i++) {
      const x = p[i]!;
      const d = direction(g[i]!, x, maximize, weightDecay);
      const total = s[i]! + d * d;
      sumOut[i] = total;
      out[i] = x - (lr * d) / (Math.sqrt(total) + eps);
    }
  },
  gradient: () => [null, null, null],
};
