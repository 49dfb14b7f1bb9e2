import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";

interface RandomAttrs {
  readonly state: { readonly seed: readonly [number, number]; readonly offset: number };
}

type Draw = (y: number, n: number, from: number, key0: number, key1: number, offset: number) => number;

/** Random numbers, bit for bit those of the reference. */
export function randomKernels({ wasm }: Machine): KernelTable {
  const draw = (f: Draw): Kernel => {
    return (_inputs, [y], attrs) => {
      const { seed, offset } = (attrs as RandomAttrs).state;
      f(addressOf(y!), countOf(y!.shape), 0, seed[0], seed[1], offset);
      return true;
    };
  };
  return { uniform: draw(wasm.uniform), normal: draw(wasm.normal) };
}
