// Writes a score program for the kernels of attention: its steps in order, each with a register for its result.

import { numelOf, type Operand, type ScaledDotProductAttrs } from "@saccade/tensor/backend";
import { type OperandSlope, readBy, type ScoreProgram, type ScoreStep } from "@saccade/tensor/fused";
import { addressOf, bytesOf, denseAt, type Machine, type Scratch } from "../kernel.ts";
import * as p from "../shared/attention-program.ts";
import { bitsOf } from "../walker.ts";

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
  const elementsOf = (i: number): number => (tables[i] ? numelOf(operands[i]!.shape.slice(-tables[i]!)) : 0);
  const readable = operands.every(({ dtype }) => dtype === "float32" || dtype === "int32");
  // Places in a table are whole numbers in float32.
  if (!readable || tables.some((_, i) => elementsOf(i) > 2 ** 24)) return null;
  const learned = tables.map((_, i) => operands[i]!.dtype === "float32");
  const code = new Assembler(withPlaces(program, operands), operands);
  code.assemble(gradients && { learned, scale: attrs.scale });

  let next = 0;
  const descriptors = operands.map((x, i) => {
    const gradient = learned[i] && gradients ? gradients[next++] : undefined;
    return describe(tables[i] ? denseAt(scratch.dense(x), x) : x, batch, tables[i] ?? 0, gradient);
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
  gathered: number,
  gradient: Operand | undefined,
): readonly number[] {
  const own = gathered || 2;
  const stride = (of: Operand, dim: number): number =>
    (of.shape.at(dim) ?? 1) === 1 ? 0 : of.strides.at(dim)! * bytesOf(of);
  const [row, column] = gathered ? [0, 0] : [stride(x, -2), stride(x, -1)];
  const ofGradient = gradient && denseAt(addressOf(gradient), gradient);
  return [
    addressOf(x),
    Number(x.dtype === "int32"),
    row,
    column,
    gradient ? addressOf(gradient) : 0,
    ofGradient ? numelOf(ofGradient.shape.slice(-own)) * 4 : 0,
    ofGradient && !gathered ? stride(ofGradient, -2) : 0,
    ofGradient && !gathered ? stride(ofGradient, -1) : 0,
    gathered ? numelOf(x.shape.slice(-gathered)) : 0,
    ...batch.map((_, dim) => stride(x, dim - batch.length - own)),
  ];
}

/** A program whose gathers have one index each, the place in the table's elements. */
function withPlaces(program: ScoreProgram, operands: readonly Operand[]): ScoreProgram {
  const steps: ScoreStep[] = [];
  const push = (step: ScoreStep): number => steps.push(step) - 1;
  const moved: number[] = [];
  const to = (step: number): number => moved[step]!;
  for (const step of program.steps) {
    if (step.op === "gather") {
      const sizes = operands[step.operand]!.shape.slice(-step.indices.length);
      const place = step.indices.map(to).reduce((before, index, i) => {
        const b = push({ op: "constant", value: sizes[i]! });
        return push({ op: "add", a: push({ op: "mul", a: before, b }), b: index });
      });
      moved.push(push({ ...step, indices: [place] }));
    } else if (step.op === "where")
      moved.push(push({ op: "where", condition: to(step.condition), a: to(step.a), b: to(step.b) }));
    else if ("b" in step) moved.push(push({ ...step, a: to(step.a), b: to(step.b) }));
    else if ("a" in step) moved.push(push({ ...step, a: to(step.a) }));
    else moved.push(push(step));
  }
  const mask = program.mask === null ? null : to(program.mask);
  return program.rewritten({ steps, score: to(program.score), mask });
}

const panelBytes = 64 * 64;

/** Orders steps and gives each result a register; a panel is used again once nothing reads its value any more. */
class Assembler {
  readonly words: number[] = [];
  readonly phases: { readonly start: number; readonly count: number }[] = [];
  registerBytes: number = 0;
  /** The mask's register, −1 without one. */
  mask: number = -1;
  readonly #program: ScoreProgram;
  readonly #operands: readonly Operand[];
  #steps: readonly ScoreStep[];
  readonly #registers: Map<number, number> = new Map();
  readonly #free: number[] = [];
  /** The readers that each value still has. */
  readonly #readers: Map<number, number> = new Map();

  constructor(program: ScoreProgram, operands: readonly Operand[]) {
    this.#program = program;
    this.#operands = operands;
    this.#steps = program.steps;
  }

  assemble(backward: { readonly learned: readonly boolean[]; readonly scale: number } | undefined): void {
    const { score, mask } = this.#program;
    const slopes = backward && this.#program.slopes(backward.learned, backward.scale);
    if (slopes) this.#steps = slopes.steps;
    const done = new Set<number>();
    const ofScore = this.#order([score], done);
    const ofMask = mask === null ? [] : this.#order([mask], new Set(done));
    const last = slopes?.score ?? null;
    const sums = slopes?.operands ?? [];
    const wanted = sums.flatMap(({ value, indices }) => [value, ...indices]);
    const ofSlopes = this.#order([...wanted, ...(last === null ? [] : readBy(this.#steps[last]!))], done);
    const all = [...ofScore, ...ofMask, ...ofSlopes, ...(last === null ? [] : [last])];
    for (const read of [...all.flatMap((at) => readBy(this.#steps[at]!)), ...wanted])
      this.#readers.set(read, (this.#readers.get(read) ?? 0) + 1);

    // The scores' own panel holds the product first, then the result, then the weights.
    const readLater = new Set(
      [...ofSlopes, ...(last === null ? [] : [last])].flatMap((at) => readBy(this.#steps[at]!)),
    );
    const product = this.#steps.findIndex(({ op }) => op === "score");
    this.#phase(() => {
      this.#registers.set(product, p.scores);
      if (readLater.has(product)) {
        const kept = this.#panel();
        this.#write(p.copy, kept, p.scores);
        this.#registers.set(product, kept);
      }
      for (const at of ofScore) {
        const step = this.#steps[at]!;
        const ownPanel = at === score && !readLater.has(at) && "a" in step;
        this.#emit(at, ownPanel ? p.scores : undefined);
      }
      const result = this.#registers.get(score)!;
      if (result !== p.scores) this.#write(p.copy, p.scores, result);
    });
    this.#phase(() => {
      for (const at of ofMask) this.#emit(at);
      if (mask !== null) this.mask = this.#registers.get(mask)!;
    });
    const cotangent = this.#steps.findIndex(({ op }) => op === "cotangent");
    this.#registers.set(cotangent, p.cotangent);
    this.#phase(() => {
      for (const at of ofSlopes) this.#emit(at);
    });
    this.#phase(() => {
      for (const slope of sums) this.#sum(slope);
    });
    this.#phase(() => {
      if (last !== null) this.#emit(last, p.cotangent);
      else if (slopes) {
        const none = this.#take(16) | p.one;
        this.#write(p.constant, none, 0);
        this.#write(p.copy, p.cotangent, none);
      }
    });
  }

  /** The steps that others need, and these, in order; those in `done` are there already, and the others are added to it. */
  #order(wanted: readonly number[], done: Set<number>): number[] {
    const order: number[] = [];
    const visit = (at: number): void => {
      if (done.has(at)) return;
      done.add(at);
      for (const read of readBy(this.#steps[at]!)) visit(read);
      order.push(at);
    };
    wanted.forEach(visit);
    return order;
  }

  #phase(write: () => void): void {
    const start = this.words.length / (p.instructionBytes / 4);
    write();
    this.phases.push({ start, count: this.words.length / (p.instructionBytes / 4) - start });
  }

  #write(code: number, to: number, a: number = 0, b: number = 0, c: number = 0): void {
    this.words.push(code, to, a, b, c);
  }

  /** Room among the registers. */
  #take(bytes: number): number {
    this.registerBytes += bytes;
    return this.registerBytes - bytes;
  }

  #panel(): number {
    return this.#free.pop() ?? this.#take(panelBytes);
  }

  /** The register of a value, which one reader less needs. */
  #read(value: number): number {
    const register = this.#registers.get(value)!;
    const left = this.#readers.get(value)! - 1;
    this.#readers.set(value, left);
    if (left === 0 && (register & 7) === p.panel && value !== this.#program.score) this.#free.push(register);
    return register;
  }

  #emit(at: number, given?: number): void {
    const step = this.#steps[at]!;
    if (step.op === "score" || step.op === "cotangent") return;
    const reads = readBy(step).map((read) => this.#read(read));
    const to = given ?? this.#registerFor(step);
    this.#registers.set(at, to);
    if (step.op === "constant") this.#write(p.constant, to, bitsOf(step.value));
    else if (step.op === "operand") this.#write(p.load, to, step.operand);
    else if (step.op === "gather") this.#write(p.gather, to, step.operand, reads[0]);
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: all codes of steps are used, under the steps' names.
    else this.#write(p[step.op], to, ...reads);
  }

  #registerFor(step: ScoreStep): number {
    if (step.op === "constant") return this.#take(16) | p.one;
    if (step.op !== "operand") return this.#panel();
    const { shape } = this.#operands[step.operand]!;
    const [queries, keys] = [(shape.at(-2) ?? 1) > 1, (shape.at(-1) ?? 1) > 1];
    if (queries && keys) return this.#panel();
    if (queries) return this.#take(64) | p.ofQueries;
    return keys ? this.#take(64 * 16) | p.ofKeys : this.#take(16) | p.one;
  }

  #sum({ operand, value, indices }: OperandSlope): void {
    const index = indices[0] === undefined ? 0 : this.#registers.get(indices[0])!;
    this.#write(p.sum, 0, operand, this.#registers.get(value)!, index);
  }
}
