// Names of PyTorch, TensorFlow.js and NumPy without a counterpart here. Reading or calling one on a tensor throws and
// says what to write, where JavaScript would give undefined. They are in no type: only untyped code can reach them.
import { ArgumentError } from "./errors.ts";

const noFlag = "gradients are returned: write valueAndGrad(() => loss, params)";
const oneDim = "write x.select(0, i), x.slice(0, { start, stop }) or x.index([indices])";

const properties: Readonly<Record<string, string>> = {
  T: "write x.t() for a matrix, or x.transpose(-2, -1)",
  mT: "write x.transpose(-2, -1)",
  grad: noFlag,
  requiresGrad: `tensors need no flag; ${noFlag}, and detach() or stopGradient(x) for a constant`,
  requires_grad: `tensors need no flag; ${noFlag}, and detach() or stopGradient(x) for a constant`,
  device: "write x.backend",
  rank: "write x.ndim",
  length: "write x.size(0), or x.numel for the number of elements",
  0: oneDim,
  1: oneDim,
  [-1]: oneDim,
};

const methods: Readonly<Record<string, string>> = {
  backward: `${noFlag}, or train with optimizer.step(() => loss)`,
  numpy: "write x.dataSync() or x.toArray()",
  tolist: "write x.toArray()",
  array: "write await x.data(), or x.toArray()",
  arraySync: "write x.toArray()",
  print: "write console.log(String(x))",
  cpu: "write x.to(backend)",
  cuda: "write x.to(backend)",
  float: 'write x.to("float32")',
  double: 'write x.to("float64")',
  int: 'write x.to("int32")',
  long: 'write x.to("int32")',
  bool: 'write x.to("bool")',
  type: "write x.to(dtype)",
  dim: "write x.ndim",
  mm: "write x.matmul(y)",
  get: oneDim,
  at: oneDim,
  map: "write ops, such as x.mul(2), or x.toArray().map(f)",
  forEach: "write for (const row of x), or x.toArray().forEach(f)",
  equal: "write x.eq(y).all()",
};

/** Gives `prototype` those names. They are not enumerable, and subclasses and fields may define them anew. */
export function refuseOtherNames(prototype: object): void {
  for (const [name, fix] of Object.entries(properties)) {
    const refuse = (): never => {
      throw new ArgumentError(`${name}: tensors have no property ${name}; ${fix}.`);
    };
    Object.defineProperty(prototype, name, { get: refuse, set: refuse, configurable: true });
  }
  for (const [name, fix] of Object.entries(methods)) {
    const value = (): never => {
      throw new ArgumentError(`${name}: tensors have no method ${name}; ${fix}.`);
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}
