import { type Backend, Generator, randn, type Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { type Closeness, holdAgainstReference } from "./contract.ts";

/** The gates of a recurrent cell, the tensors of its state, and its op over a sequence. */
export const cells = {
  GRU: { gates: 3, parts: 1, sequence: fused.gruSequence },
  LSTM: { gates: 4, parts: 2, sequence: fused.lstmSequence },
} as const;

export interface Sizes {
  readonly steps: number;
  readonly batch: number;
  readonly hidden: number;
}

/** Holds a cell's states and gradients on a backend against the reference's, with weights as layers begin with. */
export function holdSequence(
  backend: Backend,
  cell: keyof typeof cells,
  { steps, batch, hidden }: Sizes,
  { lengths, ...options }: fused.SequenceOptions & { readonly lengths?: Tensor | null } = {},
  close?: Closeness,
): void {
  const { gates, parts, sequence } = cells[cell];
  const state = new Array<number[]>(parts).fill([batch, hidden]);
  const shapes = [[steps, batch, gates * hidden], ...state, [gates * hidden, hidden], [gates * hidden]];
  const xs = shapes.map((shape, i) => randn(shape, { generator: new Generator(i) }));
  xs[parts + 1] = xs[parts + 1]!.mul(1 / Math.sqrt(hidden));
  const program = (...given: Tensor[]): Tensor[] => {
    const own = lengths ? { ...options, lengths: given.at(-1)! } : options;
    return Object.values(Reflect.apply(sequence, null, [...given.slice(0, parts + 3), own]));
  };
  holdAgainstReference(backend, program, lengths ? [...xs, lengths] : xs, close ? { close } : {});
}
