// The fastest multiply-add that wasm SIMD reaches on this machine: a loop that touches registers only. The module
// is assembled here, since a compiler would see that nothing is computed.

import { checkRange } from "@saccade/tensor/checks";
import { UnsupportedHostError } from "./errors.ts";

/** GFLOP/s of the two ways to multiply and add; relaxed is null where the host has no relaxed SIMD. */
export interface Ceiling {
  /** A multiplication, then an addition. */
  readonly mulAdd: number;
  /** Both in one relaxed SIMD instruction. */
  readonly relaxed: number | null;
}

// Enough chains to hide both instructions' latencies, and few enough for the registers.
const chains = 13;
const unrolled = 8;
const flopsPerTurn = chains * unrolled * 4 * 2;

const op = { local: 0x20, set: 0x21, loop: 0x03, branchIf: 0x0d, end: 0x0b, i32: 0x41, i32Add: 0x6a };
const simd = {
  splat: [0xfd, 19],
  add: [0xfd, 0xe4, 0x01],
  mul: [0xfd, 0xe6, 0x01],
  madd: [0xfd, 0x85, 0x02],
};
const i32 = 0x7f;
const v128 = 0x7b;

/** A wasm module that exports run(turns: i32, x: f32, y: f32) → f32. */
function assemble(relaxed: boolean): Uint8Array<ArrayBuffer> {
  const [turns, x, y, xs, ys, first] = [0, 1, 2, 3, 4, 5];
  const body: number[] = [2, 2, v128, chains, v128]; // two groups of locals
  body.push(op.local, x, ...simd.splat, op.set, xs, op.local, y, ...simd.splat, op.set, ys);
  for (let c = 0; c < chains; c++) {
    body.push(op.local, y, ...simd.splat, op.set, first + c);
  }
  body.push(op.loop, 0x40);
  for (let step = 0; step < unrolled; step++) {
    for (let c = 0; c < chains; c++) {
      const acc = first + c;
      if (relaxed) body.push(op.local, acc, op.local, xs, op.local, ys, ...simd.madd, op.set, acc);
      else body.push(op.local, acc, op.local, xs, ...simd.mul, op.local, ys, ...simd.add, op.set, acc);
    }
  }
  body.push(op.local, turns, op.i32, 0x7f, op.i32Add, 0x22, turns, op.branchIf, 0, op.end); // turns - 1 ≠ 0
  body.push(op.local, first);
  for (let c = 1; c < chains; c++) body.push(op.local, first + c, ...simd.add);
  body.push(0xfd, 31, 0, op.end); // lane 0
  const f32 = 0x7d;
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 3, i32, f32, f32, 1, f32]),
    ...section(3, [1, 0]),
    ...section(7, [1, 3, 0x72, 0x75, 0x6e, 0, 0]), // "run"
    ...section(10, [1, ...leb(body.length), ...body]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...leb(content.length), ...content];
}

function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

type Run = (turns: number, x: number, y: number) => number;

function load(relaxed: boolean): Run | null {
  const bytes = assemble(relaxed);
  if (!WebAssembly.validate(bytes)) return null;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  return exports["run"] as Run; // as assembled above
}

/**
 * Loops to measure against; compiled and warm once they are made.
 *
 * @example new CeilingLoops().measure(0.01).mulAdd > 0.1 // true
 */
export class CeilingLoops {
  readonly #mulAdd: Run;
  readonly #relaxed: Run | null = load(true);
  #turns: number = 10_000;

  /** @throws UnsupportedHostError without WebAssembly SIMD. */
  constructor() {
    const mulAdd = load(false);
    if (mulAdd === null) {
      const why = "this host has no WebAssembly SIMD";
      throw new UnsupportedHostError(`CeilingLoops: ${why}, so there is no ceiling.`, why);
    }
    this.#mulAdd = mulAdd;
    for (let i = 0; i < 200; i++) {
      mulAdd(1000, 0.999, 0.001);
      this.#relaxed?.(1000, 0.999, 0.001);
    }
  }

  /**
   * Runs each loop for about this many seconds, and returns its GFLOP/s.
   *
   * @throws ArgumentError unless `seconds` is a number from 1e-6 to 60.
   * @example
   * const { mulAdd, relaxed } = new CeilingLoops().measure(0.01);
   * relaxed === null || relaxed > mulAdd / 2 // true
   */
  measure(seconds: number): Ceiling {
    checkRange("CeilingLoops.measure", "seconds", seconds, 1e-6, 60);
    const relaxed = this.#relaxed;
    return {
      mulAdd: this.#rate(this.#mulAdd, seconds),
      relaxed: relaxed === null ? null : this.#rate(relaxed, seconds),
    };
  }

  #rate(run: Run, seconds: number): number {
    for (;;) {
      const start = performance.now();
      run(this.#turns, 0.999, 0.001);
      const elapsed = (performance.now() - start) / 1000;
      if (elapsed >= seconds / 2) return (this.#turns * flopsPerTurn) / elapsed / 1e9;
      this.#turns *= 2;
    }
  }
}
