import type { Operand } from "@saccade/tensor/backend";
import { countOf, type KernelTable, type Machine, storageTypes, u, windowOn } from "../machine.ts";
import { findPlaces, type Place, walkOf, wordsOf } from "../walk.ts";
import { calledIn } from "./functions.ts";
import { elementOf, hasFewRows, runFewRows, type WeightFormat } from "./matvec.ts";
import { blockProduct, type ProductSource, tiledProduct } from "./product.ts";

/**
 * out (…, n, m) = a (…, n, k) · b (…, k, m), of any strides, plus `bias` (m). Of a b in 16 bits, offset and strides count
 * numbers, of which a word has two.
 */
export function runProduct(
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
  const batches = countOf(batch);
  if (n * m * batches === 0) return;
  const places: Place[] = [a, b].map(({ strides, offset }) => ({ strides: strides.slice(0, -2), offset }));
  const walk = walkOf(batch, places);
  // Small products are cut into small blocks, so that there is work for many threads.
  const isLarge = n * m * batches >= 1 << (machine.isSoftware ? 10 : 18);
  // Long sums take three registers each: a GPU has room for small blocks of them, which are slower.
  const longest = !isLarge ? 512 : machine.isSoftware ? 1024 : 4096;
  const isLong = out.dtype === "float32" && k > longest;
  const most = isLarge && (!isLong || machine.isSoftware) ? 8 : 4;
  const [rows, columns] = [blockOf(n, most), blockOf(m, most)];
  const [down, across] = [Math.ceil(n / rows), Math.ceil(m / columns)];
  const isTiled = !machine.isSoftware && rows >= 4 && rows === columns;
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
      const text = isTiled ? tiledProduct(source, rows) : blockProduct(source, rows, columns);
      return `${calledIn(text)}\n${text}`;
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
  return windowOn(x, [countOf(leading), shape[last]!], [step, strides[last]!]);
}
