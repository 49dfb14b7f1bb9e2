import { pad, type Tensor } from "@saccade/tensor";
import { within } from "@saccade/tensor/backend";
import { listOf, type Rule, required, rule, whole } from "@saccade/tensor/contract";
import { line, plane, type SizeOrList, type Space, volume } from "../functional/windows.ts";
import { layerOf, type OperationLayer } from "../operation.ts";
import { anyNumber } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

/** The padding of all sides, or [left, right, top, bottom, front, back]: those of the last dim first. Negative numbers crop. */
export type PaddingSize = number | readonly number[];

/* @__NO_SIDE_EFFECTS__ */
function paddingRule(dims: number): Rule<PaddingSize, undefined> {
  const list = listOf(whole());
  const holds = (value: unknown): value is PaddingSize =>
    whole().holds(value) || (list.holds(value) && value.length === 2 * dims);
  return rule(`a whole number or an array of ${2 * dims} of them`, holds);
}

type Mode = "constant" | "reflect" | "replicate" | "circular";

const padding = ({ dims, axes }: Space<SizeOrList>, mode: Mode) => ({
  x: `(…, ${axes})`,
  positional: { padding: required(paddingRule(dims)) },
  example: "1",
  prepare(what: string, given: { readonly padding: PaddingSize; readonly value?: number }) {
    const { value } = given;
    const sizes =
      typeof given.padding === "number"
        ? new Array<number>(2 * dims).fill(given.padding)
        : [...given.padding];
    const how = mode === "constant" ? { value: value ?? 0 } : { mode };
    return {
      run: (x: Tensor) => within(`${what}.forward`, () => pad(x, sizes, how)),
      fields: { padding: sizes },
      show: () => showSettings({ padding: sizes, ...(value !== undefined && { value }) }),
    };
  },
});

/** A padding layer. */
interface Padding extends OperationLayer {
  /** [left, right, top, bottom, front, back], as many as the layer has dims. */
  readonly padding: readonly number[];
}

const paddingLayer = (name: string, space: Space<SizeOrList>, mode: Mode) =>
  layerOf<[padding: PaddingSize], Padding>(name, () => padding(space, mode));

const constantLayer = (name: string, space: Space<SizeOrList>) =>
  layerOf<[padding: PaddingSize, value: number], Padding>(name, () => {
    const { positional, ...constant } = padding(space, "constant");
    return { ...constant, positional: { ...positional, value: required(anyNumber(0)) }, example: "1, 0.5" };
  });

/**
 * Pads sequences (…, L) with zeros.
 *
 * @example new ZeroPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[0, 1, 2, 3, 0]])
 */
export class ZeroPad1d extends /* @__PURE__ */ paddingLayer("ZeroPad1d", line, "constant") {}

/**
 * Pads images (…, H, W) with zeros.
 *
 * @example new ZeroPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ZeroPad2d extends /* @__PURE__ */ paddingLayer("ZeroPad2d", plane, "constant") {}

/**
 * Pads volumes (…, D, H, W) with zeros.
 *
 * @example new ZeroPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ZeroPad3d extends /* @__PURE__ */ paddingLayer("ZeroPad3d", volume, "constant") {}

/**
 * Pads sequences (…, L) with its mirror image, without the border element.
 *
 * @example new ReflectionPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[2, 1, 2, 3, 2]])
 */
export class ReflectionPad1d extends /* @__PURE__ */ paddingLayer("ReflectionPad1d", line, "reflect") {}

/**
 * Pads images (…, H, W) with its mirror image, without the border element.
 *
 * @example new ReflectionPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ReflectionPad2d extends /* @__PURE__ */ paddingLayer("ReflectionPad2d", plane, "reflect") {}

/**
 * Pads volumes (…, D, H, W) with its mirror image, without the border element.
 *
 * @example new ReflectionPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ReflectionPad3d extends /* @__PURE__ */ paddingLayer("ReflectionPad3d", volume, "reflect") {}

/**
 * Pads sequences (…, L) with its border elements.
 *
 * @example new ReplicationPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[1, 1, 2, 3, 3]])
 */
export class ReplicationPad1d extends /* @__PURE__ */ paddingLayer("ReplicationPad1d", line, "replicate") {}

/**
 * Pads images (…, H, W) with its border elements.
 *
 * @example new ReplicationPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ReplicationPad2d extends /* @__PURE__ */ paddingLayer("ReplicationPad2d", plane, "replicate") {}

/**
 * Pads volumes (…, D, H, W) with its border elements.
 *
 * @example new ReplicationPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ReplicationPad3d extends /* @__PURE__ */ paddingLayer("ReplicationPad3d", volume, "replicate") {}

/**
 * Pads sequences (…, L) with its elements from the other end.
 *
 * @example new CircularPad1d(1).forward(tensor([[1, 2, 3]])) // tensor([[3, 1, 2, 3, 1]])
 */
export class CircularPad1d extends /* @__PURE__ */ paddingLayer("CircularPad1d", line, "circular") {}

/**
 * Pads images (…, H, W) with its elements from the other end.
 *
 * @example new CircularPad2d(1).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class CircularPad2d extends /* @__PURE__ */ paddingLayer("CircularPad2d", plane, "circular") {}

/**
 * Pads volumes (…, D, H, W) with its elements from the other end.
 *
 * @example new CircularPad3d(1).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class CircularPad3d extends /* @__PURE__ */ paddingLayer("CircularPad3d", volume, "circular") {}

/**
 * Pads sequences (…, L) with a value.
 *
 * @example new ConstantPad1d([1, 0], 9).forward(tensor([[1, 2, 3]])) // tensor([[9, 1, 2, 3]])
 */
export class ConstantPad1d extends /* @__PURE__ */ constantLayer("ConstantPad1d", line) {}

/**
 * Pads images (…, H, W) with a value.
 *
 * @example new ConstantPad2d(1, 9).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class ConstantPad2d extends /* @__PURE__ */ constantLayer("ConstantPad2d", plane) {}

/**
 * Pads volumes (…, D, H, W) with a value.
 *
 * @example new ConstantPad3d(1, 9).forward(ones([1, 1, 2, 2, 2])).shape // [1, 1, 4, 4, 4]
 */
export class ConstantPad3d extends /* @__PURE__ */ constantLayer("ConstantPad3d", volume) {}
