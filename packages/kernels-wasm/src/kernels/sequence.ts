import type { Operand, SequenceAttrs } from "@saccade/tensor/backend";
import { copyDenseTo } from "../copy-window.ts";
import { addressOf, countOf, denseAt, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { type Scratch, withBlocks } from "../scratch.ts";
import { inPieces, leastWork, type Split } from "../split.ts";
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

/** An address that is not read: a GRU has no cell states, and rows that all run have no lengths. */
const none = 0;

function forward(machine: Machine, gates: number, parts: number): Kernel<SequenceAttrs> {
  return (inputs, outputs, attrs) => {
    const x = inputs[0]!;
    const weight = inputs[parts + 1]!;
    const lengths = inputs[parts + 3];
    const [steps, batch, width] = x.shape as [number, number, number];
    const hidden = width / gates;
    if (x.dtype !== "float32" || countOf(x.shape) === 0) return false;
    const second = parts === 2;
    const kept = outputs[2 * parts]!;
    const keep = countOf(kept.shape) > 0;
    for (let p = 0; p < parts; p++) copyDenseTo(machine, inputs[1 + p]!, addressOf(outputs[parts + p]!));
    withBlocks(machine, (scratch) => {
      // U stands on the right as its transpose: (H, G H).
      const panels = pack(machine, scratch, turned(weight));
      const u = keep ? addressOf(kept) : scratch.take(batch * width * 4);
      const from = scratch.dense(x);
      const added = scratch.dense(inputs[parts + 2]!);
      const counts = lengths ? scratch.dense(lengths) : none;
      const split = rowsSplit(steps, hidden, gates);
      inPieces(machine, "sequenceForward", batch, split, (begin, count) => [
        gates,
        from,
        u,
        keep ? 1 : 0,
        addressOf(outputs[parts]!),
        second ? addressOf(outputs[3]!) : none,
        addressOf(outputs[0]!),
        second ? addressOf(outputs[1]!) : none,
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

function backward(machine: Machine, gates: number, parts: number): Kernel<SequenceAttrs> {
  // Where the op's own inputs stand: behind cotangents of states and of last ones, the states, and U h + c.
  const own = 3 * parts + 1;
  return (inputs, outputs, attrs) => {
    const x = inputs[own]!;
    const weight = inputs[own + parts + 1]!;
    const lengths = inputs[own + parts + 3];
    const [steps, batch, width] = x.shape as [number, number, number];
    const hidden = width / gates;
    if (x.dtype !== "float32" || countOf(x.shape) === 0) return false;
    const second = parts === 2;
    const dx = addressOf(outputs[0]!);
    for (let p = 0; p < parts; p++) copyDenseTo(machine, inputs[parts + p]!, addressOf(outputs[1 + p]!));
    withBlocks(machine, (scratch) => {
      const panels = pack(machine, scratch, weight);
      const rows = steps * batch;
      const du = gates === 3 ? scratch.take(rows * width * 4) : dx;
      const before = scratch.take(rows * hidden * 4);
      const dense = (i: number): number => scratch.dense(inputs[i]!);
      const [gh, gc] = [dense(0), second ? dense(1) : none];
      const [hs, cs] = [dense(2 * parts), second ? dense(5) : none];
      const [h0, c0] = [dense(own + 1), second ? dense(own + 2) : none];
      const [from, u] = [dense(own), dense(own - 1)];
      const counts = lengths ? scratch.dense(lengths) : none;
      inPieces(machine, "sequenceBackward", batch, rowsSplit(steps, hidden, gates), (begin, count) => [
        gates,
        gh,
        gc,
        hs,
        cs,
        h0,
        c0,
        from,
        u,
        dx,
        du,
        addressOf(outputs[1]!),
        second ? addressOf(outputs[2]!) : none,
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
      multiply(machine, left, right, outputs[parts + 1]!);
      sumColumns(machine, du, addressOf(outputs[parts + 2]!), { rows, columns: width });
    });
    return true;
  };
}

/** Rows of a batch do not meet: pieces of eight or more go through all steps by themselves. */
function rowsSplit(steps: number, hidden: number, gates: number): Split {
  // A gate's function is worth some thirty multiplications and additions.
  return { work: steps * gates * hidden * (hidden + 30), least: leastWork.product, grain: 8 };
}

/** Packs a matrix (k, m) as the right operand of many products. */
function pack({ wasm }: Machine, scratch: Scratch, b: Operand): number {
  const [k, m] = b.shape as [number, number];
  const panels = scratch.take(Math.ceil(m / 8) * k * 32);
  wasm.packPanels(addressOf(b), b.strides[0]! * 4, b.strides[1]! * 4, k, m, panels);
  return panels;
}

function reverseOf({ reverse }: SequenceAttrs): number {
  return reverse ? 1 : 0;
}
