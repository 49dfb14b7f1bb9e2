// Made by scripts/build-wasm.mjs from assembly/. Do not edit.

/** The functions that every variant exports; those without a result give undefined. */
export interface KernelExports {
  readonly abs: (p0: number, p1: number, p2: number) => number;
  readonly ceil: (p0: number, p1: number, p2: number) => number;
  readonly clamp: (p0: number, p1: number, p2: number, p3: number, p4: number) => number;
  readonly elu: (p0: number, p1: number, p2: number, p3: number) => number;
  readonly erf: (p0: number, p1: number, p2: number) => number;
  readonly exp: (p0: number, p1: number, p2: number) => number;
  readonly expm1: (p0: number, p1: number, p2: number) => number;
  readonly floor: (p0: number, p1: number, p2: number) => number;
  readonly gelu: (p0: number, p1: number, p2: number) => number;
  readonly geluTanh: (p0: number, p1: number, p2: number) => number;
  readonly init: () => number;
  readonly leakyRelu: (p0: number, p1: number, p2: number, p3: number) => number;
  readonly log1p: (p0: number, p1: number, p2: number) => number;
  readonly log2: (p0: number, p1: number, p2: number) => number;
  readonly log: (p0: number, p1: number, p2: number) => number;
  readonly logSigmoid: (p0: number, p1: number, p2: number) => number;
  readonly neg: (p0: number, p1: number, p2: number) => number;
  readonly reciprocal: (p0: number, p1: number, p2: number) => number;
  readonly relu: (p0: number, p1: number, p2: number) => number;
  readonly round: (p0: number, p1: number, p2: number) => number;
  readonly rsqrt: (p0: number, p1: number, p2: number) => number;
  readonly sigmoid: (p0: number, p1: number, p2: number) => number;
  readonly sign: (p0: number, p1: number, p2: number) => number;
  readonly silu: (p0: number, p1: number, p2: number) => number;
  readonly softplus: (p0: number, p1: number, p2: number) => number;
  readonly sqrt: (p0: number, p1: number, p2: number) => number;
  readonly square: (p0: number, p1: number, p2: number) => number;
  readonly tanh: (p0: number, p1: number, p2: number) => number;
  readonly trunc: (p0: number, p1: number, p2: number) => number;
}
