import type { Operand, SequenceAttrs } from "@saccade/tensor/backend";
import { copyDenseTo } from "../copy-window.ts";
import { addressOf, countOf, denseAt, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { type Scratch, withBlocks } from "../scratch.ts";
import { inPieces, products, type Split } from "../split.ts";
import { turned } from "./linear.ts";
import { multiply } from "./matmul.ts";
import { sumColumns } from "./reduce.ts";

/** GRU and LSTM over a sequence, in float32. */
export function sequenceKernels(machine: Machine): KernelTable {
  return {
    gruSequence: forward(machine, 3, 1),
    gruSequenceBackward: backward(machine, 3, 1),
    lstmSequence: forward(machine, 4, 2),
    lstmSequenceBackward: backward(machine, 4, 2),
  };
}

// An address of 0 is not read: a GRU has no cell states, and rows that all run have no lengths.

function forward(machine: Machine, gates: number, parts: number): Kernel<SequenceAttrs> {
  return (inputs, outputs, { reverse }) => {
    const x = inputs[0]!;
    const [steps, batch, width] = x.shape as [number, number, number];
    const hidden = width / gates;
    if (x.dtype !== "float32" || countOf(x.shape) === 0) return false;
    const kept = outputs[2 * parts]!;
    const keep = countOf(kept.shape) > 0;
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
    if (x.dtype !== "float32" || countOf(x.shape) === 0) return false;
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
