import type { Attrs, Operand } from "@saccade/tensor";
import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { type Scratch, withBlocks } from "../scratch.ts";
import { inPieces, leastWork, type Split } from "../split.ts";
import { copyDenseTo } from "./copy.ts";
import { denseAt, multiply } from "./matmul.ts";
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

/** An address that is not read: a GRU has no cell states, and rows that all run have no lengths. */
const none = 0;

function forward(machine: Machine, gates: number, parts: number): Kernel {
  return (inputs, outputs, attrs) => {
    const x = inputs[0]!;
    const [weight, bias, lengths] = inputs.slice(parts + 1);
    const [steps, batch, width] = x.shape as [number, number, number];
    const hidden = width / gates;
    if (x.dtype !== "float32" || countOf(x.shape) === 0) return false;
    const [hs, cs] = outputs.slice(0, parts).map(addressOf);
    const [h, c] = outputs.slice(parts).map(addressOf);
    const kept = outputs[2 * parts]!;
    const keep = countOf(kept.shape) > 0;
    for (let p = 0; p < parts; p++) copyDenseTo(machine, inputs[1 + p]!, addressOf(outputs[parts + p]!));
    withBlocks(machine, (scratch) => {
      // U stands on the right as its transpose: (H, G H).
      const [row, column] = [weight!.strides[0]! * 4, weight!.strides[1]! * 4];
      const panels = pack(machine, scratch, addressOf(weight!), column, row, hidden, width);
      const u = keep ? addressOf(kept) : scratch.take(batch * width * 4);
      const from = scratch.dense(x);
      const added = scratch.dense(bias!);
      const counts = lengths ? scratch.dense(lengths) : none;
      const kept1 = keep ? 1 : 0;
      const second = parts === 2;
      const split = rowsSplit(steps, hidden, gates);
      inPieces(machine, "sequenceForward", batch, split, (begin, count) => [
        gates,
        from,
        u,
        kept1,
        h!,
        second ? c! : none,
        hs!,
        second ? cs! : none,
        added,
        panels,
        counts,
        steps,
        batch,
        hidden,
        reverseOf(attrs),
        begin,
        begin + count,
      ]);
    });
    return true;
  };
}

function backward(machine: Machine, gates: number, parts: number): Kernel {
  return (inputs, outputs, attrs) => {
    const [x, ...rest] = inputs.slice(3 * parts + 1) as [Operand, ...Operand[]];
    const [weight, , lengths] = rest.slice(parts);
    const [steps, batch, width] = x.shape as [number, number, number];
    const hidden = width / gates;
    if (x.dtype !== "float32" || countOf(x.shape) === 0) return false;
    const [dx, dh, dc] = outputs.map(addressOf);
    const [dWeight, dBias] = outputs.slice(parts + 1).map(addressOf);
    for (let p = 0; p < parts; p++) copyDenseTo(machine, inputs[parts + p]!, addressOf(outputs[1 + p]!));
    withBlocks(machine, (scratch) => {
      const [row, column] = [weight!.strides[0]! * 4, weight!.strides[1]! * 4];
      const panels = pack(machine, scratch, addressOf(weight!), row, column, width, hidden);
      const rows = steps * batch;
      const du = gates === 3 ? scratch.take(rows * width * 4) : dx!;
      const before = scratch.take(rows * hidden * 4);
      const second = parts === 2;
      const [gh, gc] = inputs.slice(0, parts).map((g) => scratch.dense(g));
      const [hs, cs] = inputs.slice(2 * parts, 3 * parts).map((s) => scratch.dense(s));
      const [h0, c0] = rest.slice(0, parts).map((s) => scratch.dense(s));
      const [from, u] = [scratch.dense(x), scratch.dense(inputs[3 * parts]!)];
      const counts = lengths ? scratch.dense(lengths) : none;
      inPieces(machine, "sequenceBackward", batch, rowsSplit(steps, hidden, gates), (begin, count) => [
        gates,
        gh!,
        gc ?? none,
        hs!,
        cs ?? none,
        h0!,
        c0 ?? none,
        from,
        u,
        dx!,
        du,
        dh!,
        second ? dc! : none,
        before,
        panels,
        counts,
        steps,
        batch,
        hidden,
        reverseOf(attrs),
        begin,
        begin + count,
      ]);
      // duᵀ · before, and the sums of du: over all steps at once.
      const { dtype } = x;
      const left = { buffer: du, dtype, shape: [width, rows], strides: [1, width], offset: 0 };
      const right = denseAt(before, { dtype, shape: [rows, hidden] });
      multiply(machine, left, right, denseAt(dWeight!, weight!));
      sumColumns(machine, du, dBias!, { rows, columns: width });
    });
    return true;
  };
}

/** Rows of a batch do not meet: pieces of eight or more go through all steps by themselves. */
function rowsSplit(steps: number, hidden: number, gates: number): Split {
  // A gate's function is worth some thirty multiplications and additions.
  return { work: steps * gates * hidden * (hidden + 30), least: leastWork.product, grain: 8 };
}

/** Packs a matrix (k, m) of the given strides in bytes as the right operand of many products. */
function pack(
  { wasm }: Machine,
  scratch: Scratch,
  b: number,
  bRow: number,
  bColumn: number,
  k: number,
  m: number,
): number {
  const panels = scratch.take(Math.ceil(m / 8) * k * 32);
  wasm.packPanels(b, bRow, bColumn, k, m, panels);
  return panels;
}

function reverseOf(attrs: Attrs): number {
  return (attrs as { reverse: boolean }).reverse ? 1 : 0;
}
