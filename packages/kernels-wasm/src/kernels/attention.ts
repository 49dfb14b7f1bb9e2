import type { Operand, ScaledDotProductAttrs } from "@saccade/tensor/backend";
import { addressOf, bytesOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { permuted, withAllDense, withDense, withScratch } from "../scratch.ts";
import * as at from "../shared/attention-block.ts";
import { attentionQueries } from "../shared/sizes.ts";
import { inPieces, leastWork } from "../split.ts";
import { matrixProduct } from "./matmul.ts";

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
      const items = heads * Math.ceil(lq / attentionQueries);
      const work = heads * lq * lk * (d + dv);
      share(machine, "attentionForward", block, items, work, wasm.attentionScratch(d, dv, lk));
      return true;
    },
    matmulWhere([a, b, allowed], [out]) {
      if (!matrixProduct(machine, a!, b!, out!)) return false;
      // 0 · NaN is NaN: rows with one are summed again, over what is allowed.
      const attrs = { scale: 1, causal: false, masked: true, biased: false, dropout: 0, state: null };
      const call: Call = { q: a!, k: b!, v: b!, more: [allowed!], attrs };
      const block = writeBlock(machine, call, out!, { output: addressOf(out!), logSumExp: 0 });
      const { lq, dv, heads } = sizesOf(call, out!);
      const split = { work: lq * dv, least: leastWork.cheap, grain: 1 };
      inPieces(machine, "mendSums", heads, split, (from, count) => [block, from, from + count]);
      return true;
    },
    scoresWhere([a, b, allowed], [out]) {
      const dims = b!.shape.map((_, dim) => dim);
      const turned = permuted(b!, [...dims.slice(0, -2), dims.at(-1)!, dims.at(-2)!]);
      if (!matrixProduct(machine, a!, turned, out!)) return false;
      const to = addressOf(out!);
      withDense(machine, allowed!, (mask) => {
        const split = { work: 1, least: leastWork.cheap, grain: 4 };
        inPieces(machine, "keepAllowed", countOf(out!.shape), split, (from, count) => {
          return [to + from * 4, mask + from, to + from * 4, count, 0];
        });
      });
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
    const split = { work: work / items, least: leastWork.product, grain: 1, scratchBytes: bytes };
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

/** Writes the parameters of a call; returns where they stand. */
function writeBlock(
  { memory, blocks }: Machine,
  { q, k, v, more, g, attrs }: Call,
  output: Operand,
  dense: Dense,
): number {
  const dims = output.shape.length - 2;
  const count = (at.dims + 4 + at.entryBytes * dims) / 4;
  const block = blocks.take(count);
  const words = memory.words.subarray(block / 4, block / 4 + count);
  const floats = new Float32Array(words.buffer, block, count);
  const { lq, lk, d, dv } = sizesOf({ q, k, v }, output);
  const [mask, bias] = attrs.masked ? more : [undefined, ...more];
  const set = (offset: number, value: number): void => {
    words[offset / 4] = value;
  };
  const setOperand = (offset: number, x: Operand | undefined): void => {
    set(offset, x ? addressOf(x) : 0);
    set(offset + 4, x ? strideOf(x, -2) : 0);
    set(offset + 8, x ? strideOf(x, -1) : 0);
  };
  set(at.lq, lq);
  set(at.lk, lk);
  set(at.d, d);
  set(at.dv, dv);
  setOperand(at.q, q);
  setOperand(at.k, k);
  setOperand(at.v, v);
  setOperand(at.mask, mask);
  setOperand(at.bias, bias);
  setOperand(at.g, g);
  set(at.output, dense.output);
  set(at.logSumExp, dense.logSumExp);
  set(at.toLogSumExp, dense.toLogSumExp ?? 0);
  set(at.dq, dense.dq ?? 0);
  set(at.dk, dense.dk ?? 0);
  set(at.dValues, dense.dv ?? 0);
  const { scale, causal, dropout, state } = attrs;
  floats[at.scale / 4] = scale;
  set(at.causal, Number(causal));
  set(at.drops, Number(state !== null));
  floats[at.keep / 4] = 1 - dropout;
  floats[at.factor / 4] = dropout === 1 ? 0 : 1 / (1 - dropout);
  set(at.random, state?.seed[0] ?? 0);
  set(at.random + 4, state?.seed[1] ?? 0);
  set(at.random + 8, state?.offset ?? 0);
  set(at.dims, dims);
  for (let dim = 0; dim < dims; dim++) {
    const entry = at.dims + 4 + at.entryBytes * dim;
    set(entry, output.shape[dim]!);
    [q, k, v, mask, bias, g].forEach((x, i) => {
      set(entry + 4 + 4 * i, x ? strideOf(x, dim - dims - 2) : 0);
    });
  }
  return block;
}

/** The stride in bytes of a dim counted from the end, 0 where the operand is stretched along it. */
function strideOf(x: Operand, dim: number): number {
  const size = x.shape.at(dim);
  if (size === undefined || size === 1) return 0;
  return x.strides.at(dim)! * bytesOf(x);
}
