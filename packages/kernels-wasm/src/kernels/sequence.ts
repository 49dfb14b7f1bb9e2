import {
  type Kernel,
  type KernelTable,
  numelOf,
  type Operand,
  type SequenceAttrs,
} from "@saccade/tensor/backend";
import {
  addressOf,
  copyDenseTo,
  denseAt,
  type Machine,
  onFloats,
  overRows,
  type Scratch,
  withBlocks,
} from "../kernel.ts";
import { cheap, inPieces, products, type Split } from "../split.ts";
import { multiply, multiplyColumns } from "./matmul.ts";
import { sumColumns } from "./reduce.ts";

// Linear layers, and the recurrent ones that are linear layers at every step.

/** From this number of rows on, a 16-bit weight is widened first, and then multiplied like a float32 weight. */
const many = 24;

/** The number of elements of a weight that are widened at a time: few enough to stay in the caches. */
const panel = 131_072;

/** x Wᵀ + b for weights of float32, and for packed ones of 16 bits: widened, and multiplied as they are; GRU and LSTM. */
export function linearKernels(machine: Machine): KernelTable {
  const widen = (from: number | Operand, to: number | Operand, count: number, format: string): true => {
    const kernel = format === "float16" ? "widenFloat16" : "widenBfloat16";
    return overRows(machine, kernel, count, cheap(1, 8), [from, to], [2, 4]);
  };
  return {
    linear: onFloats(([x, weight, bias], [y]) => {
      if (numelOf(y!.shape) === 0) return true;
      const { dtype } = y!;
      const [m, k] = weight!.shape as [number, number];
      const n = numelOf(y!.shape) / m;
      const to = addressOf(y!);
      withBlocks(machine, (scratch) => {
        const rows = denseAt(scratch.dense(x!), { dtype, shape: [n, k] });
        const columns = turned(denseAt(scratch.dense(weight!), weight!));
        const added = bias === undefined ? 0 : scratch.dense(bias);
        const all = denseAt(to, { dtype, shape: [n, m] });
        // Where there is nothing to sum the product does not come to its rows.
        if (multiply(machine, rows, columns, all, k === 0 ? 0 : added) || added === 0) return;
        overRows(machine, "addBias", n, cheap(m), [added, to], [0, m * 4], m, m * 4);
      });
      return true;
    }),
    widenHalf: ([packed], [y], { format }) =>
      y!.dtype === "float32" && widen(packed!, y!, numelOf(y!.shape), format),
    halfLinear: onFloats(([input, weight, bias], [y], { format }) => {
      if (numelOf(y!.shape) === 0) return true;
      const m = weight!.shape[0]!;
      const k = 2 * weight!.shape[1]!;
      const n = numelOf(y!.shape) / m;
      const to = addressOf(y!);
      withBlocks(machine, (scratch) => {
        const [x, w] = [scratch.dense(input!), scratch.dense(weight!)];
        const added = bias === undefined ? 0 : scratch.dense(bias);
        if (n < many || k === 0 || m < 4) {
          const kernel = format === "float16" ? "float16Product" : "bfloat16Product";
          inPieces(machine, kernel, m, products(k * n, 4), (i, count) => {
            return [n, count, k, x, w + i * k * 2, to + i * 4, m * 4, added && added + i * 4];
          });
          return;
        }
        const rows = denseAt(x, { dtype: "float32", shape: [n, k] });
        const most = Math.max(4, Math.min(m, Math.floor(panel / k)));
        const wide = scratch.take((most + 3) * k * 4);
        for (let i = 0; i < m; ) {
          // The last panel takes up to three rows more, since a product has four columns or more.
          const count = m - i < most + 4 ? Math.min(m - i, most + 3) : most;
          widen(w + i * k * 2, wide, count * k, format);
          const columns = turned(denseAt(wide, { dtype: "float32", shape: [count, k] }));
          multiplyColumns(machine, rows, columns, to + i * 4, m * 4, added && added + i * 4);
          i += count;
        }
      });
      return true;
    }, 1),
    gruSequence: forward(machine, 3, 1),
    gruSequenceBackward: backward(machine, 3, 1),
    lstmSequence: forward(machine, 4, 2),
    lstmSequenceBackward: backward(machine, 4, 2),
  };
}

/** A matrix as its transpose. */
function turned({ buffer, dtype, shape, strides, offset }: Operand): Operand {
  return { buffer, dtype, shape: [shape[1]!, shape[0]!], strides: [strides[1]!, strides[0]!], offset };
}

// An address of 0 is not read: a GRU has no cell states, and rows that all run have no lengths.

function forward(machine: Machine, gates: number, parts: number): Kernel<SequenceAttrs> {
  return (inputs, outputs, { reverse }) => {
    const x = inputs[0]!;
    const [steps, batch, width] = x.shape as [number, number, number];
    const hidden = width / gates;
    if (x.dtype !== "float32" || numelOf(x.shape) === 0) return false;
    const kept = outputs[2 * parts]!;
    const keep = numelOf(kept.shape) > 0;
    for (let p = 0; p < parts; p++) copyDenseTo(machine, inputs[1 + p]!, addressOf(outputs[parts + p]!));
    withBlocks(machine, (scratch) => {
      // The right operand is U's transpose: (H, G H).
      const panels = pack(machine, scratch, turned(inputs[parts + 1]!));
      const u = keep ? addressOf(kept) : scratch.take(batch * width * 4);
      const [from, bias, lengths = 0] = [x, ...inputs.slice(parts + 2)].map((y) => scratch.dense(y));
      /** The address of a part of h, and that of the part of c, which comes next. */
      const both = (i: number): number[] => [
        addressOf(outputs[i]!),
        parts === 2 ? addressOf(outputs[i + 1]!) : 0,
      ];
      const states = [...both(parts), ...both(0)];
      inPieces(machine, "sequenceForward", batch, rowsSplit(steps, hidden, gates), (begin, count) => [
        ...[gates, from!, u, Number(keep), ...states, bias!, panels, lengths],
        ...[steps, batch, hidden, Number(reverse), begin, begin + count],
      ]);
    });
    return true;
  };
}

function backward(machine: Machine, gates: number, parts: number): Kernel<SequenceAttrs> {
  // The op's own inputs come after cotangents of states and of last ones, the states, and U h + c.
  const own = 3 * parts + 1;
  return (inputs, outputs, { reverse }) => {
    const x = inputs[own]!;
    const [steps, batch, width] = x.shape as [number, number, number];
    const hidden = width / gates;
    if (x.dtype !== "float32" || numelOf(x.shape) === 0) return false;
    const dx = addressOf(outputs[0]!);
    for (let p = 0; p < parts; p++) copyDenseTo(machine, inputs[parts + p]!, addressOf(outputs[1 + p]!));
    withBlocks(machine, (scratch) => {
      const panels = pack(machine, scratch, inputs[own + parts + 1]!);
      const rows = steps * batch;
      const du = gates === 3 ? scratch.take(rows * width * 4) : dx;
      const before = scratch.take(rows * hidden * 4);
      const dense = (i: number): number => scratch.dense(inputs[i]!);
      /** The address of a part of h, and that of the part of c, which comes next among the inputs. */
      const both = (i: number): number[] => [dense(i), parts === 2 ? dense(i + 1) : 0];
      const states = [...both(0), ...both(2 * parts), ...both(own + 1)];
      const given = [dense(own), dense(own - 1), dx, du];
      const [dh, dc] = [addressOf(outputs[1]!), parts === 2 ? addressOf(outputs[2]!) : 0];
      const lengths = inputs.length > own + parts + 3 ? dense(own + parts + 3) : 0;
      inPieces(machine, "sequenceBackward", batch, rowsSplit(steps, hidden, gates), (begin, count) => [
        ...[gates, ...states, ...given, dh, dc, before, panels, lengths],
        ...[steps, batch, hidden, Number(reverse), begin, begin + count],
      ]);
      // duᵀ · before, and the sums of du: over all steps at once.
      const { dtype } = x;
      const left = { buffer: du, dtype, shape: [width, rows], strides: [1, width], offset: 0 };
      const right = denseAt(before, { dtype, shape: [rows, hidden] });
      multiply(machine, left, right, outputs[parts + 1]!);
      sumColumns(machine, du, addressOf(outputs[parts + 2]!), { rows, columns: width });
    });
    return true;
  };
}

/** Rows of a batch do not meet: pieces of eight or more go through all steps by themselves. */
function rowsSplit(steps: number, hidden: number, gates: number): Split {
  // A gate's function is worth some thirty multiplications and additions.
  return products(steps * gates * hidden * (hidden + 30), 8);
}

/** Packs a matrix (k, m) as the right operand of many products. */
function pack({ wasm }: Machine, scratch: Scratch, b: Operand): number {
  const [k, m] = b.shape as [number, number];
  const panels = scratch.take(Math.ceil(m / 8) * k * 32);
  wasm.packPanels(addressOf(b), b.strides[0]! * 4, b.strides[1]! * 4, k, m, panels);
  return panels;
}
