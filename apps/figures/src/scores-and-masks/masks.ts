import { causalMask, lengthsMask } from "@saccade/attention";
import { ones, scope, type Tensor, tensor } from "@saccade/tensor";

export type Allowed = readonly (readonly boolean[])[];

export const maskNames = ["none", "causal", "lengths", "own"] as const;
export type MaskName = (typeof maskNames)[number];
/** Masks with a rule; "own" is what the reader has clicked. */
type RuledMask = Exclude<MaskName, "own">;

const length = 4;

/** true where a query (row) may attend to a key (column). */
export function allowedBy(name: RuledMask): Allowed {
  return scope(() => bools(maskOf(name)));
}

function maskOf(name: RuledMask): Tensor {
  switch (name) {
    case "none":
      return ones([length, length], { dtype: "bool" });
    case "causal":
      return causalMask(length);
    case "lengths":
      return lengthsMask(tensor([2], { dtype: "int32" }), length)
        .expand([1, length, length])
        .select(0, 0);
  }
}

function bools(mask: Tensor): boolean[][] {
  const [rows = 0, cols = 0] = mask.shape;
  const flat = Array.from(mask.dataSync(), Boolean);
  return Array.from({ length: rows }, (_, i) => flat.slice(i * cols, (i + 1) * cols));
}

export function toggled(allowed: Allowed, row: number, col: number): Allowed {
  return allowed.map((cells, i) => cells.map((cell, j) => (i === row && j === col ? !cell : cell)));
}
