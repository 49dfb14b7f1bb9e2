import type { HostArray } from "../../apply/op.ts";
import { type DType, type TypedArray, typedArray } from "../../memory/dtype.ts";
import { numelOf } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import { multiplyRows } from "../linear/matmul.ts";

/** The position of one step's rows: element `at` of the array. */
export interface Rows {
  readonly data: TypedArray;
  readonly at: number;
}

/** One row of a recurrent cell on the host. Rows of x and u hold G H numbers, those of the state's parts H. */
export interface HostCell {
  readonly gates: number;
  readonly parts: number;
  /** Computes the next state, in place, from x = W x + b, u = U h + c and the state. */
  forward(x: Rows, u: Rows, state: readonly Rows[], hidden: number): void;
  /**
   * Computes dx, du and the state's cotangents (without the path through u), in place, from the next state's
   * cotangents.
   */
  backward(
    grads: readonly Rows[],
    x: Rows,
    u: Rows,
    state: readonly Rows[],
    dx: Rows,
    du: Rows,
    hidden: number,
  ): void;
}

/** The reference kernel of the sequence. Products, sums and states are rounded as separate ops would round them. */
export function forwardOnHost(
  cell: HostCell,
  inputs: readonly HostArray[],
  outputs: readonly HostArray[],
  reverse: boolean,
): void {
  const { parts } = cell;
  const { x, state, weight, bias, lengths, steps, batch, hidden, width } = readInputs(cell, inputs);
  const all = outputs.slice(0, parts);
  const last = outputs.slice(parts, 2 * parts).map(({ data }) => data);
  const kept = outputs[2 * parts]!.data;
  const step = typedArray(x.dtype, kept.length > 0 ? 0 : batch * width);
  const turned = transposed(weight);
  last.forEach((part, p) => {
    part.set(copied(state[p]!));
  });
  const projected = inOrder(x);
  const added = inOrder(bias);
  for (let i = 0; i < steps; i++) {
    const t = reverse ? steps - 1 - i : i;
    const u = kept.length > 0 ? kept : step;
    const uAt = kept.length > 0 ? t * batch * width : 0;
    multiplyRows(last[0]!, 0, turned, 0, u, uAt, batch, hidden, width);
    for (let b = 0; b < batch; b++) {
      const row = uAt + b * width;
      for (let j = 0; j < width; j++) u[row + j] = u[row + j]! + added.data[added.offset + j]!;
      const from = b * hidden;
      const to = (t * batch + b) * hidden;
      if (t >= lengths[b]!) {
        for (const part of all) part.data.fill(0, to, to + hidden);
        continue;
      }
      cell.forward(
        { data: projected.data, at: projected.offset + (t * batch + b) * width },
        { data: u, at: row },
        last.map((data) => ({ data, at: from })),
        hidden,
      );
      all.forEach(({ data }, p) => {
        data.set(last[p]!.subarray(from, from + hidden), to);
      });
    }
  }
}

/** The reference kernel of the gradients. Sums over the steps run from the last to the first. */
export function backwardOnHost(
  cell: HostCell,
  inputs: readonly HostArray[],
  outputs: readonly HostArray[],
  reverse: boolean,
): void {
  const { parts } = cell;
  const grads = inputs.slice(0, parts).map(inOrder);
  const states = inputs.slice(2 * parts, 3 * parts).map(inOrder);
  const fromH = inOrder(inputs[3 * parts]!);
  const given = readInputs(cell, inputs.slice(3 * parts + 1));
  const { x, weight, lengths, steps, batch, hidden, width } = given;
  const first = given.state.map(inOrder);
  const projected = inOrder(x);
  const [dx, ...rest] = outputs.map(({ data }) => data);
  const carry = rest.slice(0, parts);
  const [dWeight, dBias] = rest.slice(parts);
  carry.forEach((part, p) => {
    part.set(copied(inputs[parts + p]!));
  });
  const matrix = copied(weight);
  const du = typedArray(x.dtype, batch * width);
  const through = typedArray(x.dtype, batch * hidden);
  const before = typedArray(x.dtype, batch * hidden); // the state that the weight multiplied
  const addWeightGradients = weightSums(dWeight!, dBias!, x.dtype, before, batch, hidden);
  const addCotangents = (t: number): void => {
    carry.forEach((part, p) => {
      const { data, offset } = grads[p]!;
      for (let j = 0; j < batch * hidden; j++) {
        if (t >= lengths[Math.floor(j / hidden)]!) continue;
        part[j] = part[j]! + data[offset + t * batch * hidden + j]!;
      }
    });
  };
  const stepAt = (i: number): number => (reverse ? steps - 1 - i : i);
  if (steps > 0) addCotangents(stepAt(steps - 1));
  for (let i = steps - 1; i >= 0; i--) {
    const t = stepAt(i);
    for (let b = 0; b < batch; b++) {
      const row = (t * batch + b) * width;
      const begins = reverse ? t === lengths[b]! - 1 : t === 0;
      const previous = begins ? first : states;
      const at = begins ? b * hidden : ((reverse ? t + 1 : t - 1) * batch + b) * hidden;
      if (t >= lengths[b]!) {
        dx!.fill(0, row, row + width);
        du.fill(0, b * width, (b + 1) * width);
        before.fill(0, b * hidden, (b + 1) * hidden);
        continue;
      }
      const state = previous.map(({ data, offset }) => ({ data, at: offset + at }));
      before.set(state[0]!.data.subarray(state[0]!.at, state[0]!.at + hidden), b * hidden);
      cell.backward(
        carry.map((data) => ({ data, at: b * hidden })),
        { data: projected.data, at: projected.offset + row },
        { data: fromH.data, at: fromH.offset + row },
        state,
        { data: dx!, at: row },
        { data: du, at: b * width },
        hidden,
      );
    }
    if (i > 0) addCotangents(stepAt(i - 1));
    multiplyRows(du, 0, matrix, 0, through, 0, batch, width, hidden);
    addTo(carry[0]!, through);
    addWeightGradients(du);
  }
}

function readInputs({ gates, parts }: HostCell, inputs: readonly HostArray[]) {
  const x = inputs[0]!;
  const state = inputs.slice(1, parts + 1);
  const [weight, bias, counts] = inputs.slice(parts + 1) as [HostArray, HostArray, HostArray | undefined];
  const [steps, batch, hidden] = [x.shape[0]!, state[0]!.shape[0]!, state[0]!.shape[1]!];
  const lengths = new Int32Array(batch).fill(steps);
  if (counts !== undefined) {
    copied(counts).forEach((length, b) => {
      lengths[b] = Math.min(length, steps);
    });
  }
  return { x, state, weight, bias, lengths, steps, batch, hidden, width: gates * hidden };
}

/**
 * Clears the gradients of the weight (G H, H) and the bias (G H). Returns a function that adds a step's du (B, G H) to
 * them.
 */
function weightSums(
  weight: TypedArray,
  bias: TypedArray,
  dtype: DType,
  before: TypedArray,
  batch: number,
  hidden: number,
): (du: TypedArray) => void {
  const width = bias.length;
  const product = typedArray(dtype, weight.length);
  const sum = typedArray(dtype, width);
  const state = { data: before, dtype, shape: [batch, hidden], strides: [hidden, 1], offset: 0 };
  weight.fill(0);
  bias.fill(0);
  return (du) => {
    multiplyRows(transposed(state), 0, du, 0, product, 0, hidden, batch, width);
    for (let i = 0; i < hidden; i++) {
      for (let j = 0; j < width; j++)
        weight[j * hidden + i] = weight[j * hidden + i]! + product[i * width + j]!;
    }
    for (let j = 0; j < width; j++) {
      let total = 0;
      for (let b = 0; b < batch; b++) total += du[b * width + j]!;
      sum[j] = total;
    }
    addTo(bias, sum);
  };
}

function addTo(to: TypedArray, from: TypedArray): void {
  for (let i = 0; i < to.length; i++) to[i] = to[i]! + from[i]!;
}

/** A row-major copy of an operand. */
function copied(x: HostArray): TypedArray {
  const { data, offset } = inOrder(x);
  return data.slice(offset, offset + numelOf(x.shape));
}

/** The transpose of a matrix. */
function transposed(x: HostArray): TypedArray {
  const [rows, columns] = [x.shape[0]!, x.shape[1]!];
  const { data, offset } = inOrder(x);
  const out = typedArray(x.dtype, rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) out[j * rows + i] = data[offset + i * columns + j]!;
  }
  return out;
}
