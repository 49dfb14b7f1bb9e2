import type { Operand } from "@saccade/tensor";
import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import type { Task } from "../pool/pool.ts";
import { withDense } from "../scratch.ts";
import { leastWork, pieceCount, ranges } from "../split.ts";
import type { Walker } from "../walker.ts";
import { denseStrides } from "./copy.ts";

/** What assembly/matmul.ts packs. */
const packLeft = 1;
const packRight = 2;

/** Operands that reach over more bytes than so are packed: their rows would meet in the same cache lines. */
const reach = 32 * 1024;

/** With fewer rows, or columns, the other operand is read so seldom that it is not worth packing. */
const few = 24;

/** Products of less than four columns have a kernel of their own. */
const narrow = 4;

/** Products of so few terms and results are summed in float64: it costs nothing there. */
const [shortTerms, shortResults] = [8, 256];

/** A left operand of more elements than so does not stay near while a few columns are computed. */
const far = 65_536;

/** A matrix, or the first of many: strides in bytes. */
interface Matrix {
  readonly address: number;
  readonly row: number;
  readonly column: number;
}

/** c (n, m) = a (n, k) · b (k, m), for each step of a walk over the walker's dims from `first` on. */
interface Product {
  readonly n: number;
  readonly m: number;
  readonly k: number;
  readonly a: Matrix;
  readonly b: Matrix;
  readonly c: Matrix;
  readonly first: number;
}

/** Matrix products of float32, with any strides and any batch dims. */
export function matmulKernels(machine: Machine): KernelTable {
  return {
    matmul(inputs, outputs) {
      const a = inputs[0]!;
      const b = inputs[1]!;
      const c = outputs[0]!;
      if (a.dtype !== "float32" || b.dtype !== "float32") return false;
      if (countOf(c.shape) === 0) return true;
      if (c.shape.length > 2 && a.shape.at(-1) === 1 && isShort(c.shape)) outer(machine, a, b, c);
      else if (hasDenseDim(a) && hasDenseDim(b)) multiply(machine, a, b, c);
      else withDenseDim(machine, a, (x) => withDenseDim(machine, b, (y) => multiply(machine, x, y, c)));
      return true;
    },
  };
}

function isShort(shape: readonly number[]): boolean {
  return shape.at(-2)! * shape.at(-1)! <= shortResults;
}

/** Columns times rows, one each a batch: every element is a product of two, stretched to one shape. */
function outer({ wasm, walker }: Machine, a: Operand, b: Operand, c: Operand): void {
  const last = c.shape.length - 1;
  const [along, down] = [a.strides.slice(), b.strides.slice()];
  along[last] = 0;
  down[last - 1] = 0;
  walker.merge(c.shape, along, 4, down, 4);
  const { sizes, strides } = walker;
  const block = walker.emit();
  wasm.mul(addressOf(a), addressOf(b), addressOf(c), sizes[0]!, strides[0][0]!, strides[1][0]!, block);
}

/** Whether rows or columns are dense. */
function hasDenseDim({ shape, strides }: Operand): boolean {
  const last = shape.length - 1;
  return shape[last] === 1 || strides[last] === 1 || shape[last - 1] === 1 || strides[last - 1] === 1;
}

/** Runs `f` with an operand whose rows or columns are dense: a copy where they are not. */
function withDenseDim(machine: Machine, x: Operand, f: (x: Operand) => void): void {
  if (hasDenseDim(x)) f(x);
  else withDense(machine, x, (address) => f(denseAt(address, x)));
}

export function denseAt(address: number, { dtype, shape }: Pick<Operand, "dtype" | "shape">): Operand {
  return { buffer: address, dtype, shape, strides: denseStrides(shape), offset: 0 };
}

/** The matrix of the last two dims. The step of a dim of one element is chosen: nothing reads it but as dense or not. */
function matrixOf(x: Operand): Matrix {
  const { shape, strides } = x;
  const last = shape.length - 1;
  const column = shape[last] === 1 ? 4 : strides[last]! * 4;
  const row = shape[last - 1] === 1 ? 4 : strides[last - 1]! * 4;
  return { address: addressOf(x), row, column };
}

const transposed = ({ address, row, column }: Matrix): Matrix => ({ address, row: column, column: row });

/** z = x · y, of which each has dense rows or dense columns and z is dense. */
export function multiply(machine: Machine, x: Operand, y: Operand, z: Operand): void {
  const { walker } = machine;
  const dims = x.shape.length - 2;
  let n = x.shape[dims]!;
  const k = x.shape[dims + 1]!;
  const m = y.shape[dims + 1]!;
  let a = matrixOf(x);
  const b = matrixOf(y);
  const c: Matrix = { address: addressOf(z), row: m * 4, column: 4 };
  const batch = dims === 0 ? noDims : z.shape.slice(0, dims);
  let first = 0;
  if (dims === 0) first = walker.count;
  else {
    walker.merge(batch, x.strides, 4, y.strides, 4, z.strides, 4);
    const { sizes, strides } = walker;
    const step = strides[0][0]!;
    // One matrix on the right for a run of batches: their rows are rows of one product.
    if (strides[1][0] === 0 && (n === 1 ? a.column === 4 : step === n * a.row)) {
      if (n === 1) a = { ...a, row: step };
      n *= sizes[0]!;
      first = 1;
    }
  }
  if (k <= shortTerms && n * m <= shortResults) {
    const block = emit(walker, first);
    machine.wasm.shortProduct(
      n,
      m,
      k,
      a.address,
      a.row,
      a.column,
      b.address,
      b.row,
      b.column,
      c.address,
      block,
    );
    return;
  }
  // The kernel for few columns wants dense rows on the left, or some rows; few rows are few columns of the transposed.
  if (m < narrow && (a.column === 4 || n >= narrow)) {
    columnByColumn(machine, { n, m, k, a, b, c, first });
  } else if (n < narrow && b.row === 4 && (b.column !== 4 || m < narrow)) {
    if (dims > 0) walker.merge(batch, y.strides, 4, x.strides, 4, z.strides, 4);
    const [left, right, to] = [transposed(b), transposed(a), transposed(c)];
    columnByColumn(machine, { n: m, m: n, k, a: left, b: right, c: to, first });
  } else if (m >= narrow) inTiles(machine, { n, m, k, a, b, c, first });
  else withDense(machine, x, (address) => multiply(machine, denseAt(address, x), y, z));
}

const noDims: readonly number[] = [];

function emit(walker: Walker, first: number): number {
  return first >= walker.count ? 0 : walker.emit(first - 1);
}

function stepsOf({ count, sizes }: Walker, first: number): number {
  let steps = 1;
  for (let d = first; d < count; d++) steps *= sizes[d]!;
  return steps;
}

function columnByColumn(machine: Machine, product: Product): void {
  const { b, c, k } = product;
  const bytes = b.row === 4 ? 0 : k * 4;
  compute(machine, "narrowProduct", product, { last: c.column, bytes, rows: 64, columns: product.m });
}

function inTiles(machine: Machine, product: Product): void {
  const { n, m, k, a, b } = product;
  const left = a.column !== 4 && a.row === 4 && m >= few && k * a.column > reach;
  // The kernel cannot read a row again and again: it stops where the next one begins.
  const right = b.column !== 4 || b.row === 0 || (n >= few && k * b.row > reach);
  const flags = (left ? packLeft : 0) | (right ? packRight : 0);
  const bytes = flags === 0 ? 0 : machine.wasm.productScratch(m, k, flags);
  // Every piece packs its operands for itself, and reads all of the left one.
  const columns = left || n * k > far ? 128 : 32;
  compute(machine, "product", product, { last: flags, bytes, rows: right ? 96 : 24, columns });
}

interface Call {
  /** The argument before the scratch's address. */
  readonly last: number;
  /** Of scratch. */
  readonly bytes: number;
  /** The least rows and columns that a piece has. */
  readonly rows: number;
  readonly columns: number;
}

function compute(machine: Machine, name: "product" | "narrowProduct", product: Product, call: Call): void {
  const { allocator, threads, walker, wasm } = machine;
  const { n, m, k, a, b, c, first } = product;
  const pieces = threads === 1 ? 1 : pieceCount(n * m * k * stepsOf(walker, first), leastWork.product);
  const bytes = pieces === 1 ? call.bytes : call.bytes * threads;
  const scratch = bytes === 0 ? 0 : allocator.allocate(bytes);
  if (pieces > 1) {
    const tasks = cutProduct(walker, product, call, scratch, pieces);
    machine.parallel(name, tasks, { arg: 12, bytes: call.bytes });
  } else {
    const block = emit(walker, first);
    wasm[name](
      n,
      m,
      k,
      a.address,
      a.row,
      a.column,
      b.address,
      b.row,
      b.column,
      c.address,
      c.row,
      call.last,
      scratch,
      block,
    );
  }
  if (bytes > 0) allocator.free(scratch, bytes);
}

/** Pieces of the batch first, then of the columns, then of the rows. */
function cutProduct(walker: Walker, product: Product, call: Call, scratch: number, pieces: number): Task[] {
  const { n, m, k, a, b, c, first } = product;
  const tasks: Task[] = [];
  const cutMatrix = (wanted: number, at0: number, at1: number, at2: number): void => {
    const wide = Math.max(1, Math.min(wanted, Math.floor(m / call.columns)));
    const high = Math.max(1, Math.min(Math.floor(wanted / wide), Math.floor(n / call.rows)));
    for (const [j, columns] of ranges(m, wide, 16)) {
      for (const [i, rows] of ranges(n, high, 12)) {
        const x = a.address + at0 + i * a.row;
        const y = b.address + at1 + j * b.column;
        const z = c.address + at2 + i * c.row + j * 4;
        tasks.push([
          rows,
          columns,
          k,
          x,
          a.row,
          a.column,
          y,
          b.row,
          b.column,
          z,
          c.row,
          call.last,
          scratch,
          emit(walker, first),
        ]);
      }
    }
  };
  if (first >= walker.count) cutMatrix(pieces, 0, 0, 0);
  else {
    let cut = walker.count - 1;
    for (let d = cut - 1; d >= first; d--) if (walker.sizes[d]! > walker.sizes[cut]!) cut = d;
    const parts = Math.min(pieces, walker.sizes[cut]!);
    const rest = Math.floor(pieces / parts);
    walker.along(cut, parts, 1, (at0, at1, at2) => cutMatrix(rest, at0, at1, at2));
  }
  return tasks;
}
