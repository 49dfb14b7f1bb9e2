// The common parts of all windows: their signature and construction.

import {
  checkAddressable,
  type DType,
  flag,
  fromChecked,
  options,
  type Rule,
  type Rules,
  required,
  rule,
  type Settings,
  type Signature,
  signature,
  type Tensor,
  tensorOptionsRenamed,
  tensorRules,
  whole,
} from "../core.ts";

const floats: Rule<DType, DType> = /* @__PURE__ */ rule(
  '"float32" or "float64"',
  (value): value is DType => value === "float32" || value === "float64",
  "float32",
);

/** The options of every window. */
export const windowRules = {
  /** Whether the window is symmetric, as filters are; false makes one period of it, for spectra. Default true. */
  sym: flag(true),
  /** "float32" or "float64". Default "float32". */
  dtype: floats,
  /** Where the tensor lives. Default: `getBackend()`. */
  backend: tensorRules.backend,
};

const length = { M: required(whole(undefined, { min: 0 })) };

/** The call of a window of M elements. */
/* @__NO_SIDE_EFFECTS__ */
export function windowCall<const R extends Rules>(
  name: string,
  rules: R,
  example: string,
): Signature<typeof length, R> {
  const what = `windows.${name}`;
  return signature(what, length, options(what, rules, { example, renamed: tensorOptionsRenamed }));
}

/** The settings of a call. */
export interface Sampled extends Settings<typeof windowRules> {
  readonly M: number;
}

/** A window of M elements: f of each index, computed in double precision and rounded once. A single one is 1. */
export function sampled(what: string, { M, dtype, backend }: Sampled, f: (n: number) => number): Tensor {
  checkAddressable(what, [M]);
  const data = Float64Array.from({ length: M }, (_, n) => (M === 1 ? 1 : f(n)));
  return fromChecked(what, data, [M], dtype, backend);
}

/** The distance from the first element to the last of the symmetric window; of a periodic one, to the next period. */
export function span({ M, sym }: Sampled): number {
  return sym ? M - 1 : M;
}
