import type { Operand } from "@saccade/tensor";
import { addressOf, countOf, isDense, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { copyDenseTo } from "./copy.ts";

type Elementwise = (x: number, y: number, n: number) => number;
type MapWith = (x: number, y: number, n: number, p: number) => number;

/** Elementwise functions of one float32 tensor. Strided ones are copied to the output first and mapped there. */
export function unaryKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  const source = (x: Operand, y: Operand): number => {
    if (isDense(x)) return addressOf(x);
    copyDenseTo(machine, x, addressOf(y));
    return addressOf(y);
  };
  // The common exponents; the others are left to the reference. Not ½: (−∞)^½ is ∞ and √−∞ NaN.
  const powers = new Map<number, Elementwise>([
    [-1, wasm.reciprocal],
    [2, wasm.square],
    [3, wasm.cube],
  ]);
  const map = (f: Elementwise): Kernel => {
    return ([x], [y]) => {
      if (x!.dtype !== "float32") return false;
      f(source(x!, y!), addressOf(y!), countOf(y!.shape));
      return true;
    };
  };
  const mapWith = (f: MapWith, parameter: (attrs: object) => number): Kernel => {
    return ([x], [y], attrs) => {
      if (x!.dtype !== "float32") return false;
      f(source(x!, y!), addressOf(y!), countOf(y!.shape), parameter(attrs));
      return true;
    };
  };
  return {
    neg: map(wasm.neg),
    abs: map(wasm.abs),
    sign: map(wasm.sign),
    square: map(wasm.square),
    sqrt: map(wasm.sqrt),
    rsqrt: map(wasm.rsqrt),
    reciprocal: map(wasm.reciprocal),
    floor: map(wasm.floor),
    ceil: map(wasm.ceil),
    trunc: map(wasm.trunc),
    round: map(wasm.round),
    exp: map(wasm.exp),
    expm1: map(wasm.expm1),
    log: map(wasm.log),
    log1p: map(wasm.log1p),
    log2: map(wasm.log2),
    tanh: map(wasm.tanh),
    sigmoid: map(wasm.sigmoid),
    erf: map(wasm.erf),
    relu: map(wasm.relu),
    gelu: map(wasm.gelu),
    geluTanh: map(wasm.geluTanh),
    silu: map(wasm.silu),
    softplus: map(wasm.softplus),
    logSigmoid: map(wasm.logSigmoid),
    elu: mapWith(wasm.elu, (attrs) => (attrs as { alpha: number }).alpha),
    leakyRelu: mapWith(wasm.leakyRelu, (attrs) => (attrs as { negativeSlope: number }).negativeSlope),
    powScalar([x], [y], attrs) {
      const f = powers.get((attrs as { exponent: number }).exponent);
      if (f === undefined || x!.dtype !== "float32") return false;
      f(source(x!, y!), addressOf(y!), countOf(y!.shape));
      return true;
    },
    clamp([x], [y], attrs) {
      if (x!.dtype !== "float32") return false;
      const { min, max } = attrs as { min: number; max: number };
      wasm.clamp(source(x!, y!), addressOf(y!), countOf(y!.shape), min, max);
      return true;
    },
  };
}
