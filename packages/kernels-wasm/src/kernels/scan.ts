import { contiguousStrides, type Operand } from "@saccade/tensor/backend";
import { copyWindow } from "../copy-window.ts";
import { addressOf, bytesOf, countOf, type KernelTable, type Machine, typeOf } from "../kernel.ts";
import { withDense } from "../scratch.ts";

interface ScanAttrs {
  readonly dim: number;
  readonly reverse: boolean;
}

/** Ops along a dim: scans, triangles, flips and shifts. */
export function scanKernels(machine: Machine): KernelTable {
  const { wasm } = machine;

  /** y_k = a_k · y_(k−1) + b_k; addresses of 0 leave a or b out. */
  const scan = (a: number, b: number, type: number, y: Operand, { dim, reverse }: ScanAttrs): void => {
    const { shape } = y;
    const [outer, n, inner] = [countOf(shape.slice(0, dim)), shape[dim] ?? 1, countOf(shape.slice(dim + 1))];
    wasm.scan(a, b, type, addressOf(y), typeOf(y), outer, n, inner, Number(reverse));
  };

  const keep = (x: Operand, y: Operand, low: number, high: number): boolean => {
    const columns = x.shape.at(-1)!;
    const matRows = x.shape.at(-2)!;
    const total = countOf(x.shape);
    if (total === 0) return true;
    withDense(machine, x, (from) => {
      wasm.keepColumns(from, addressOf(y), total / columns, matRows, columns, low, high, bytesOf(x));
    });
    return true;
  };

  return {
    cumsum([x], [y], attrs) {
      withDense(machine, x!, (from) => scan(0, from, typeOf(x!), y!, attrs));
      return true;
    },
    cumprod([x], [y], attrs) {
      withDense(machine, x!, (from) => scan(from, 0, typeOf(x!), y!, attrs));
      return true;
    },
    linearScan([a, b], [y], attrs) {
      if (a!.dtype !== b!.dtype) return false;
      withDense(machine, a!, (p) => withDense(machine, b!, (q) => scan(p, q, typeOf(a!), y!, attrs)));
      return true;
    },
    shift([x], [y], { dim, by, fill }) {
      const bytes = bytesOf(y!);
      wasm.fillWith(addressOf(y!), countOf(y!.shape), fill, typeOf(y!));
      if (x!.shape.length === 0 || countOf(x!.shape) === 0) return true;
      const strides = contiguousStrides(y!.shape);
      const shape = x!.shape.map((size, d) => (d === dim ? size - 1 : size));
      const skipped = by === 1 ? 0 : x!.strides[dim]!;
      const placed = by === 1 ? strides[dim]! : 0;
      const from = { address: addressOf(x!) + skipped * bytes, strides: x!.strides };
      copyWindow(machine, shape, from, { address: addressOf(y!) + placed * bytes, strides }, bytes);
      return true;
    },
    tril: ([x], [y], { diagonal }) => keep(x!, y!, -0x40000000, diagonal + 1),
    triu: ([x], [y], { diagonal }) => keep(x!, y!, diagonal, 0x40000000),
    flip([x], [y], { dims }) {
      if (countOf(x!.shape) === 0) return true;
      const bytes = bytesOf(x!);
      // A window that starts at the other end and walks backwards.
      const strides = x!.strides.map((step, d) => (dims.includes(d) ? -step : step));
      const last = dims.reduce((at, d) => at + (x!.shape[d]! - 1) * x!.strides[d]!, 0);
      const from = { address: addressOf(x!) + last * bytes, strides };
      const to = { address: addressOf(y!), strides: contiguousStrides(y!.shape) };
      copyWindow(machine, x!.shape, from, to, bytes);
      return true;
    },
  };
}
