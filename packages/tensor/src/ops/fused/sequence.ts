import { apply } from "../../apply/apply.ts";
import { gradientsOf, notDifferentiable } from "../../apply/fused.ts";
import type { Meta, Op } from "../../apply/op.ts";
import { checkBoolean, checkOptions, type OptionNames, optionNames } from "../../arguments.ts";
import { checkTensor } from "../../check-tensor.ts";
import { linear } from "../../definitions/linear.ts";
import { DTypeError, ShapeError } from "../../errors.ts";
import { isFloat } from "../../memory/dtype.ts";
import { formatShape, sameShape } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { gt } from "../elementwise/comparison.ts";
import { where } from "../elementwise/select.ts";
import { stack } from "../indexing/join.ts";
import { backwardOnHost, forwardOnHost, type HostCell } from "./sequence-host.ts";

/** How a recurrent layer runs over a sequence. */
export interface SequenceAttrs {
  /** Runs from the last step to the first. */
  readonly reverse: boolean;
  /** Whether to return the products with the state, for the gradient. */
  readonly keep: boolean;
}

/** Options of a recurrent cell over a sequence. */
export interface SequenceOptions {
  /** Runs from the last step to the first. Default false. */
  readonly reverse?: boolean;
  /**
   * The length of each sequence, (B) int32: beyond it, outputs are zeros and the state does not change. In reverse, a
   * sequence starts at its last valid step. Lengths above T mean T.
   */
  readonly lengths?: Tensor | null;
}

/** A recurrent cell: G gates, and a state of P parts (B, H). The first part is multiplied by the weight. */
export interface Cell extends HostCell {
  readonly name: string;
  /** The definition: the state's next parts, from x and u = U h + c, each (B, G H). */
  step(x: Tensor, u: Tensor, state: readonly Tensor[]): readonly Tensor[];
}

/** An op of a recurrent cell over a whole sequence. */
export type SequenceOp = Op<readonly Tensor[], readonly Tensor[], SequenceAttrs>;

/**
 * The op of a cell over a sequence and the op of its gradients.
 *
 * Inputs: W x + b (T, B, G H), the state's parts (B, H), U (G H, H), c (G H), and lengths (B) int32 or nothing.
 * Outputs: each part at all steps (T, B, H), each part at the end (B, H), and U h + c for all steps (T, B, G H), which
 * only the gradient uses and which is empty unless `keep`.
 */
export function sequenceOps(cell: Cell): { readonly op: SequenceOp; readonly backwardOp: SequenceOp } {
  const { name, parts } = cell;
  const op: SequenceOp = {
    name,
    infer: (inputs, { keep }) => checkSequence(cell, inputs, keep),
    forward: (inputs, outputs, attrs) => forwardOnHost(cell, inputs, outputs, attrs.reverse),
    gradient(grads, inputs, outputs, attrs) {
      const all = gradientsOf({
        kernel: () =>
          apply(
            backwardOp,
            [...grads.slice(0, 2 * parts), ...outputs.slice(0, parts), outputs[2 * parts]!, ...inputs],
            attrs,
          ),
        definition: (...given) => scan(cell, given, inputs[parts + 3], attrs.reverse),
        inputs: inputs.slice(0, parts + 3),
        cotangents: grads.slice(0, 2 * parts),
      });
      return inputs.map((_, i) => (i < parts + 3 ? () => all()[i]! : null));
    },
  };
  // Inputs: cotangents of the states and of the last states, the states, U h + c, and the op's own inputs.
  const backwardOp: SequenceOp = {
    name: `${name}Backward`,
    infer: (inputs) => inputs.slice(3 * parts + 1, 4 * parts + 4),
    forward: (inputs, outputs, attrs) => backwardOnHost(cell, inputs, outputs, attrs.reverse),
    gradient: () => notDifferentiable(`${name}Backward`),
  };
  return { op, backwardOp };
}

/** @throws ArgumentError for what is not a tensor, and for unknown options. */
export function checkSequenceInputs(
  what: string,
  inputs: Readonly<Record<string, Tensor>>,
  options: SequenceOptions,
): void {
  for (const name in inputs) checkTensor(what, name, inputs[name]);
  checkOptions(optionsOf[what]!, options);
  if (options.reverse !== undefined) checkBoolean(what, "reverse", options.reverse);
  if (options.lengths) checkTensor(what, "lengths", options.lengths);
}

const optionsOf: Readonly<Record<string, OptionNames>> = Object.fromEntries(
  ["gruSequence", "lstmSequence"].map((name) => [
    name,
    optionNames<SequenceOptions>(name, { reverse: true, lengths: true }, `${name}(…, { reverse: true })`),
  ]),
);

function checkSequence(
  { name, gates, parts }: Cell,
  inputs: readonly Meta[],
  keep: boolean,
): readonly Meta[] {
  const { shape, dtype } = inputs[0]!;
  const [weight, bias, lengths] = [inputs[parts + 1]!, inputs[parts + 2]!, inputs[parts + 3]];
  const state = inputs[1]!.shape;
  const steps = shape[0]!;
  const batch = state[0]!;
  const hidden = state[1]!;
  const width = gates * hidden;
  let fits =
    state.length === 2 &&
    sameShape(shape, [steps, batch, width]) &&
    sameShape(weight.shape, [width, hidden]) &&
    sameShape(bias.shape, [width]) &&
    (lengths === undefined || sameShape(lengths.shape, [batch]));
  for (let p = 2; p <= parts; p++) fits &&= sameShape(inputs[p]!.shape, state);
  if (!fits) {
    throw new ShapeError(
      `${name}: ${inputs.map((x) => formatShape(x.shape)).join(", ")} must be the projected input (T, B, ${gates}H), ` +
        `the state (B, H)${parts > 1 ? " in each part" : ""}, the weight (${gates}H, H), the bias (${gates}H)` +
        `${lengths ? " and lengths (B)" : ""}.`,
    );
  }
  const floats = inputs.slice(0, parts + 3);
  if (!isFloat(dtype) || floats.some((x) => x.dtype !== dtype)) {
    throw new DTypeError(`${name}: ${floats.map((x) => x.dtype).join(", ")} must be one float type.`);
  }
  if (lengths && lengths.dtype !== "int32") {
    throw new DTypeError(`${name}: lengths are ${lengths.dtype}, expected int32.`);
  }
  const metas: Meta[] = [];
  for (let p = 0; p < parts; p++) metas.push({ shape: [steps, batch, hidden], dtype });
  for (let p = 0; p < parts; p++) metas.push({ shape: [batch, hidden], dtype });
  metas.push({ shape: [keep ? steps : 0, batch, width], dtype });
  return metas;
}

/** The definition: the state's parts at all steps and at the end, a step after the other. */
function scan(
  { parts, step }: Cell,
  [projected, ...rest]: readonly Tensor[],
  lengths: Tensor | undefined,
  reverse: boolean,
): readonly Tensor[] {
  const [weight, bias] = rest.slice(parts) as [Tensor, Tensor];
  const xs = projected!.unbind(0); // (B, G H) each
  const outputs = xs.map((): readonly Tensor[] => []);
  let state: readonly Tensor[] = rest.slice(0, parts);
  for (let i = 0; i < xs.length; i++) {
    const t = reverse ? xs.length - 1 - i : i;
    // The rows that are active at this step, (B, 1). The others keep their state and output zeros.
    const active = lengths && gt(lengths, t).unsqueeze(1);
    const next = step(xs[t]!, linear(state[0]!, weight, bias), state);
    outputs[t] = active ? next.map((part) => where(active, part, 0)) : next;
    state = active ? next.map((part, p) => where(active, part, state[p]!)) : next;
  }
  const all = (p: number): Tensor =>
    xs.length > 0 ? stack(outputs.map((part) => part[p]!)) : projected!.reshape([0, ...state[p]!.shape]);
  return [...state.map((_, p) => all(p)), ...state];
}
