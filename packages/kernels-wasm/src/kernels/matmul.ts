import { type KernelTable, numelOf, type Operand } from "@saccade/tensor/backend";
import { addressOf, denseAt, isDense, type Machine, withBlocks, withScratch } from "../kernel.ts";
import type { Task } from "../pool/pool.ts";
import { packLeft, packRight } from "../shared/codes.ts";
import { leastWork, pieceCount, ranges } from "../split.ts";
import type { Walker } from "../walker.ts";

/** Operands that reach over more bytes than so are packed: their rows would meet in the same cache lines. */
const reach = 32 * 1024;

/** With fewer rows, or columns, the other operand is read so seldom that it is not worth packing. */
const few = 24;

/** Products of less than four columns have a separate kernel. */
const narrow = 4;

/** Products of so few terms and results are summed in float64: it costs nothing there. */
const [shortTerms, shortResults] = [8, 256];

/** A left operand of more elements than so does not stay near while a few columns are computed. */
const far = 65_536;

/**
 * c (n, m) = a (n, k) · b (k, m), for each step of a walk over the walker's dims from `first` on. Strides are in bytes.
 * A single object is reused for all products: small ones take less time than an allocation.
 */
class Product {
  n: number = 0;
  m: number = 0;
  k: number = 0;
  a: number = 0;
  aRow: number = 0;
  aColumn: number = 0;
  b: number = 0;
  bRow: number = 0;
  bColumn: number = 0;
  c: number = 0;
  cRow: number = 0;
  cColumn: number = 4;
  first: number = 0;
  /** The address of a row that is added to each row of c, or 0. */
  bias: number = 0;
  /** The kernel's argument after cRow, and the bytes of scratch. */
  last: number = 0;
  bytes: number = 0;
  /** The least rows and columns that a piece has. */
  rows: number = 0;
  columns: number = 0;

  /** Takes the matrices' last two dims. The step of a dim of one element is chosen: nothing reads it but as dense or not. */
  fill(x: Operand, y: Operand, z: Operand): void {
    const row = x.shape.length - 2;
    const column = row + 1;
    this.n = x.shape[row]!;
    this.k = x.shape[column]!;
    this.m = y.shape[column]!;
    this.a = addressOf(x);
    this.aRow = this.n === 1 ? 4 : x.strides[row]! * 4;
    this.aColumn = this.k === 1 ? 4 : x.strides[column]! * 4;
    this.b = addressOf(y);
    this.bRow = this.k === 1 ? 4 : y.strides[row]! * 4;
    this.bColumn = this.m === 1 ? 4 : y.strides[column]! * 4;
    this.c = addressOf(z);
    this.cRow = this.m * 4;
    this.cColumn = 4;
    this.bias = 0;
  }

  /** Makes it cᵀ = bᵀ · aᵀ. */
  transpose(): void {
    [this.n, this.m] = [this.m, this.n];
    [this.a, this.b] = [this.b, this.a];
    [this.aRow, this.bColumn] = [this.bColumn, this.aRow];
    [this.aColumn, this.bRow] = [this.bRow, this.aColumn];
    [this.cRow, this.cColumn] = [this.cColumn, this.cRow];
  }
}

const product = new Product();

/** Matrix products of float32, with any strides and any batch dims. */
export function matmulKernels(machine: Machine): KernelTable {
  return { matmul: (inputs, outputs) => matrixProduct(machine, inputs[0]!, inputs[1]!, outputs[0]!) };
}

/** c = a · b; false where they are not float32. */
export function matrixProduct(machine: Machine, a: Operand, b: Operand, c: Operand): boolean {
  if (a.dtype !== "float32" || b.dtype !== "float32") return false;
  if (numelOf(c.shape) === 0) return true;
  if (c.shape.length > 2 && a.shape.at(-1) === 1 && isShort(c.shape)) outer(machine, a, b, c);
  else if (hasDenseDim(a) && hasDenseDim(b)) multiply(machine, a, b, c);
  else multiplyCopies(machine, [a, b], c, hasDenseDim);
  return true;
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

/**
 * Multiplies copies of the operands that do not fit. A separate function, since a closure's variables are allocated when
 * its function starts.
 */
function multiplyCopies(
  machine: Machine,
  operands: readonly [Operand, Operand],
  z: Operand,
  fits: Fits,
): void {
  withBlocks(machine, (scratch) => {
    const [x, y] = operands.map((x) => (fits(x) ? x : denseAt(scratch.dense(x), x)));
    multiply(machine, x!, y!, z);
  });
}

type Fits = (x: Operand) => boolean;

/**
 * z = x · y, of which each has dense rows or dense columns and z is dense. Adds `bias` to each row and returns true if
 * that costs no pass over z; returns false if the caller must add it.
 */
export function multiply(machine: Machine, x: Operand, y: Operand, z: Operand, bias: number = 0): boolean {
  const { walker } = machine;
  const p = product;
  p.fill(x, y, z);
  const dims = x.shape.length - 2;
  if (dims === 0) p.first = walker.count;
  else {
    walker.merge(z.shape.slice(0, dims), x.strides, 4, y.strides, 4, z.strides, 4);
    const { sizes, strides } = walker;
    const step = strides[0][0]!;
    // One matrix on the right for a run of batches: their rows are rows of one product.
    const together = strides[1][0] === 0 && (p.n === 1 ? p.aColumn === 4 : step === p.n * p.aRow);
    p.first = together ? 1 : 0;
    if (together) {
      if (p.n === 1) p.aRow = step;
      p.n *= sizes[0]!;
    }
  }
  if (p.k <= shortTerms && p.n * p.m <= shortResults) {
    const block = emit(walker, p.first);
    const { n, m, k, a, aRow, aColumn, b, bRow, bColumn, c } = p;
    machine.wasm.shortProduct(n, m, k, a, aRow, aColumn, b, bRow, bColumn, c, block);
    return false;
  }
  // The kernel for few columns wants dense rows on the left, or some rows; few rows are few columns of the transposed.
  if (p.m < narrow && (p.aColumn === 4 || p.n >= narrow)) columnByColumn(machine);
  else if (p.n < narrow && p.bRow === 4 && (p.bColumn !== 4 || p.m < narrow)) {
    if (dims > 0) walker.merge(z.shape.slice(0, dims), y.strides, 4, x.strides, 4, z.strides, 4);
    p.transpose();
    columnByColumn(machine);
  } else if (p.m >= narrow) {
    // Dense columns would be packed for a few rows: those of the transposed product are dense rows, read where they are.
    if (dims === 0 && p.bRow === 4 && p.bColumn !== 4 && p.n > narrow && p.n < few) turnedInTiles(machine);
    else {
      p.bias = bias;
      inTiles(machine);
      return bias !== 0;
    }
  } else multiplyCopies(machine, [x, y], z, isDense);
  return false;
}

/** Columns of a larger matrix, whose rows are cRow bytes apart: x (n, k) · y (k, m) + bias at c; k ≥ 1, m ≥ 4. */
export function multiplyColumns(
  machine: Machine,
  x: Operand,
  y: Operand,
  c: number,
  cRow: number,
  bias: number,
): void {
  const p = product;
  p.fill(x, y, x);
  p.first = machine.walker.count;
  p.c = c;
  p.cRow = cRow;
  p.bias = bias;
  inTiles(machine);
}

function emit(walker: Walker, first: number): number {
  return first >= walker.count ? 0 : walker.emit(first - 1);
}

function stepsOf({ count, sizes }: Walker, first: number): number {
  let steps = 1;
  for (let d = first; d < count; d++) steps *= sizes[d]!;
  return steps;
}

function columnByColumn(machine: Machine): void {
  const p = product;
  p.last = p.cColumn;
  p.bytes = p.bRow === 4 ? 0 : p.k * 4;
  p.rows = 64;
  p.columns = p.m;
  compute(machine, "narrowProduct");
}

function inTiles(machine: Machine): void {
  const p = product;
  const left = p.aColumn !== 4 && p.aRow === 4 && p.m >= few && p.k * p.aColumn > reach;
  // The kernel cannot read a row again and again: it stops where the next one begins.
  const right = p.bColumn !== 4 || p.bRow === 0 || (p.n >= few && p.k * p.bRow > reach);
  p.last = (left ? packLeft : 0) | (right ? packRight : 0);
  // A single row has its own kernel, which keeps a row of sums.
  p.bytes = p.last === 0 ? (p.n === 1 ? p.m * 4 : 0) : machine.wasm.productScratch(p.m, p.k, p.last);
  // Every piece packs its operands separately, and reads all of the left one.
  p.rows = right ? 96 : 24;
  p.columns = left || p.n * p.k > far ? 128 : 32;
  compute(machine, "product");
}

function turnedInTiles(machine: Machine): void {
  const p = product;
  const { n, m, c } = p;
  p.transpose();
  withScratch(machine, n * m * 4, (address) => {
    p.c = address;
    p.cRow = n * 4;
    inTiles(machine);
    machine.wasm.copy(address, c, 4, m, n * 4, 4, n, 4, m * 4, 0);
  });
}

function compute(machine: Machine, name: "product" | "narrowProduct"): void {
  const { allocator, threads, walker, wasm } = machine;
  const { n, m, k, a, aRow, aColumn, b, bRow, bColumn, c, cRow, first, last, bias } = product;
  const pieces = threads === 1 ? 1 : pieceCount(n * m * k * stepsOf(walker, first), leastWork.product);
  const bytes = pieces === 1 ? product.bytes : product.bytes * threads;
  const scratch = bytes === 0 ? 0 : allocator.allocate(bytes);
  if (pieces === 1) {
    const block = emit(walker, first);
    if (name === "product")
      wasm.product(n, m, k, a, aRow, aColumn, b, bRow, bColumn, c, cRow, last, bias, scratch, block);
    else wasm.narrowProduct(n, m, k, a, aRow, aColumn, b, bRow, bColumn, c, cRow, last, scratch, block);
  } else {
    machine.parallel(name, cutProduct(walker, name, scratch, pieces), product.bytes);
  }
  if (bytes > 0) allocator.free(scratch, bytes);
}

/** Pieces of the batch first, then of the columns, then of the rows. */
function cutProduct(
  walker: Walker,
  name: "product" | "narrowProduct",
  scratch: number,
  pieces: number,
): Task[] {
  const { n, m, k, a, aRow, aColumn, b, bRow, bColumn, c, cRow, first, last, bias } = product;
  const tasks: Task[] = [];
  const cutMatrix = (wanted: number, at0: number, at1: number, at2: number): void => {
    const wide = Math.max(1, Math.min(wanted, Math.floor(m / product.columns)));
    const high = Math.max(1, Math.min(Math.floor(wanted / wide), Math.floor(n / product.rows)));
    for (const [j, columns] of ranges(m, wide, 16)) {
      for (const [i, rows] of ranges(n, high, 12)) {
        const x = a + at0 + i * aRow;
        const y = b + at1 + j * bColumn;
        const z = c + at2 + i * cRow + j * 4;
        const block = emit(walker, first);
        const added = name === "product" ? [bias === 0 ? 0 : bias + j * 4] : [];
        tasks.push([
          ...[rows, columns, k, x, aRow, aColumn, y, bRow, bColumn, z, cRow, last],
          ...[...added, scratch, block],
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
