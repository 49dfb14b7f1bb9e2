import { type KernelTable, numelOf, type Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import {
  findPlaces,
  groupThreads,
  type Place,
  perElement,
  storageTypes,
  u,
  walkOf,
  windowOn,
  wordsOf,
} from "../wgsl.ts";
import { inOrder } from "./moving.ts";
import { blockProduct, type ProductSource, tiledProduct } from "./product.ts";

// Products of matrices: in tiles, of few rows, and with weights in 16 bits.

/**
 * out (…, n, m) = a (…, n, k) · b (…, k, m), of any strides, plus `bias` (m). Of a b in 16 bits, offset and strides count
 * numbers, of which a word has two.
 */
function runProduct(
  machine: Machine,
  name: string,
  a: Operand,
  b: Operand,
  out: Operand,
  bias?: Operand,
  format: WeightFormat = "float32",
): void {
  const [n, m] = out.shape.slice(-2) as [number, number];
  const k = a.shape.at(-1)!;
  const batch = out.shape.slice(0, -2);
  const batches = numelOf(batch);
  const places: Place[] = [a, b].map(({ strides, offset }) => ({ strides: strides.slice(0, -2), offset }));
  const walk = walkOf(batch, places);
  // Small products are cut into small blocks, so that there is work for many threads.
  const isLarge = n * m * batches >= 1 << (machine.facts.isSoftware ? 10 : 18);
  // Long sums take three registers each: a GPU has room for small blocks of them, which are slower.
  const longest = !isLarge ? 512 : machine.facts.isSoftware ? 1024 : 4096;
  const isLong = out.dtype === "float32" && k > longest;
  const most = isLarge && (!isLong || machine.facts.isSoftware) ? 8 : 4;
  const [rows, columns] = [blockOf(n, most), blockOf(m, most)];
  const [down, across] = [Math.ceil(n / rows), Math.ceil(m / columns)];
  const isTiled = !machine.facts.isSoftware && rows >= 4 && rows === columns;
  const threads = down * across * batches;
  const [aRow, aStep] = a.strides.slice(-2) as [number, number];
  const [bStep, bColumn] = b.strides.slice(-2) as [number, number];
  const own = [threads, n, m, k, aRow, aStep, bStep, bColumn, out.offset];
  if (bias !== undefined) own.push(bias.offset, bias.strides[0]!);
  machine.run({
    name,
    variant: `${isTiled} ${isLong} ${rows} ${columns} ${walk.sizes.length} ${bias === undefined} ${format}`,
    reads: bias === undefined ? [a, b] : [a, b, bias],
    writes: [out],
    words: [...own, ...wordsOf(walk, places)],
    ...(isTiled ? { groups: [Math.ceil(across / 8), Math.ceil(down / 8), batches] as const } : { threads }),
    source: (buffers) => {
      const [x, y] = buffers as [string, string];
      const source: ProductSource = {
        type: storageTypes[out.dtype],
        places: findPlaces(walk, own.length, "batch"),
        a: (at) => `${x}[${at}]`,
        b: (at) => elementOf(y, at, format),
        out: (at) => `${buffers.at(-1)}[${at}]`,
        isLong,
        bias: bias === undefined ? null : (column) => `${buffers[2]}[${u(9)} + ${column} * ${u(10)}]`,
      };
      return isTiled ? tiledProduct(source, rows) : blockProduct(source, rows, columns);
    },
  });
}

/** The rows or columns of a thread's block: fewer where there are not as many. */
function blockOf(size: number, most: number): number {
  return size >= most ? most : size >= 4 ? 4 : 1;
}

export function matmulKernels(machine: Machine): KernelTable {
  return {
    matmul([a, b], [out]) {
      if (a!.dtype !== b!.dtype || a!.dtype === "bool") return false;
      runProduct(machine, "matmul", a!, b!, out!);
      return true;
    },
    linear([x, weight, bias], [out]) {
      const { shape, strides } = weight!;
      const rows = rowsOf(x!);
      if (rows === null) {
        // Rows that do not lie in one line: a product for each entry of the leading dims, with the same weight.
        const repeated = [...x!.shape.slice(0, -2), shape[1]!, shape[0]!];
        const steps = [...x!.shape.slice(0, -2).map(() => 0), strides[1]!, strides[0]!];
        runProduct(machine, "linear", x!, windowOn(weight!, repeated, steps), out!, bias);
        return true;
      }
      const flat = windowOn(out!, [rows.shape[0]!, shape[0]!], [shape[0]!, 1]);
      if (hasFewRows(machine, flat.shape[0]!) && strides[1] === 1) {
        runFewRows(machine, "linear", rows, weight!, flat, bias);
        return true;
      }
      const turned = windowOn(weight!, [shape[1]!, shape[0]!], [strides[1]!, strides[0]!]);
      runProduct(machine, "linear", rows, turned, flat, bias);
      return true;
    },
    /** Weights of 16 bits: packed as int32, two numbers a word, and widened in the kernels that read them. */
    widenHalf([packed], [y], { format }) {
      if (y!.dtype !== "float32") return false;
      const n = numelOf(packed!.shape);
      const walk = walkOf(packed!.shape, [packed!]);
      machine.run({
        name: "widenHalf",
        variant: `${format} ${walk.sizes.length}`,
        reads: [packed!],
        writes: [y!],
        words: [n, y!.offset, ...wordsOf(walk, [packed!])],
        threads: n,
        source: ([from, to]) =>
          perElement(`${findPlaces(walk, 2)}
  let pair = ${format}Pair(bitcast<u32>(${from}[at0]));
  let at = ${u(1)} + 2u * i;
  ${to}[at] = pair.x;
  ${to}[at + 1u] = pair.y;`),
      });
      return true;
    },
    halfLinear([x, weight, bias], [y], { format }) {
      if (y!.dtype !== "float32") return false;
      if (numelOf(y!.shape) === 0) return true;
      const [m, half] = weight!.shape as [number, number];
      const k = 2 * half;
      inOrder(machine, [x!], ([ordered]) => {
        const rows = windowOn(ordered!, [numelOf(y!.shape) / m, k], [k, 1]);
        const out = windowOn(y!, [rows.shape[0]!, m], [m, 1]);
        const { strides, offset } = weight!;
        if (hasFewRows(machine, rows.shape[0]!) || strides[1] !== 1) {
          runFewRows(machine, "halfLinear", rows, weight!, out, bias, format);
          return;
        }
        const turned = windowOn(weight!, [k, m], [1, 2 * strides[0]!], 2 * offset);
        runProduct(machine, "halfLinear", rows, turned, out, bias, format);
      });
      return true;
    },
  };
}

/** x (…, width) as a matrix, if its leading dims are contiguous. */
function rowsOf(x: Operand): Operand | null {
  const { shape, strides } = x;
  const last = shape.length - 1;
  const leading = shape.slice(0, -1);
  const walk = walkOf(leading, [{ strides: strides.slice(0, -1), offset: 0 }]);
  if (walk.sizes.length > 1) return null;
  const step = walk.strides[0]![0] ?? shape[last]!;
  return windowOn(x, [numelOf(leading), shape[last]!], [step, strides[last]!]);
}

/** How a weight's numbers are written: one a word, or two, the first in the low half. */
type WeightFormat = "float32" | "bfloat16" | "float16";

/** Element `at` of a weight, in WGSL. */
function elementOf(buffer: string, at: string, format: WeightFormat): string {
  if (format === "float32") return `${buffer}[${at}]`;
  return `${format}At(bitcast<u32>(${buffer}[(${at}) >> 1u]), ${at})`;
}

/**
 * Whether a product has few rows for this GPU. In software, blocks of results are faster: there, each barrier costs more than
 * many loads.
 */
function hasFewRows(machine: Machine, rows: number): boolean {
  return rows <= fewRows && !machine.facts.isSoftware;
}

/** The number of outputs per workgroup, and of threads that share the terms of each. */
const [outputs, lanes] = [8, groupThreads / 8];

/** Sums of more terms keep what rounding loses. */
const longSum = 512;

/** Rows that a workgroup computes together, at most. */
const fewRows = 8;

/**
 * out (n, m) = x (n, k) · weightᵀ + bias (m), for few rows, as when a text is decoded token by token: each element of the
 * weight (m, k) is read once for 8 rows.
 */
function runFewRows(
  machine: Machine,
  name: string,
  x: Operand,
  weight: Operand,
  out: Operand,
  bias?: Operand,
  format: WeightFormat = "float32",
): void {
  const [n, m] = out.shape as [number, number];
  // Rows beyond the last are computed for nothing.
  const rows = n === 1 ? 1 : n <= 4 ? 4 : fewRows;
  const length = weight.shape[1]!;
  const isLong = length > longSum;
  const places = [x, weight].flatMap(({ offset, strides }) => [offset, ...strides]);
  machine.run({
    name,
    variant: `few ${rows} ${format} ${bias === undefined} ${isLong}`,
    reads: bias === undefined ? [x, weight] : [x, weight, bias],
    writes: [out],
    words: [n, m, length, ...places, out.offset, bias?.offset ?? 0, bias?.strides[0] ?? 0],
    groups: [...machine.plane(Math.ceil(m / outputs)), Math.ceil(n / rows)],
    source: (buffers) => {
      const [from, w] = buffers as [string, string];
      const each = (line: (r: number) => string): string =>
        Array.from({ length: rows }, (_, r) => line(r)).join("\n");
      const one = `let w = ${w}[weightAt + p * ${u(8)}];
${each((r) => `    sums[${r}] += w * ${from}[row${r} + p * ${u(5)}];`)}`;
      // Short sums are added to long ones, with what rounding loses.
      const keep = each((r) => {
        return `      { let s = keptSum(totals[${r}], lows[${r}], sums[${r}]); totals[${r}] = s.x; lows[${r}] = s.y; sums[${r}] = 0; }`;
      });
      const last = each((r) => `  sums[${r}] = totals[${r}] + lows[${r}];`);

      const two = `let w = ${format}Pair(bitcast<u32>(${w}[weightAt + p * ${u(8)}]));
    let even = 2u * p * ${u(5)}; let odd = even + ${u(5)};
${each((r) => `    sums[${r}] += w.x * ${from}[row${r} + even] + w.y * ${from}[row${r} + odd];`)}`;
      const body = format === "float32" ? one : two;
      const added = bias === undefined ? "" : ` + ${buffers[2]}[${u(10)} + column * ${u(11)}]`;
      return `var<workgroup> parts: array<array<f32, ${rows}>, ${groupThreads}>;
@compute @workgroup_size(${groupThreads})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) i: u32) {
  let first = (group.x + group.y * groups.x) * ${outputs}u;
  let top = group.z * ${rows}u;
  let weightAt = ${u(6)} + min(first + i / ${lanes}u, ${u(1)} - 1u) * ${u(7)};
${each((r) => `  let row${r} = ${u(3)} + min(top + ${r}u, ${u(0)} - 1u) * ${u(4)};`)}
  var sums: array<f32, ${rows}>;
${isLong ? `  var totals: array<f32, ${rows}>; var lows: array<f32, ${rows}>;` : ""}
  for (var p = i % ${lanes}u; p < ${u(2)}; p += ${lanes}u) {
    ${body}
${
  isLong
    ? `    if (p / ${lanes}u % 16u == 15u) {
${keep}
    }`
    : ""
}
  }
${
  isLong
    ? `${keep}
${last}`
    : ""
}
  parts[i] = sums;
  workgroupBarrier();
  let row = top + i % ${rows}u;
  let column = first + i / ${rows}u;
  if (i >= ${outputs * rows}u || row >= ${u(0)} || column >= ${u(1)}) { return; }
  var sum = 0f;
  for (var lane = 0u; lane < ${lanes}u; lane++) { sum += parts[i / ${rows}u * ${lanes}u + lane][i % ${rows}u]; }
  ${buffers.at(-1)}[${u(9)} + row * ${u(1)} + column] = sum${added};
}`;
    },
  });
}
