import { pad, type Tensor } from "@saccade/tensor";
import { within } from "@saccade/tensor/backend";
import {
  listOf,
  type Rule,
  required,
  rule,
  type Signature,
  signature,
  type Tensors,
  tensors,
  whole,
} from "@saccade/tensor/contract";
import { anyNumber } from "../rules.ts";
import { DeclaredLayer } from "./declared-layer.ts";

/** The padding of all sides, or [left, right, top, bottom, front, back]: those of the last dim first. Negative numbers crop. */
export type PaddingSize = number | readonly number[];

/* @__NO_SIDE_EFFECTS__ */
function paddingRule(dims: number): Rule<PaddingSize, undefined> {
  const list = listOf(whole());
  const holds = (value: unknown): value is PaddingSize =>
    whole().holds(value) || (list.holds(value) && value.length === 2 * dims);
  return rule(`a whole number or an array of ${2 * dims} of them`, holds);
}

interface PaddingCalls {
  readonly construct: Signature<{ padding: ReturnType<typeof required<PaddingSize>> }, Record<never, never>>;
  readonly inputs: Tensors<string>;
  readonly dims: number;
}

const lastDims = ["l", "h, w", "d, h, w"];

/* @__NO_SIDE_EFFECTS__ */
function callsOf(layer: string, dims: 1 | 2 | 3): PaddingCalls {
  return {
    construct: signature(layer, { padding: required(paddingRule(dims)) }, `new ${layer}(1)`),
    inputs: tensors<string>(`${layer}.forward`, `x (…, ${lastDims[dims - 1]})`),
    dims,
  };
}

/** The common part of the padding layers. */
abstract class Padding extends DeclaredLayer {
  /** [left, right, top, bottom, front, back], as many as the layer has dims. */
  readonly padding: readonly number[];
  readonly #mode: "constant" | "reflect" | "replicate" | "circular";
  readonly #value: number;

  constructor(
    padding: PaddingSize,
    { inputs, dims }: Pick<PaddingCalls, "inputs" | "dims">,
    mode: "constant" | "reflect" | "replicate" | "circular",
    value?: number,
  ) {
    const sizes = typeof padding === "number" ? new Array<number>(2 * dims).fill(padding) : [...padding];
    super(inputs, { padding: sizes, value });
    this.padding = sizes;
    this.#mode = mode;
    this.#value = value ?? 0;
  }

  /** @throws ShapeError if x has too few dims, or less than the padding mirrors, repeats or crops. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    const how = this.#mode === "constant" ? { value: this.#value } : { mode: this.#mode };
    return within(`${this.constructor.name}.forward`, () => pad(x, this.padding, how));
  }
}

const zero1d = /* @__PURE__ */ callsOf("ZeroPad1d", 1);
/**
 * Pads sequences (…, L) with zeros.
 *
 * @example new ZeroPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[0, 1, 2, 3, 0]])
 */
export class ZeroPad1d extends Padding {
  constructor(padding: PaddingSize) {
    super(zero1d.construct([padding]).padding, zero1d, "constant");
  }
}

const zero2d = /* @__PURE__ */ callsOf("ZeroPad2d", 2);
/**
 * Pads images (…, H, W) with zeros.
 *
 * @example new ZeroPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ZeroPad2d extends Padding {
  constructor(padding: PaddingSize) {
    super(zero2d.construct([padding]).padding, zero2d, "constant");
  }
}

const zero3d = /* @__PURE__ */ callsOf("ZeroPad3d", 3);
/**
 * Pads volumes (…, D, H, W) with zeros.
 *
 * @example new ZeroPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ZeroPad3d extends Padding {
  constructor(padding: PaddingSize) {
    super(zero3d.construct([padding]).padding, zero3d, "constant");
  }
}

const reflection1d = /* @__PURE__ */ callsOf("ReflectionPad1d", 1);
/**
 * Pads sequences (…, L) with its mirror image, without the border element.
 *
 * @example new ReflectionPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[2, 1, 2, 3, 2]])
 */
export class ReflectionPad1d extends Padding {
  constructor(padding: PaddingSize) {
    super(reflection1d.construct([padding]).padding, reflection1d, "reflect");
  }
}

const reflection2d = /* @__PURE__ */ callsOf("ReflectionPad2d", 2);
/**
 * Pads images (…, H, W) with its mirror image, without the border element.
 *
 * @example new ReflectionPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ReflectionPad2d extends Padding {
  constructor(padding: PaddingSize) {
    super(reflection2d.construct([padding]).padding, reflection2d, "reflect");
  }
}

const reflection3d = /* @__PURE__ */ callsOf("ReflectionPad3d", 3);
/**
 * Pads volumes (…, D, H, W) with its mirror image, without the border element.
 *
 * @example new ReflectionPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ReflectionPad3d extends Padding {
  constructor(padding: PaddingSize) {
    super(reflection3d.construct([padding]).padding, reflection3d, "reflect");
  }
}

const replication1d = /* @__PURE__ */ callsOf("ReplicationPad1d", 1);
/**
 * Pads sequences (…, L) with its border elements.
 *
 * @example new ReplicationPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[1, 1, 2, 3, 3]])
 */
export class ReplicationPad1d extends Padding {
  constructor(padding: PaddingSize) {
    super(replication1d.construct([padding]).padding, replication1d, "replicate");
  }
}

const replication2d = /* @__PURE__ */ callsOf("ReplicationPad2d", 2);
/**
 * Pads images (…, H, W) with its border elements.
 *
 * @example new ReplicationPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ReplicationPad2d extends Padding {
  constructor(padding: PaddingSize) {
    super(replication2d.construct([padding]).padding, replication2d, "replicate");
  }
}

const replication3d = /* @__PURE__ */ callsOf("ReplicationPad3d", 3);
/**
 * Pads volumes (…, D, H, W) with its border elements.
 *
 * @example new ReplicationPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ReplicationPad3d extends Padding {
  constructor(padding: PaddingSize) {
    super(replication3d.construct([padding]).padding, replication3d, "replicate");
  }
}

const circular1d = /* @__PURE__ */ callsOf("CircularPad1d", 1);
/**
 * Pads sequences (…, L) with its elements from the other end.
 *
 * @example new CircularPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[3, 1, 2, 3, 1]])
 */
export class CircularPad1d extends Padding {
  constructor(padding: PaddingSize) {
    super(circular1d.construct([padding]).padding, circular1d, "circular");
  }
}

const circular2d = /* @__PURE__ */ callsOf("CircularPad2d", 2);
/**
 * Pads images (…, H, W) with its elements from the other end.
 *
 * @example new CircularPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class CircularPad2d extends Padding {
  constructor(padding: PaddingSize) {
    super(circular2d.construct([padding]).padding, circular2d, "circular");
  }
}

const circular3d = /* @__PURE__ */ callsOf("CircularPad3d", 3);
/**
 * Pads volumes (…, D, H, W) with its elements from the other end.
 *
 * @example new CircularPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class CircularPad3d extends Padding {
  constructor(padding: PaddingSize) {
    super(circular3d.construct([padding]).padding, circular3d, "circular");
  }
}

/* @__NO_SIDE_EFFECTS__ */
function constantCalls(layer: string, dims: 1 | 2 | 3) {
  const value = required(anyNumber(0));
  const construct = signature(layer, { padding: required(paddingRule(dims)), value }, `new ${layer}(1, 0.5)`);
  return { construct, inputs: tensors<string>(`${layer}.forward`, `x (…, ${lastDims[dims - 1]})`), dims };
}

const constant1d = /* @__PURE__ */ constantCalls("ConstantPad1d", 1);
/**
 * Pads sequences (…, L) with a value.
 *
 * @example new ConstantPad1d([1, 0], 9).forward(tensor([[1, 2, 3]])) // tensor([[9, 1, 2, 3]])
 */
export class ConstantPad1d extends Padding {
  constructor(padding: PaddingSize, value: number) {
    super(constant1d.construct([padding, value]).padding, constant1d, "constant", value);
  }
}

const constant2d = /* @__PURE__ */ constantCalls("ConstantPad2d", 2);
/**
 * Pads images (…, H, W) with a value.
 *
 * @example new ConstantPad2d(1, 9).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ConstantPad2d extends Padding {
  constructor(padding: PaddingSize, value: number) {
    super(constant2d.construct([padding, value]).padding, constant2d, "constant", value);
  }
}

const constant3d = /* @__PURE__ */ constantCalls("ConstantPad3d", 3);
/**
 * Pads volumes (…, D, H, W) with a value.
 *
 * @example new ConstantPad3d(1, 9).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ConstantPad3d extends Padding {
  constructor(padding: PaddingSize, value: number) {
    super(constant3d.construct([padding, value]).padding, constant3d, "constant", value);
  }
}
