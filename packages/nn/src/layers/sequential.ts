import { ArgumentError, IndexError, type Tensor } from "@saccade/tensor";
import { checkTensor } from "@saccade/tensor/backend";
import { readRule, required, rule } from "@saccade/tensor/contract";
import { Module } from "../module.ts";
import { withPlace } from "../place.ts";
import { refuseMethods } from "../refuse-methods.ts";

const layerRule = required({
  ...rule("a Module", (value): value is Layer => value instanceof Module),
  fix: (layer) =>
    Array.isArray(layer)
      ? "write new Sequential(...layers)"
      : "wrap a function in a class that extends Module, with forward(x)",
});

/** A module that maps one tensor to one tensor. */
export interface Layer extends Module {
  /** The output for x. */
  forward(x: Tensor): Tensor;
}

/**
 * Applies layers in order. Their parameters are named by position: "0.weight", "2.bias". A layer can be replaced:
 * `net[2] = layer`; the number of layers stays.
 *
 * @example new Sequential(new Linear(2, 8), new ReLU(), new Linear(8, 1)).forward(randn([5, 2])).shape // [5, 1]
 */
export class Sequential extends Module {
  /** @throws IndexError for a layer that does not exist, when it is read or written. */
  [index: number]: Layer;
  /** The number of layers. */
  declare readonly length: number;

  /** @throws ArgumentError for an argument that is not a module, or without any. */
  constructor(...layers: Layer[]) {
    super();
    if (layers.length === 0)
      throw new ArgumentError(
        "Sequential: no layers were given; write new Sequential(new Linear(2, 8), new ReLU()), or new Identity() for a " +
          "module that returns its input.",
      );
    lengths.set(this, layers.length);
    layers.forEach((layer, i) => {
      this[i] = readRule("Sequential", `argument ${i}`, layerRule, layer, "new ReLU()");
    });
  }

  /** @throws ArgumentError for anything but a tensor, and the errors of its layers, with their places. */
  override forward(x: Tensor): Tensor {
    checkTensor("Sequential", "x", x);
    let y = x;
    for (let i = 0; i < this.length; i++) {
      const layer = readRule("Sequential", `layer ${i}`, layerRule, this[i], "new ReLU()");
      try {
        y = layer.forward(y);
      } catch (error) {
        throw withPlace(error, layer);
      }
    }
    return y;
  }
}

const lengths: WeakMap<object, number> = new WeakMap();

function checkIndex(owner: object, name: string): void {
  const length = lengths.get(owner) ?? 0;
  if (!/^-?\d/.test(name) || (Number.isInteger(Number(name)) && Number(name) >= 0 && Number(name) < length))
    return;
  throw new IndexError(
    `Sequential: no layer ${name}; it has ${length} layers, 0 to ${length - 1}, and their number is fixed. The last is ` +
      "net[net.length - 1]; for more layers, write new Sequential(net, layer).",
  );
}

Object.defineProperty(Sequential.prototype, "length", {
  get(this: Sequential): number {
    return lengths.get(this) ?? 0;
  },
  set(this: Sequential): void {
    throw new ArgumentError("Sequential: length is fixed; make a new Sequential of the layers to keep.");
  },
});

const fixed = "the number of layers is fixed; write new Sequential(net, layer)";
refuseMethods(Sequential.prototype, "Sequentials", {
  push: fixed,
  append: fixed,
  add: fixed,
  insert: fixed,
  extend: fixed,
  pop: fixed,
  splice: fixed,
});

// Reads and writes of fields that a Sequential does not have end here, behind its prototype: those that it has cost nothing.
const beyond = new Proxy<object>(Object.create(Module.prototype), {
  get(target, name, owner): unknown {
    if (typeof name === "string") checkIndex(owner, name);
    return Reflect.get(target, name, owner);
  },
  set(target, name, value, owner): boolean {
    if (typeof name === "string") checkIndex(owner, name);
    return Reflect.set(target, name, value, owner);
  },
});
Object.setPrototypeOf(Sequential.prototype, beyond);
