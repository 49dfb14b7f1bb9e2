import { type HostArray, inOrder, type Meta, type Op, type TypedArray } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

// Optimizer updates as ops over any number of parameters. The inputs are, parameter by parameter, the parameter, its
// gradient and its state tensors, and optionally, at the end, a scalar by which every gradient is multiplied first
// (rounded to the gradient's dtype, like a scaled copy). The outputs are, parameter by parameter, the parameter and its
// state after one step. Element i of an output depends only on element i of its parameter's inputs, so `applyInto` may
// write in place. Arithmetic is in double precision and rounded once, when stored. The ops are not differentiable.

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
export interface StepRow {
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
export function stepOp<A extends StepAttrs>(
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
