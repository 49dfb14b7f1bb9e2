import type { RandomState } from "@saccade/tensor";
import { countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { onFloats, overRows } from "../rows.ts";
import { cheap, functions } from "../split.ts";

/** Functions of one pass over float32: slopes of activations, random numbers and dropout. */
export function elementKernels(machine: Machine): KernelTable {
  const slope = (name: "geluBackward" | "geluTanhBackward"): Kernel =>
    onFloats(([g, x], [y]) => {
      return overRows(machine, name, countOf(y!.shape), functions(1, 16), [g, x, y], [4, 4, 4]);
    });
  // Random numbers, bit for bit those of the reference.
  const draw = (name: "uniform" | "normal"): Kernel<{ readonly state: RandomState }> => {
    const split = { numbered: true, ...functions(1, 4) };
    return (_inputs, [y], { state }) =>
      overRows(machine, name, countOf(y!.shape), split, [y], [4], ...state.seed, state.offset);
  };
  return {
    geluBackward: slope("geluBackward"),
    geluTanhBackward: slope("geluTanhBackward"),
    uniform: draw("uniform"),
    normal: draw("normal"),
    dropout: onFloats(([x], [y, kept], { p, state: { seed, offset } }) => {
      const split = { numbered: true, ...functions(1, 16) };
      const parts = [x, y, kept];
      const bytes = [4, 4, 1];
      const more = [...seed, offset, 1 - p, scaleOf(p)];
      return overRows(machine, "dropout", countOf(x!.shape), split, parts, bytes, ...more);
    }),
    dropoutBackward: onFloats(([g, kept], [y], { p }) => {
      const parts = [g, kept, y];
      const bytes = [4, 1, 4];
      return overRows(machine, "scaleKept", countOf(g!.shape), cheap(1, 16), parts, bytes, scaleOf(p));
    }, 1),
  };
}

function scaleOf(p: number): number {
  return p === 1 ? 0 : 1 / (1 - p);
}
