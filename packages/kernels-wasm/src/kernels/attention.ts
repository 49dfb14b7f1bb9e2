import { type KernelTable, numelOf, type Operand, type ScaledDotProductAttrs } from "@saccade/tensor/backend";
import {
  addressOf,
  bytesOf,
  denseAt,
  type Machine,
  onFloats,
  overRows,
  permuted,
  withBlocks,
  withScratch,
} from "../kernel.ts";
import { attentionQueries } from "../shared/sizes.ts";
import { cheap, functions, inPieces, products } from "../split.ts";
import { bitsOf, writeBlock } from "../walker.ts";
import { writeProgram } from "./attention-program.ts";
import { matrixProduct } from "./matmul.ts";
import { sumColumns } from "./reduce.ts";

/** Scaled dot-product attention of float32; operands are read in place whatever their strides. */
export function attentionKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  /** Calls a kernel for its items, which do not depend on each other; each thread has its own scratch. */
  const share = (
    kernel: "attentionForward" | "attentionBackward" | "attentionTells",
    block: number,
    items: number,
    work: number,
    bytes: number,
  ): void => {
    withScratch(machine, machine.threads * bytes, (scratch) => {
      inPieces(machine, kernel, items, products(work, 1, bytes), (from, count) => {
        return [block, from, from + count, scratch];
      });
    });
  };
  const attend = (operands: Operands, logSumExp: Operand): boolean => {
    const { q, k, v, output } = operands;
    const bytes = wasm.attentionScratch(q.shape.at(-1)!, v.shape.at(-1)!, k.shape.at(-2)!);
    return withProgram(machine, operands, bytes, undefined, (program, registerBytes) => {
      const to = [addressOf(output), addressOf(logSumExp)];
      const { lq, lk, d, dv, heads, block } = callOf(machine, operands, to, program);
      const blocks = Math.ceil(lq / attentionQueries);
      const work = (lq * lk * (d + dv)) / blocks;
      if (heads * lq > 0) share("attentionForward", block, heads * blocks, work, bytes + registerBytes);
    });
  };
  return {
    scaledDotProduct([q, k, v, ...more], [output, logSumExp], attrs) {
      if (output!.dtype !== "float32") return false;
      return attend({ q: q!, k: k!, v: v!, more, attrs, output: output! }, logSumExp!);
    },
    scaledDotProductBackward(inputs, [dq, dk, dv, ...ofOperands], attrs) {
      const [g, gLogSumExp, output, logSumExp, q, k, v, ...more] = inputs;
      if (dq!.dtype !== "float32") return false;
      const operands = { q: q!, k: k!, v: v!, g: g!, more, attrs, output: g! };
      const bytes = wasm.attentionBackwardScratch(q!.shape.at(-1)!, v!.shape.at(-1)!, k!.shape.at(-2)!);
      return withProgram(machine, operands, bytes, ofOperands, (program, registerBytes) => {
        withBlocks(machine, (scratch) => {
          const [toLogSumExp, out, lse] = [gLogSumExp!, output!, logSumExp!].map((x) => scratch.dense(x));
          const to = [out!, lse!, toLogSumExp!, ...[dq!, dk!, dv!].map(addressOf)];
          const call = callOf(machine, operands, to, program);
          const work = call.lq * call.lk * (3 * call.d + 2 * call.dv);
          if (call.heads > 0) share("attentionBackward", call.block, call.heads, work, bytes + registerBytes);
        });
      });
    },
    attentionTells([q, k, v, ...more], [output, lse, max, entropy, columnSums, topWeights, topKeys], attrs) {
      if (output!.dtype !== "float32") return false;
      const { top } = attrs;
      const [lq, d] = q!.shape.slice(-2) as [number, number];
      const [lk, dv] = v!.shape.slice(-2) as [number, number];
      const heads = numelOf(output!.shape.slice(0, -2));
      if (heads === 0) return true;
      // A group's sums are its own, so the bits are the same on any number of threads.
      const groups = Math.max(1, Math.min(Math.ceil(lq / 16), Math.ceil(leastItems / heads)));
      const bytes = wasm.attentionTellsScratch(d, dv, lk, top);
      const operands = { q: q!, k: k!, v: v!, more, attrs, output: output! };
      return withProgram(machine, operands, bytes, undefined, (program, registerBytes) => {
        withBlocks(machine, (scratch) => {
          const sums = addressOf(columnSums!);
          const columns = groups === 1 ? sums : scratch.take(heads * groups * lk * 4);
          const [m, h, p, at] = [max!, entropy!, topWeights!, topKeys!].map(addressOf);
          const told = [m!, h!, columns, groups, top, p!, at!];
          const to = [addressOf(output!), addressOf(lse!)];
          const { block } = callOf(machine, { ...operands, told }, to, program);
          const work = (lq * lk * (d + dv)) / groups;
          share("attentionTells", block, heads * groups, work, bytes + registerBytes);
          for (let head = 0; head < heads && groups > 1; head++) {
            const from = columns + head * groups * lk * 4;
            sumColumns(machine, from, sums + head * lk * 4, { rows: groups, columns: lk });
          }
        });
      });
    },
    attentionTellsBackward(inputs, [dq, dk, dv, ...ofOperands], attrs) {
      const [g, gLogSumExp, gEntropy, gColumns, output, logSumExp, entropy, q, k, v, ...more] = inputs;
      if (dq!.dtype !== "float32") return false;
      return withBlocks(machine, (scratch) => {
        const saved = [gLogSumExp!, output!, logSumExp!, entropy!, gEntropy!, gColumns!];
        const [toLogSumExp, out, lse, h, toEntropy, toColumns] = saved.map((x) => scratch.dense(x));
        const means = scratch.take(numelOf(gEntropy!.shape) * 4);
        const operands = { q: q!, k: k!, v: v!, g: g!, more, attrs, output: g! };
        if (!attrs.columns) wasm.zero(means, numelOf(gEntropy!.shape) * 4);
        else {
          // The mean of the columns' cotangents is attention to them.
          const shape = [...gColumns!.shape, 1];
          const values = denseAt(toColumns!, { dtype: "float32", shape });
          const to = denseAt(means, { dtype: "float32", shape: [...gEntropy!.shape, 1] });
          const rows = denseAt(scratch.take(numelOf(gEntropy!.shape) * 4), gEntropy!);
          const plain = { ...attrs, dropout: 0, state: null };
          if (!attend({ ...operands, v: values, attrs: plain, output: to }, rows)) return false;
        }
        const told = [0, h!, 0, 0, 0, 0, 0, toEntropy!, toColumns!, means];
        const bytes = wasm.attentionBackwardScratch(q!.shape.at(-1)!, v!.shape.at(-1)!, k!.shape.at(-2)!);
        return withProgram(machine, operands, bytes, ofOperands, (program, registerBytes) => {
          const to = [out!, lse!, toLogSumExp!, ...[dq!, dk!, dv!].map(addressOf)];
          const call = callOf(machine, { ...operands, told }, to, program);
          const work = call.lq * call.lk * (3 * call.d + 2 * call.dv);
          if (call.heads > 0) share("attentionBackward", call.block, call.heads, work, bytes + registerBytes);
        });
      });
    },
    matmulWhere([a, b, allowed], [out]) {
      if (!matrixProduct(machine, a!, b!, out!)) return false;
      // 0 · NaN is NaN: rows with a NaN are summed again, over the allowed keys.
      const attrs = { scale: 1, causal: false, masked: true, biased: false, dropout: 0, state: null };
      const operands = { q: a!, k: b!, v: b!, more: [allowed!], attrs, output: out! };
      const { lq, dv, heads, block } = callOf(machine, operands, [addressOf(out!), 0]);
      inPieces(machine, "mendSums", heads, cheap(lq * dv), (from, count) => [block, from, from + count]);
      return true;
    },
    scoresWhere: onFloats(([a, b, allowed], [out]) => {
      const dims = b!.shape.map((_, dim) => dim);
      matrixProduct(machine, a!, permuted(b!, [...dims.slice(0, -2), dims.at(-1)!, dims.at(-2)!]), out!);
      const parts = [out, allowed, out];
      const bytes = [4, 1, 4];
      return overRows(machine, "keepAllowed", numelOf(out!.shape), cheap(1, 4), parts, bytes, 0);
    }, 2),
  };
}

/** Runs a call with the address of its program, 0 without one, and the bytes of its registers; false if it is left to the host. */
function withProgram(
  machine: Machine,
  { more, attrs, output }: Operands,
  registersAt: number,
  gradients: readonly Operand[] | undefined,
  run: (address: number, registerBytes: number) => void,
): boolean {
  if (!attrs.program) {
    run(0, 0);
    return true;
  }
  return withBlocks(machine, (scratch) => {
    const operands = more.slice(attrs.masked ? 1 : 0);
    const batch = output.shape.slice(0, -2);
    const program = writeProgram(machine, scratch, { attrs, operands, batch, registersAt, gradients });
    if (program === null) return false;
    run(program.address, program.registerBytes);
    return !program.declined();
  });
}

/** Heads and groups of a head's queries that are worth threads. */
const leastItems = 8;

interface Operands {
  readonly q: Operand;
  readonly k: Operand;
  readonly v: Operand;
  /** The output's cotangent. */
  readonly g?: Operand;
  /** The mask and the bias, if the attributes have them. */
  readonly more: readonly Operand[];
  readonly attrs: ScaledDotProductAttrs;
  readonly output: Operand;
  /** What is told of the weights, in the block's order. */
  readonly told?: readonly number[];
}

interface Call {
  readonly lq: number;
  readonly lk: number;
  readonly d: number;
  readonly dv: number;
  /** All batch dims. */
  readonly heads: number;
  /** The address of the parameters. */
  readonly block: number;
}

/** Writes the parameters in the order of shared/attention-block.ts; `dense` are the addresses of dense operands. */
function callOf(
  machine: Machine,
  { q, k, v, more, g, attrs, output, told = [] }: Operands,
  [out = 0, lse = 0, toLse = 0, dq = 0, dk = 0, dValues = 0]: readonly number[],
  program: number = 0,
): Call {
  const { scale, causal, dropout, state, masked, biased } = attrs;
  const [mask, bias] = [masked ? more[0] : undefined, biased ? more[Number(masked)] : undefined];
  const operands = [q, k, v, mask, bias, g];
  const [lq, lk, d, dv] = [q.shape.at(-2)!, k.shape.at(-2)!, q.shape.at(-1)!, v.shape.at(-1)!];
  const batch = output.shape.slice(0, -2);
  const words = [lq, lk, d, dv];
  for (const x of operands) words.push(x ? addressOf(x) : 0, strideOf(x, -2), strideOf(x, -1));
  words.push(out, lse, toLse, dq, dk, dValues);
  words.push(bitsOf(scale), Number(causal), Number(state !== null));
  words.push(bitsOf(1 - dropout), bitsOf(dropout === 1 ? 0 : 1 / (1 - dropout)));
  words.push(...(state?.seed ?? [0, 0]), state?.offset ?? 0);
  words.push(program);
  for (let i = 0; i < 10; i++) words.push(told[i] ?? 0);
  words.push(batch.length);
  for (let dim = -batch.length; dim < 0; dim++) {
    words.push(batch.at(dim)!);
    for (const x of operands) words.push(strideOf(x, dim - 2));
  }
  return { lq, lk, d, dv, heads: numelOf(batch), block: writeBlock(machine, words) };
}

/** The stride in bytes of a dim counted from the end, 0 where the operand is absent or stretched along it. */
function strideOf(x: Operand | undefined, dim: number): number {
  const size = x?.shape.at(dim);
  return x === undefined || size === undefined || size === 1 ? 0 : x.strides.at(dim)! * bytesOf(x);
}

/** Scores of additive attention in float32. */
export function additiveKernels(machine: Machine): KernelTable {
  return {
    additiveScores: onFloats(([q, k, v], [out]) => {
      const [lq, lk] = out!.shape.slice(-2) as [number, number];
      const h = v!.shape[0]!;
      const batches = numelOf(out!.shape.slice(0, -2));
      const parts = [q, k, v, out];
      const bytes = [lq * h * 4, lk * h * 4, 0, lq * lk * 4];
      return overRows(machine, "additiveScores", batches, functions(lq * lk * h), parts, bytes, lq, lk, h);
    }),
    additiveScoresBackward: onFloats(([g, q, k, v], [dq, dk, dv]) => {
      const [lq, lk] = g!.shape.slice(-2) as [number, number];
      const h = v!.shape[0]!;
      const batches = numelOf(g!.shape.slice(0, -2));
      if (batches * h === 0) return false;
      const [query, key] = [lq * h * 4, lk * h * 4];
      withScratch(machine, batches * h * 4, (sums) => {
        const parts = [g, q, k, v, dq, dk, sums];
        const bytes = [lq * lk * 4, query, key, 0, query, key, h * 4];
        overRows(machine, "additiveScoresBackward", batches, functions(lq * lk * h), parts, bytes, lq, lk, h);
        sumColumns(machine, sums, addressOf(dv!), { rows: batches, columns: h });
      });
      return true;
    }),
  };
}
