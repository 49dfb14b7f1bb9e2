// Writes a score program into the memory of the kernels of attention, which run it.

import { numelOf, type Operand, type ScaledDotProductAttrs } from "@saccade/tensor/backend";
import { addressOf, bytesOf, denseAt, type Machine, type Scratch } from "../kernel.ts";
import * as p from "../shared/attention-program.ts";

/** A call's program. */
export interface ProgramCall {
  readonly attrs: ScaledDotProductAttrs;
  /** The program's operands, and the layout if there is one. */
  readonly operands: readonly Operand[];
  /** The batch dims of the output. */
  readonly batch: readonly number[];
  /** Where a thread's scratch has room for registers. */
  readonly registersAt: number;
  /** The gradients of the operands that are floats, in a backward call: dense. */
  readonly gradients: readonly Operand[] | undefined;
}

/** A program in memory. */
export interface WrittenProgram {
  readonly address: number;
  /** The bytes of registers that a thread needs. */
  readonly registerBytes: number;
  /** Whether the call was left to the host; known once the kernel has run. */
  declined(): boolean;
}

/** Writes the program of a call; null for operands that kernels do not read. */
export function writeProgram(
  machine: Machine,
  scratch: Scratch,
  { attrs, operands, batch, registersAt, gradients }: ProgramCall,
): WrittenProgram | null {
  const program = attrs.program!;
  const { tables } = program;
  if (!operands.every(({ dtype }) => dtype === "float32" || dtype === "int32")) return null;
  const learned = tables.map((_, i) => operands[i]!.dtype === "float32");
  const shapes = operands.map(({ shape }) => shape);
  const code = program.assembled(p, shapes, gradients && { learned, scale: attrs.scale });

  let next = 0;
  const descriptors = operands.map((x, i) => {
    const gradient = learned[i] && gradients ? gradients[next++] : undefined;
    const isTable = tables[i] === true;
    return describe(isTable ? denseAt(scratch.dense(x), x) : x, batch, isTable, gradient);
  });
  for (const x of gradients ?? []) machine.wasm.zero(addressOf(x), numelOf(x.shape) * 4);

  const operandBytes = p.batch + 4 * batch.length;
  const address = scratch.take(p.headerBytes + operands.length * operandBytes + code.words.length * 4);
  const firstOperand = address + p.headerBytes;
  const firstStep = firstOperand + operands.length * operandBytes;
  const header = new Array<number>(p.headerBytes / 4).fill(0);
  header[p.registers / 4] = registersAt;
  header[p.layout / 4] = attrs.blocked ? firstOperand + tables.length * operandBytes : 0;
  header[p.operands / 4] = firstOperand;
  header[p.operandBytes / 4] = operandBytes;
  header[p.mask / 4] = code.mask;
  code.phases.forEach(({ start, count }, i) => {
    header[p.phases / 4 + 2 * i] = firstStep + start * p.instructionBytes;
    header[p.phases / 4 + 2 * i + 1] = count;
  });
  machine.memory.words.set([...header, ...descriptors.flat(), ...code.words], address >>> 2);
  return {
    address,
    registerBytes: code.registerBytes,
    declined: () => new Int32Array(machine.memory.buffer, address + p.declined, 1)[0] !== 0,
  };
}

/** An operand in words. */
function describe(
  x: Operand,
  batch: readonly number[],
  isTable: boolean,
  gradient: Operand | undefined,
): readonly number[] {
  const stride = (of: Operand, dim: number): number =>
    (of.shape.at(dim) ?? 1) === 1 ? 0 : of.strides.at(dim)! * bytesOf(of);
  const ofGradient = gradient && denseAt(addressOf(gradient), gradient);
  return [
    addressOf(x),
    Number(x.dtype === "int32"),
    stride(x, -2),
    stride(x, -1),
    gradient ? addressOf(gradient) : 0,
    ofGradient ? numelOf(ofGradient.shape.slice(-2)) * 4 : 0,
    ofGradient ? stride(ofGradient, -2) : 0,
    ofGradient ? stride(ofGradient, -1) : 0,
    isTable ? x.shape.at(-1)! : 0,
    ...batch.map((_, dim) => stride(x, dim - batch.length - 2)),
  ];
}
