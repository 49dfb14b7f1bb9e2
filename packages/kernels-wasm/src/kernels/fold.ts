import type { Operand } from "@saccade/tensor/backend";
import { addressOf, countOf, type Kernel, type KernelTable, type Machine, typeOf } from "../kernel.ts";
import { withRows } from "../scratch.ts";
import * as folds from "../shared/folds.ts";

/** The attributes that ops along dims share. */
export interface DimsAttrs {
  readonly dims: readonly number[];
}

/** Folds and searches of any dtype along any dims: as dense rows, behind one another. */
export function foldKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  const rows = (x: Operand, { dims }: DimsAttrs, f: (from: number, n: number) => void): boolean => {
    withRows(machine, x, dims, f);
    return true;
  };

  const fold = (x: Operand, y: Operand, attrs: DimsAttrs, code: number, p: number = 0): boolean =>
    rows(x, attrs, (from, n) => {
      wasm.foldRows(code, from, typeOf(x), addressOf(y), typeOf(y), countOf(y.shape), n, p);
    });

  const spread = (root: number): Kernel<DimsAttrs & { readonly correction: number }> => {
    return ([x], [y], attrs) => {
      const { correction } = attrs;
      return rows(x!, attrs, (from, n) => {
        const divisor = Math.max(0, n - correction);
        wasm.varianceRows(from, addressOf(y!), countOf(y!.shape), n, divisor, root);
      });
    };
  };

  const test = (all: number): Kernel<DimsAttrs> => {
    return ([x], [y], attrs) =>
      rows(x!, attrs, (from, n) => {
        wasm.testRows(from, typeOf(x!), addressOf(y!), countOf(y!.shape), n, all);
      });
  };

  const indexOf = (largest: number): Kernel<DimsAttrs> => {
    return ([x], [y], attrs) =>
      rows(x!, attrs, (from, n) => {
        wasm.bestRows(from, typeOf(x!), 0, addressOf(y!), countOf(y!.shape), n, largest);
      });
  };

  const best = (largest: number): Kernel<DimsAttrs> => {
    return ([x], [values, indices], attrs) =>
      rows(x!, attrs, (from, n) => {
        const [value, index] = [addressOf(values!), addressOf(indices!)];
        wasm.bestRows(from, typeOf(x!), value, index, countOf(values!.shape), n, largest);
      });
  };

  return {
    prod: ([x], [y], attrs) => fold(x!, y!, attrs, folds.product),
    norm([x], [y], attrs) {
      const { p } = attrs;
      if (p === Number.POSITIVE_INFINITY) return fold(x!, y!, attrs, folds.largest);
      if (p === Number.NEGATIVE_INFINITY) return fold(x!, y!, attrs, folds.smallest);
      const named = [folds.count, folds.sizes, folds.root][p];
      return fold(x!, y!, attrs, named ?? folds.power, p);
    },
    variance: spread(0),
    std: spread(1),
    all: test(1),
    any: test(0),
    argmax: indexOf(1),
    argmin: indexOf(0),
    max: best(1),
    min: best(0),
  };
}

/** The largest (or smallest) of int32 and bool, as {@link foldKernels} finds them. */
export function extremeOfWhole(machine: Machine, largest: number): Kernel<DimsAttrs> {
  return ([x], [y], { dims }) => {
    withRows(machine, x!, dims, (from, n) => {
      machine.wasm.bestRows(from, typeOf(x!), addressOf(y!), 0, countOf(y!.shape), n, largest);
    });
    return true;
  };
}
