// A score program for a machine with registers: its steps in order, each with a register for its result. The kernels of attention
// are such machines, and give their codes.

import type { Shape } from "../../kit.ts";
import {
  type BinaryName,
  type OperandSlope,
  type ProgramParts,
  readBy,
  type ScoreStep,
  slopesOf,
  type UnaryName,
} from "./score-steps.ts";

/** The numbers of a machine: its instructions, and the kinds of its registers, in the low bits of a register's number. */
export interface Codes
  extends Readonly<
    Record<UnaryName | BinaryName | "where" | "gather" | "constant" | "load" | "copy" | "sum", number>
  > {
  /** A register of one number. */
  readonly one: number;
  /** One of a row of queries. */
  readonly ofQueries: number;
  /** One of a column of keys. */
  readonly ofKeys: number;
  /** The scores themselves. */
  readonly scores: number;
  /** Their cotangent. */
  readonly cotangent: number;
}

/** A program in words: an instruction's code, the register of its result, and three arguments. */
export interface AssembledProgram {
  /** All instructions. */
  readonly words: readonly number[];
  /** The first instruction and the number of them: of the scores, the mask, the slopes, the sums of operands' gradients, the product's. */
  readonly phases: readonly { readonly start: number; readonly count: number }[];
  /** The room that registers take. */
  readonly registerBytes: number;
  /** The mask's register, −1 without one. */
  readonly mask: number;
}

/** Assembles a program for operands of these shapes; with `backward`, its gradients too. */
export function assembled(
  codes: Codes,
  program: ProgramParts,
  shapes: readonly Shape[],
  backward: { readonly learned: readonly boolean[]; readonly scale: number } | undefined,
): AssembledProgram {
  const assembler = new Assembler(codes, program, shapes);
  assembler.assemble(backward);
  return assembler;
}

/** Words of an instruction. */
const wordsEach = 5;
const floats = new Float32Array(1);
const bits = new Int32Array(floats.buffer);

function bitsOf(value: number): number {
  floats[0] = value;
  return bits[0]!;
}

const panelBytes = 64 * 64;

/** Orders steps and gives each result a register; a panel is used again once nothing reads its value any more. */
class Assembler implements AssembledProgram {
  readonly words: number[] = [];
  readonly phases: { readonly start: number; readonly count: number }[] = [];
  registerBytes: number = 0;
  /** The mask's register, −1 without one. */
  mask: number = -1;
  readonly #program: ProgramParts;
  readonly #p: Codes;
  readonly #shapes: readonly Shape[];
  #steps: readonly ScoreStep[];
  readonly #registers: Map<number, number> = new Map();
  readonly #free: number[] = [];
  /** The readers that each value still has. */
  readonly #readers: Map<number, number> = new Map();

  constructor(codes: Codes, program: ProgramParts, shapes: readonly Shape[]) {
    this.#p = codes;
    this.#program = program;
    this.#shapes = shapes;
    this.#steps = program.steps;
  }

  assemble(backward: { readonly learned: readonly boolean[]; readonly scale: number } | undefined): void {
    const { score, mask } = this.#program;
    const slopes = backward && slopesOf(this.#program, backward.learned, backward.scale);
    if (slopes) this.#steps = slopes.steps;
    const done = new Set<number>();
    const ofScore = this.#order([score], done);
    const ofMask = mask === null ? [] : this.#order([mask], new Set(done));
    const last = slopes?.score ?? null;
    const sums = slopes?.operands ?? [];
    const wanted = sums.flatMap(({ value, index }) => (index === null ? [value] : [value, index]));
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
      this.#registers.set(product, this.#p.scores);
      if (readLater.has(product)) {
        const kept = this.#panel();
        this.#write(this.#p.copy, kept, this.#p.scores);
        this.#registers.set(product, kept);
      }
      for (const at of ofScore) {
        const step = this.#steps[at]!;
        const ownPanel = at === score && !readLater.has(at) && "a" in step;
        this.#emit(at, ownPanel ? this.#p.scores : undefined);
      }
      const result = this.#registers.get(score)!;
      if (result !== this.#p.scores) this.#write(this.#p.copy, this.#p.scores, result);
    });
    this.#phase(() => {
      for (const at of ofMask) this.#emit(at);
      if (mask !== null) this.mask = this.#registers.get(mask)!;
    });
    const cotangent = this.#steps.findIndex(({ op }) => op === "cotangent");
    this.#registers.set(cotangent, this.#p.cotangent);
    this.#phase(() => {
      for (const at of ofSlopes) this.#emit(at);
    });
    this.#phase(() => {
      for (const slope of sums) this.#sum(slope);
    });
    this.#phase(() => {
      if (last !== null) this.#emit(last, this.#p.cotangent);
      else if (slopes) {
        const none = this.#take(16) | this.#p.one;
        this.#write(this.#p.constant, none, 0);
        this.#write(this.#p.copy, this.#p.cotangent, none);
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
    const start = this.words.length / wordsEach;
    write();
    this.phases.push({ start, count: this.words.length / wordsEach - start });
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
    if (left === 0 && (register & 7) === 0 && value !== this.#program.score) this.#free.push(register);
    return register;
  }

  #emit(at: number, given?: number): void {
    const step = this.#steps[at]!;
    if (step.op === "score" || step.op === "cotangent") return;
    const reads = readBy(step).map((read) => this.#read(read));
    const to = given ?? this.#registerFor(step);
    this.#registers.set(at, to);
    if (step.op === "constant") this.#write(this.#p.constant, to, bitsOf(step.value));
    else if (step.op === "operand") this.#write(this.#p.load, to, step.operand);
    else if (step.op === "gather") this.#write(this.#p.gather, to, step.operand, reads[0]);
    else this.#write(this.#p[step.op], to, ...reads);
  }

  #registerFor(step: ScoreStep): number {
    if (step.op === "constant") return this.#take(16) | this.#p.one;
    if (step.op !== "operand") return this.#panel();
    const shape = this.#shapes[step.operand]!;
    const [queries, keys] = [(shape.at(-2) ?? 1) > 1, (shape.at(-1) ?? 1) > 1];
    if (queries && keys) return this.#panel();
    if (queries) return this.#take(64) | this.#p.ofQueries;
    return keys ? this.#take(64 * 16) | this.#p.ofKeys : this.#take(16) | this.#p.one;
  }

  #sum({ operand, value, index }: OperandSlope): void {
    const at = index === null ? 0 : this.#registers.get(index)!;
    this.#write(this.#p.sum, 0, operand, this.#registers.get(value)!, at);
  }
}
