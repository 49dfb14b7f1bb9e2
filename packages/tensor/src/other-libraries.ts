// Names of PyTorch, TensorFlow.js and NumPy without a counterpart here, and assignments to tensors. JavaScript would give
// undefined, or write a field that nobody reads; here both throw and say what to write. The names are in no type.
import { cut } from "./arguments.ts";
import { ArgumentError } from "./errors.ts";

const noFlag = "gradients are returned: write valueAndGrad(() => loss, params)";
const oneDim = "write x.select(0, i), x.slice(0, { start, stop }) or x.index([indices])";
const constant = `tensors need no flag; ${noFlag}, and detach() or stopGradient(x) for a constant`;

const properties: Readonly<Record<string, string>> = {
  T: "write x.t() for a matrix, or x.transpose(-2, -1)",
  mT: "write x.transpose(-2, -1)",
  grad: noFlag,
  requiresGrad: constant,
  requires_grad: constant,
  device: "write x.backend",
  rank: "write x.ndim",
  length: "write x.size(0), or x.numel for the number of elements",
  0: oneDim,
  1: oneDim,
  [-1]: oneDim,
};

const to = (dtype: string): string => `write x.to("${dtype}")`;
const move = "write x.to(backend)";
const nested = "write x.toArray()";

const methods: Readonly<Record<string, string>> = {
  backward: `${noFlag}, or train with optimizer.step(() => loss)`,
  numpy: "write x.dataSync() or x.toArray()",
  tolist: nested,
  array: "write await x.data(), or x.toArray()",
  arraySync: nested,
  print: "write console.log(x)",
  cpu: move,
  cuda: move,
  float: to("float32"),
  double: to("float64"),
  int: to("int32"),
  long: to("int32"),
  bool: to("bool"),
  type: "write x.to(dtype)",
  astype: "write x.to(dtype)",
  dim: "write x.ndim",
  mm: "write x.matmul(y)",
  concat: "write cat([x, y], dim)",
  get: oneDim,
  at: oneDim,
  map: "write ops, such as x.mul(2), or x.toArray().map(f)",
  forEach: "write for (const row of x), or x.toArray().forEach(f)",
  equal: "write x.eq(y).all()",
  requires_grad_: constant,
  fill_: "write fullLike(x, value)",
  zero_: "write zerosLike(x)",
  copy_: "write y.clone()",
};

/** What to write instead of a method of another library; undefined for a name that none of them has. */
function methodFor(name: string, known: object): string | undefined {
  if (Object.hasOwn(methods, name)) return methods[name];
  const camel = name.replaceAll(/(?<=.)_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const here = camel.replace(/_$/, "");
  if (here === name || !/^[a-z]/.test(name)) return undefined;
  if (Object.hasOwn(methods, here)) return methods[here];
  if (here in known) return `write ${camel === here ? "" : "x = "}x.${here}(…)`;
  return camel === here ? undefined : "no op writes to a tensor: write x = x.add(1) for add_(1)";
}

function refusal(kind: string, name: string, fix: string): ArgumentError {
  return new ArgumentError(`${name}: tensors have no ${kind} ${name}; ${fix}.`);
}

/**
 * Puts a proxy under `prototype`, which sees only the names that neither a tensor nor its class has: the names above
 * throw, and so does every assignment. What tensors have costs nothing more.
 */
export function refuseOtherNames(prototype: object): void {
  const proxy: ProxyHandler<object> = {
    get(object, name, tensor) {
      if (typeof name === "string" && !(name in object)) {
        if (Object.hasOwn(properties, name)) throw refusal("property", name, properties[name]!);
        const fix = methodFor(name, prototype);
        if (fix !== undefined) return () => refuse(refusal("method", name, fix));
      }
      return Reflect.get(object, name, tensor);
    },
    set(object, name, value, tensor) {
      // A class may be given more methods.
      if (Object.hasOwn(tensor, "constructor")) return Reflect.set(object, name, value, tensor);
      const text = cut(String(name));
      if (Object.hasOwn(properties, text)) throw refusal("property", text, properties[text]!);
      throw refusal("field", text, "keep it beside the tensor, in an object or a Map");
    },
  };
  Object.setPrototypeOf(prototype, new Proxy(Object.prototype, proxy));
  for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (own.get === undefined && name !== "data") continue;
    const set = (): never => refuse(readOnly(name));
    const get = own.get ?? (() => own.value);
    Object.defineProperty(prototype, name, { get, set, configurable: true });
  }
}

function readOnly(name: string): ArgumentError {
  const fix =
    name === "dtype" ? to("int32") : name === "shape" ? "write x.reshape([2, 3])" : "make another tensor";
  return new ArgumentError(`${name}: a tensor's ${name} is read-only; ${fix}.`);
}

function refuse(error: ArgumentError): never {
  throw error;
}
