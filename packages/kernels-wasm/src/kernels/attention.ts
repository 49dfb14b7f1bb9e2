import type { Operand, ScaledDotProductAttrs } from "@saccade/tensor/backend";
import { addressOf, bytesOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { withAllDense, withScratch } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";

/** Scaled dot-product attention of float32, operands read in place whatever their strides. */
export function attentionKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  return {
    scaledDotProduct([q, k, v, ...more], [output, logSumExp], attrs) {
      if (output!.dtype !== "float32") return false;
      const call: Call = { q: q!, k: k!, v: v!, more, attrs };
      const { lq, lk, d, dv, heads } = sizesOf(call, output!);
      const block = writeBlock(machine, call, output!, {
        output: addressOf(output!),
        logSumExp: addressOf(logSumExp!),
      });
      const items = heads * Math.ceil(lq / queriesABlock);
      const work = heads * lq * lk * (d + dv);
      share(machine, "attentionForward", block, items, work, wasm.attentionScratch(d, dv));
      return true;
    },
    scaledDotProductBackward([g, gLogSumExp, output, logSumExp, q, k, v, ...more], [dq, dk, dv], attrs) {
      if (dq!.dtype !== "float32") return false;
      const call: Call = { q: q!, k: k!, v: v!, g: g!, more, attrs };
      const sizes = sizesOf(call, g!);
      withAllDense(machine, [gLogSumExp!, output!, logSumExp!], ([toLogSumExp, out, lse]) => {
        const block = writeBlock(machine, call, g!, {
          output: out!,
          logSumExp: lse!,
          toLogSumExp: toLogSumExp!,
          dq: addressOf(dq!),
          dk: addressOf(dk!),
          dv: addressOf(dv!),
        });
        const work = sizes.heads * sizes.lq * sizes.lk * (3 * sizes.d + 2 * sizes.dv);
        const bytes = wasm.attentionBackwardScratch(sizes.d, sizes.dv, sizes.lk);
        share(machine, "attentionBackward", block, sizes.heads, work, bytes);
      });
      return true;
    },
  };
}

/** As in assembly/attention.ts. */
const queriesABlock = 64;

/** Calls a kernel for its items, which do not depend on each other; each thread has scratch of its own. */
function share(
  machine: Machine,
  kernel: "attentionForward" | "attentionBackward",
  block: number,
  items: number,
  work: number,
  bytes: number,
): void {
  if (items === 0) return;
  withScratch(machine, machine.threads * bytes, (address) => {
    const split = { work: work / items, least: leastWork.product, grain: 1, scratch: { arg: 3, bytes } };
    inPieces(machine, kernel, items, split, (from, count) => [block, from, from + count, address]);
  });
}

interface Call {
  readonly q: Operand;
  readonly k: Operand;
  readonly v: Operand;
  /** The mask, then the bias, as the attributes say. */
  readonly more: readonly Operand[];
  readonly attrs: ScaledDotProductAttrs;
  /** The output's cotangent. */
  readonly g?: Operand;
}

interface Sizes {
  readonly lq: number;
  readonly lk: number;
  readonly d: number;
  readonly dv: number;
  /** All batch dims. */
  readonly heads: number;
}

/** Addresses of dense operands. */
interface Dense {
  readonly output: number;
  readonly logSumExp: number;
  readonly toLogSumExp?: number;
  readonly dq?: number;
  readonly dk?: number;
  readonly dv?: number;
}

function sizesOf({ q, k, v }: Pick<Call, "q" | "k" | "v">, output: Operand): Sizes {
  const heads = countOf(output.shape.slice(0, -2));
  return { lq: q.shape.at(-2)!, lk: k.shape.at(-2)!, d: q.shape.at(-1)!, dv: v.shape.at(-1)!, heads };
}

// assembly/attention-block.ts names the words.
const dimsAt = 37;
const wordsADim = 7;

/** Writes the parameters of a call; returns where they stand. */
function writeBlock(
  { memory, blocks }: Machine,
  { q, k, v, more, g, attrs }: Call,
  output: Operand,
  dense: Dense,
): number {
  const dims = output.shape.length - 2;
  const count = dimsAt + 1 + wordsADim * dims;
  const block = blocks.take(count);
  const words = memory.words.subarray(block / 4, block / 4 + count);
  const floats = new Float32Array(words.buffer, block, count);
  const { lq, lk, d, dv } = sizesOf({ q, k, v }, output);
  const [mask, bias] = attrs.masked ? more : [undefined, ...more];
  const operands = [q, k, v, mask, bias, g];
  words.set([lq, lk, d, dv]);
  operands.forEach((x, i) => {
    words.set(x ? [addressOf(x), strideOf(x, -2), strideOf(x, -1)] : [0, 0, 0], 4 + 3 * i);
  });
  const { output: out, logSumExp, toLogSumExp = 0, dq = 0, dk = 0, dv: dvalues = 0 } = dense;
  words.set([out, logSumExp, toLogSumExp, dq, dk, dvalues], 22);
  const { scale, causal, dropout, state, none } = attrs;
  floats[28] = scale;
  words.set([Number(causal), Number(Number.isNaN(none)), Number(state !== null)], 29);
  floats[32] = 1 - dropout;
  floats[33] = dropout === 1 ? 0 : 1 / (1 - dropout);
  words.set(state === null ? [0, 0, 0] : [...state.seed, state.offset], 34);
  words[dimsAt] = dims;
  for (let dim = 0; dim < dims; dim++) {
    const strides = operands.map((x) => (x ? strideOf(x, dim - dims - 2) : 0));
    words.set([output.shape[dim]!, ...strides], dimsAt + 1 + wordsADim * dim);
  }
  return block;
}

/** The stride in bytes of a dim counted from the end, 0 where the operand is stretched along it. */
function strideOf(x: Operand, dim: number): number {
  const size = x.shape.at(dim);
  if (size === undefined || size === 1) return 0;
  return x.strides.at(dim)! * bytesOf(x);
}
