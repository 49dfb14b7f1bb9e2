import { pad, type Tensor } from "@saccade/tensor";
import { within } from "@saccade/tensor/backend";
import { listOf, type Rule, required, rule, signature, tensors, whole } from "@saccade/tensor/contract";
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

const lastDims = ["l", "h, w", "d, h, w"];

/** The common part of the padding layers. */
abstract class Padding extends DeclaredLayer {
  /** [left, right, top, bottom, front, back], as many as the layer has dims. */
  readonly padding: readonly number[];
  readonly #mode: "constant" | "reflect" | "replicate" | "circular";
  readonly #value: number;

  constructor(
    layer: string,
    dims: number,
    padding: PaddingSize,
    mode: "constant" | "reflect" | "replicate" | "circular",
    value?: number,
  ) {
    const sizes = typeof padding === "number" ? new Array<number>(2 * dims).fill(padding) : [...padding];
    super(tensors<string>(`${layer}.forward`, `x (…, ${lastDims[dims - 1]})`), { padding: sizes, value });
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

/** A layer that pads so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function paddingLayer(
  name: string,
  dims: number,
  mode: "constant" | "reflect" | "replicate" | "circular",
): new (
  padding: PaddingSize,
) => Padding {
  const construct = signature(name, { padding: required(paddingRule(dims)) }, `new ${name}(1)`);
  return class extends Padding {
    constructor(padding: PaddingSize) {
      construct([padding]);
      super(name, dims, padding, mode);
    }
  };
}

/** A layer that pads so many dims with a value. */
/* @__NO_SIDE_EFFECTS__ */
function constantLayer(name: string, dims: number): new (padding: PaddingSize, value: number) => Padding {
  const rules = { padding: required(paddingRule(dims)), value: required(anyNumber(0)) };
  const construct = signature(name, rules, `new ${name}(1, 0.5)`);
  return class extends Padding {
    constructor(padding: PaddingSize, value: number) {
      construct([padding, value]);
      super(name, dims, padding, "constant", value);
    }
  };
}

/**
 * Pads sequences (…, L) with zeros.
 *
 * @example new ZeroPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[0, 1, 2, 3, 0]])
 */
export class ZeroPad1d extends /* @__PURE__ */ paddingLayer("ZeroPad1d", 1, "constant") {}

/**
 * Pads images (…, H, W) with zeros.
 *
 * @example new ZeroPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ZeroPad2d extends /* @__PURE__ */ paddingLayer("ZeroPad2d", 2, "constant") {}

/**
 * Pads volumes (…, D, H, W) with zeros.
 *
 * @example new ZeroPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ZeroPad3d extends /* @__PURE__ */ paddingLayer("ZeroPad3d", 3, "constant") {}

/**
 * Pads sequences (…, L) with its mirror image, without the border element.
 *
 * @example new ReflectionPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[2, 1, 2, 3, 2]])
 */
export class ReflectionPad1d extends /* @__PURE__ */ paddingLayer("ReflectionPad1d", 1, "reflect") {}

/**
 * Pads images (…, H, W) with its mirror image, without the border element.
 *
 * @example new ReflectionPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ReflectionPad2d extends /* @__PURE__ */ paddingLayer("ReflectionPad2d", 2, "reflect") {}

/**
 * Pads volumes (…, D, H, W) with its mirror image, without the border element.
 *
 * @example new ReflectionPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ReflectionPad3d extends /* @__PURE__ */ paddingLayer("ReflectionPad3d", 3, "reflect") {}

/**
 * Pads sequences (…, L) with its border elements.
 *
 * @example new ReplicationPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[1, 1, 2, 3, 3]])
 */
export class ReplicationPad1d extends /* @__PURE__ */ paddingLayer("ReplicationPad1d", 1, "replicate") {}

/**
 * Pads images (…, H, W) with its border elements.
 *
 * @example new ReplicationPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ReplicationPad2d extends /* @__PURE__ */ paddingLayer("ReplicationPad2d", 2, "replicate") {}

/**
 * Pads volumes (…, D, H, W) with its border elements.
 *
 * @example new ReplicationPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ReplicationPad3d extends /* @__PURE__ */ paddingLayer("ReplicationPad3d", 3, "replicate") {}

/**
 * Pads sequences (…, L) with its elements from the other end.
 *
 * @example new CircularPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[3, 1, 2, 3, 1]])
 */
export class CircularPad1d extends /* @__PURE__ */ paddingLayer("CircularPad1d", 1, "circular") {}

/**
 * Pads images (…, H, W) with its elements from the other end.
 *
 * @example new CircularPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class CircularPad2d extends /* @__PURE__ */ paddingLayer("CircularPad2d", 2, "circular") {}

/**
 * Pads volumes (…, D, H, W) with its elements from the other end.
 *
 * @example new CircularPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class CircularPad3d extends /* @__PURE__ */ paddingLayer("CircularPad3d", 3, "circular") {}

/**
 * Pads sequences (…, L) with a value.
 *
 * @example new ConstantPad1d([1, 0], 9).forward(tensor([[1, 2, 3]])) // tensor([[9, 1, 2, 3]])
 */
export class ConstantPad1d extends /* @__PURE__ */ constantLayer("ConstantPad1d", 1) {}

/**
 * Pads images (…, H, W) with a value.
 *
 * @example new ConstantPad2d(1, 9).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ConstantPad2d extends /* @__PURE__ */ constantLayer("ConstantPad2d", 2) {}

/**
 * Pads volumes (…, D, H, W) with a value.
 *
 * @example new ConstantPad3d(1, 9).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ConstantPad3d extends /* @__PURE__ */ constantLayer("ConstantPad3d", 3) {}
