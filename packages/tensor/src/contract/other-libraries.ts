// Names of PyTorch, TensorFlow.js and NumPy without a counterpart here, and assignments to tensors. JavaScript would give
// undefined, or write a field that nobody reads; here both throw and name the replacement. The types do not list these names.

import { ArgumentError, camelCase, cut } from "@saccade/contract";
import { gradientsReturned, otherNames, tensorOptionsRenamed } from "./tensor-options.ts";

const move = "write x.to(backend)";
const oneDim = "write x.select(0, i), x.slice(0, { start, stop }) or x.index([indices])";

/** By names in camel case. */
const properties: Readonly<Record<string, string>> = {
  T: "write x.t() or mT(x)",
  mT: "write mT(x)",
  grad: gradientsReturned,
  requiresGrad: `${tensorOptionsRenamed.requiresGrad}, and detach() for a constant. To freeze a parameter, leave it out of the optimizer`,
  device: "write x.backend",
  rank: "write x.ndim",
  length: "write x.size(0), or x.numel for the number of elements",
};

/** By names in camel case, without the underscore of PyTorch's ops that write. */
const methods: Readonly<Record<string, string>> = {
  backward: `${gradientsReturned}, or train with optimizer.step(() => loss)`,
  numpy: "write x.toArray()",
  tolist: "write x.toArray()",
  array: "write await x.data()",
  arraySync: "write x.toArray()",
  print: "write console.log(x)",
  cpu: move,
  cuda: move,
  bool: 'write x.to("bool")',
  type: "write x.to(dtype)",
  astype: "write x.to(dtype)",
  dim: "write x.ndim",
  mm: "write mm(x, y)",
  concat: "write cat([x, y], dim)",
  get: oneDim,
  at: oneDim,
  map: "write ops, or x.toArray().map(f)",
  forEach: "write for (const row of x)",
  equal: "write equal(x, y)",
  requiresGrad: properties.requiresGrad!,
  fill: "write fullLike(x, value)",
  zero: "write zerosLike(x)",
  copy: "write y.clone()",
};

function propertyFor(name: string): string | undefined {
  const camel = camelCase(name);
  return Object.hasOwn(properties, camel) ? properties[camel] : /^-?\d+$/.test(name) ? oneDim : undefined;
}

/** The replacement for a method of another library; undefined for a name that none of them has. */
function methodFor(name: string, known: object): string | undefined {
  if (!/^[a-z]/.test(name)) return undefined;
  const camel = camelCase(name);
  const here = camel.replace(/_$/, "");
  if (Object.hasOwn(methods, here)) return methods[here];
  if (here in known) return `write ${camel === here ? "" : "x = "}x.${here}(…)`;
  if (Object.hasOwn(otherNames, here)) return `write x.to(…) with ${otherNames[here]}`;
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
        const property = propertyFor(name);
        if (property !== undefined) throw refusal("property", name, property);
        const fix = methodFor(name, prototype);
        if (fix !== undefined) return () => refuse(refusal("method", name, fix));
      }
      return Reflect.get(object, name, tensor);
    },
    set(object, name, value, tensor) {
      // A class may be given more methods.
      if (Object.hasOwn(tensor, "constructor")) return Reflect.set(object, name, value, tensor);
      const text = cut(String(name));
      const property = propertyFor(text);
      if (property !== undefined) throw refusal("property", text, property);
      throw refusal("field", text, "store it next to the tensor, in an object or a Map");
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
  return new ArgumentError(
    `${name}: a tensor's ${name} is read-only; make another, as with x.reshape(shape) or x.to(dtype).`,
  );
}

function refuse(error: ArgumentError): never {
  throw error;
}
