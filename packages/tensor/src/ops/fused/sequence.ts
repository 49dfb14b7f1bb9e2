import { gruGates } from "../../definitions/gru-step.ts";
import { linear } from "../../definitions/linear.ts";
import { lstmGates } from "../../definitions/lstm-step.ts";
import {
  apply,
  gradientsOf,
  type Meta,
  madeOf,
  notDifferentiable,
  type Op,
  pullBack,
  tensors,
  wantsGradients,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { gt, where } from "../elementwise/comparison.ts";
import { stack } from "../indexing/join.ts";

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

/** An op of a recurrent cell over a whole sequence. */
export type SequenceOp = Op<readonly Tensor[], readonly Tensor[], SequenceAttrs>;

/** A recurrent cell whose state has P parts (B, H). The first part is multiplied by the weight. */
interface Cell {
  readonly name: string;
  readonly parts: number;
  /** The definition: the state's next parts, from x and u = U h + c, each (B, G H). */
  step(x: Tensor, u: Tensor, state: readonly Tensor[]): readonly Tensor[];
}

/**
 * The op of a cell over a sequence and the op of its gradients.
 *
 * Inputs: W x + b (T, B, G H), the state's parts (B, H), U (G H, H), c (G H), and lengths (B) int32 or nothing.
 * Outputs: each part at all steps (T, B, H), each part at the end (B, H), and U h + c for all steps (T, B, G H), which
 * only a backward kernel uses and which is empty unless `keep`.
 */
/* @__NO_SIDE_EFFECTS__ */
function sequenceOps(cell: Cell): { readonly op: SequenceOp; readonly backwardOp: SequenceOp } {
  const { name, parts } = cell;
  /** The gradients of the inputs that have some, for cotangents of the states at all steps and at the end. */
  const gradients = (grads: readonly Tensor[], inputs: readonly Tensor[], { reverse }: SequenceAttrs) => ({
    definition: (...given: readonly Tensor[]) =>
      scan(cell, given, inputs[parts + 3], reverse).slice(0, 2 * parts),
    inputs: inputs.slice(0, parts + 3),
    cotangents: grads,
  });
  const op: SequenceOp = {
    name,
    infer([x, state], { keep }): readonly Meta[] {
      const [{ shape, dtype }, last] = [x!, state!.shape];
      const metas: Meta[] = [];
      for (let p = 0; p < parts; p++) metas.push({ shape: [shape[0]!, ...last], dtype });
      for (let p = 0; p < parts; p++) metas.push({ shape: last, dtype });
      metas.push({ shape: [keep ? shape[0]! : 0, ...shape.slice(1)], dtype });
      return metas;
    },
    ...madeOf<readonly Tensor[], SequenceAttrs>((given, { reverse }) =>
      scan(cell, given, given[parts + 3], reverse),
    ),
    gradient(grads, inputs, outputs, attrs) {
      const [cotangents, states, fromH] = [
        grads.slice(0, 2 * parts),
        outputs.slice(0, parts),
        outputs[2 * parts]!,
      ];
      const kernel = () => apply(backwardOp, [...cotangents, ...states, fromH, ...inputs], attrs);
      const all = gradientsOf({ kernel, ...gradients(cotangents, inputs, attrs) });
      return inputs.map((_, i) => (i < parts + 3 ? () => all()[i]! : null));
    },
  };
  // Inputs: cotangents of the states and of the last states, the states, U h + c, and the op's own inputs.
  const backwardOp: SequenceOp = {
    name: `${name}Backward`,
    infer: (inputs) => inputs.slice(3 * parts + 1, 4 * parts + 4),
    ...madeOf<readonly Tensor[], SequenceAttrs>((given, attrs) => {
      const wanted = gradients(given.slice(0, 2 * parts), given.slice(3 * parts + 1), attrs);
      return pullBack(wanted.definition, wanted.inputs, wanted.cotangents);
    }),
    gradient: () => notDifferentiable(`${name}Backward`),
  };
  return { op, backwardOp };
}

/** The definition: the state's parts at all steps and at the end, and U h + c for all steps. */
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
    const u = linear(state[0]!, weight, bias);
    const next = step(xs[t]!, u, state);
    outputs[t] = [...(active ? next.map((part) => where(active, part, 0)) : next), u];
    state = active ? next.map((part, p) => where(active, part, state[p]!)) : next;
  }
  const all = (p: number, { shape }: Tensor): Tensor =>
    xs.length > 0 ? stack(outputs.map((part) => part[p]!)) : projected!.reshape([0, ...shape]);
  return [...state.map((part, p) => all(p, part)), ...state, xs.length > 0 ? all(parts, xs[0]!) : projected!];
}

const gru = sequenceOps({
  name: "gruSequence",
  parts: 1,
  step: (x, u, [h]) => [gruGates(x, u, h!)],
});
const lstm = sequenceOps({
  name: "lstmSequence",
  parts: 2,
  step(x, u, [, c]) {
    const next = lstmGates(x.add(u), c!);
    return [next.h, next.c];
  },
});

export const gruSequenceOp: SequenceOp = gru.op;
export const gruSequenceBackwardOp: SequenceOp = gru.backwardOp;
export const lstmSequenceOp: SequenceOp = lstm.op;
export const lstmSequenceBackwardOp: SequenceOp = lstm.backwardOp;

// Checked on each call: layers own their weights, but a program may have replaced them.
const gruInputs = /* @__PURE__ */ tensors(
  "gruSequence",
  "projected float (t, b, 3h)  h0 same (b, h)  weight same (3h, h)  bias same (3h)  lengths? int32 (b)",
);
const lstmInputs = /* @__PURE__ */ tensors(
  "lstmSequence",
  "projected float (t, b, 4h)  h0 same (b, h)  c0 same (b, h)  weight same (4h, h)  bias same (4h)  lengths? int32 (b)",
);

/** Runs a sequence's op. Only the gradient uses its last output. */
function runSequence(op: SequenceOp, inputs: readonly Tensor[], reverse: boolean): readonly Tensor[] {
  const keep = wantsGradients();
  const outputs = apply(op, inputs, { reverse, keep });
  if (!keep) outputs.at(-1)!.dispose();
  return outputs;
}

/** The result of {@link gruSequence}. */
export interface GruSequenceResult {
  /** The states at all steps, (T, B, H). */
  readonly states: Tensor;
  /** The state at the end, (B, H). */
  readonly last: Tensor;
}

/**
 * Gated recurrent units over a sequence: u = U h + c; r, z = σ(x + u), n = tanh(xₙ + r uₙ), h' = (1 − z) n + z h
 * (Cho et al. 2014, with the reset gate inside as in cuDNN and PyTorch). The gates are in the order r, z, n. The
 * gradient is one pass back through time.
 *
 * @param projected W x + b for all steps, (T, B, 3H)
 * @param h0 (B, H)
 * @param weight U, (3H, H)
 * @param bias c, (3H)
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example gruSequence(ones([3, 1, 6]), zeros([1, 2]), zeros([6, 2]), zeros([6])).last // tensor([[0.4640, 0.4640]])
 */
export function gruSequence(
  projected: Tensor,
  h0: Tensor,
  weight: Tensor,
  bias: Tensor,
  { reverse = false, lengths }: SequenceOptions = {},
): GruSequenceResult {
  const inputs = [projected, h0, weight, bias, ...(lengths ? [lengths] : [])];
  gruInputs.check(inputs);
  const [states, last] = runSequence(gruSequenceOp, inputs, reverse);
  return { states: states!, last: last! };
}

/** The result of {@link lstmSequence}. */
export interface LstmSequenceResult {
  /** The hidden states at all steps, (T, B, H). */
  readonly states: Tensor;
  /** The cell states at all steps, (T, B, H). */
  readonly cells: Tensor;
  /** The last hidden state, (B, H). */
  readonly lastState: Tensor;
  /** The last cell state, (B, H). */
  readonly lastCell: Tensor;
}

/**
 * Long short-term memory over a sequence: i, f, g, o = σ, σ, tanh, σ of x + U h + c; cell' = f cell + i g,
 * h' = o tanh(cell') (Hochreiter & Schmidhuber 1997, with the forget gate of Gers et al. 2000). The gates are in the
 * order i, f, g, o. The gradient is one pass back through time.
 *
 * @param projected W x + b for all steps, (T, B, 4H)
 * @param h0 (B, H)
 * @param c0 (B, H)
 * @param weight U, (4H, H)
 * @param bias c, (4H)
 * @throws ShapeError, DTypeError if shapes or dtypes do not match.
 * @example lstmSequence(ones([3, 1, 8]), zeros([1, 2]), zeros([1, 2]), zeros([8, 2]), zeros([8])).lastState // tensor([[0.6225, 0.6225]])
 */
export function lstmSequence(
  projected: Tensor,
  h0: Tensor,
  c0: Tensor,
  weight: Tensor,
  bias: Tensor,
  { reverse = false, lengths }: SequenceOptions = {},
): LstmSequenceResult {
  const inputs = [projected, h0, c0, weight, bias, ...(lengths ? [lengths] : [])];
  lstmInputs.check(inputs);
  const [states, cells, lastState, lastCell] = runSequence(lstmSequenceOp, inputs, reverse);
  return { states: states!, cells: cells!, lastState: lastState!, lastCell: lastCell! };
}
