import type { Shape, TypedArray } from "@saccade/tensor";
import * as format from "../format/model.ts";
import { type Expression, isStatic, keyOf, type Size, type Term } from "../sizes/size.ts";
import type { Ratio } from "../trace/program.ts";

/** Attributes as they are written in code: whole numbers are integers; floats are marked. */
export type Attributes = Readonly<Record<string, format.Attribute | number | readonly number[] | string>>;

/** A graph under construction. Values are known by name; equal constants and sizes are made once. */
export class Graph {
  readonly nodes: format.Node[] = [];
  readonly initializers: format.Initializer[] = [];
  readonly inputs: format.ValueInfo[] = [];
  /** Values that are a constant multiple of another one. */
  readonly multiples: Map<string, { readonly of: string; readonly by: number }> = new Map();
  readonly #names: Set<string> = new Set();
  readonly #made: Map<string, string> = new Map();
  readonly #constants: Map<TypedArray, Map<string, string>> = new Map();
  // Where each dynamic size is found: a dim of an input.
  readonly #symbols: Map<string, { readonly input: string; readonly dim: number }> = new Map();
  readonly #nameOf: (value: number, dim: number) => string;

  /** @param nameOf the name of a traced value that is in the graph already; `dim` is the dim that is needed */
  constructor(nameOf: (value: number, dim: number) => string) {
    this.#nameOf = nameOf;
  }

  /** The prefix of new names: the place in the model. */
  place: string = "";

  /** A name that is free. */
  name(wanted: string): string {
    let name = wanted;
    for (let i = 1; this.#names.has(name); i++) name = `${wanted}_${i}`;
    this.#names.add(name);
    return name;
  }

  input(info: format.ValueInfo): void {
    this.#names.add(info.name);
    this.inputs.push(info);
    info.dims.forEach((symbol, dim) => {
      if (typeof symbol === "string" && !this.#symbols.has(symbol))
        this.#symbols.set(symbol, { input: info.name, dim });
    });
  }

  /** Adds a node of one output. */
  node(op: string, inputs: readonly string[], attributes: Attributes = {}): string {
    return this.nodeOf(op, inputs, 1, attributes)[0]!;
  }

  /** Adds a node without attributes, of one output. */
  op(operator: string, ...inputs: readonly string[]): string {
    return this.node(operator, inputs);
  }

  /** Adds a node of `count` outputs. */
  nodeOf(op: string, inputs: readonly string[], count: number, attributes: Attributes = {}): string[] {
    const name = this.name(this.place === "" ? op : `${this.place}/${op}`);
    const outputs = Array.from({ length: count }, (_, i) => this.name(`${name}:${i}`));
    const plain = Object.entries(attributes).map(([key, value]) => [key, attribute(value)]);
    this.nodes.push({ op, name, inputs, outputs, attributes: Object.fromEntries(plain) });
    return outputs;
  }

  initializer(wanted: string, type: format.ElementType, shape: Shape, bytes: Uint8Array): string {
    const name = this.name(wanted);
    this.initializers.push({ name, type, shape: [...shape], bytes });
    return name;
  }

  /** A constant of a tensor's elements; the same array is there once for each shape. */
  constant(wanted: string, type: format.ElementType, shape: Shape, data: TypedArray): string {
    const known = this.#constants.get(data) ?? new Map<string, string>();
    this.#constants.set(data, known);
    const key = `${type} ${shape}`;
    const name = known.get(key) ?? this.initializer(wanted, type, shape, bytesIn(data));
    known.set(key, name);
    return name;
  }

  /** The result of `make`, made once for each key. */
  once(key: string, make: () => string): string {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const place = this.place;
    this.place = "";
    const made = make();
    this.place = place;
    this.#made.set(key, made);
    return made;
  }

  /** A vector of whole numbers. */
  ints(values: readonly number[]): string {
    return this.once(`ints ${values}`, () =>
      this.initializer(`ints_${values.join("_")}`, "int64", [values.length], bytesOf("int64", values)),
    );
  }

  /** A number without dims. */
  scalar(value: number, type: format.ElementType): string {
    return this.once(`scalar ${type} ${Object.is(value, -0) ? "-0" : value}`, () =>
      this.initializer(`scalar_${type}_${value}`, type, [], bytesOf(type, [value])),
    );
  }

  /** A size as a vector of one element. */
  size(size: Size): string {
    if (typeof size === "number") return this.ints([size]);
    return this.once(`size ${keyOf(size)}`, () => this.#computed(size));
  }

  #computed(size: Expression): string {
    switch (size.kind) {
      case "symbol":
        return this.#symbol(size.name);
      case "dim": {
        const { dim } = size;
        return this.node("Shape", [this.#nameOf(size.value, dim)], { start: dim, end: dim + 1 });
      }
      case "quotient":
        return this.op("Div", this.size(size.of), this.ints([size.by]));
      case "sum": {
        const [first, ...others] = size.terms.map((term) => this.#term(term));
        const sum = others.reduce((a, b) => this.op("Add", a, b), first!);
        return size.plus === 0 ? sum : this.op("Add", sum, this.ints([size.plus]));
      }
      default:
        return this.op(size.kind === "min" ? "Min" : "Max", ...size.of.map((part) => this.size(part)));
    }
  }

  #term({ factor, product }: Term): string {
    const all = product.map((part) => this.size(part)).reduce((a, b) => this.op("Mul", a, b));
    return factor === 1 ? all : this.op("Mul", all, this.ints([factor]));
  }

  #symbol(symbol: string): string {
    const { input, dim } = this.#symbols.get(symbol)!;
    return this.node("Shape", [input], { start: dim, end: dim + 1 });
  }

  /** A size as a number of some type, without dims. */
  sizeScalar(size: Size, type: format.ElementType): string {
    if (typeof size === "number") return this.scalar(size, type);
    return this.once(`scalar of ${keyOf(size)} ${type}`, () => {
      const number = this.op("Squeeze", this.size(size));
      return type === "int64" ? number : this.cast(number, type);
    });
  }

  /** A quotient of sizes as a number of some type, without dims. */
  ratio({ over, under, root }: Ratio, type: format.ElementType): string {
    const below = this.sizeScalar(under, type);
    const value =
      over === 1 ? this.op("Reciprocal", below) : this.op("Div", this.sizeScalar(over, type), below);
    return root ? this.op("Sqrt", value) : value;
  }

  /** Sizes as one vector. */
  sizes(sizes: readonly Size[]): string {
    if (isStatic(sizes)) return this.ints(sizes);
    if (sizes.length === 1) return this.size(sizes[0]!);
    return this.once(`sizes ${sizes.map(keyOf)}`, () => {
      const parts = sizes.map((size) => this.size(size));
      return this.concat(parts, 0);
    });
  }

  cast(x: string, type: format.ElementType): string {
    return this.node("Cast", [x], { to: format.typeCodes[type] });
  }

  /** x in another shape of as many elements. One size that varies is left to the engine. */
  reshape(x: string, sizes: readonly Size[]): string {
    const varying = sizes.filter((size) => typeof size !== "number").length;
    if (varying === 0 && !sizes.includes(0)) return this.op("Reshape", x, this.sizes(sizes));
    if (varying === 1 && !sizes.includes(0))
      return this.op("Reshape", x, this.ints(sizes.map((size) => (typeof size === "number" ? size : -1))));
    // A size of 0 would mean that of x.
    return this.node("Reshape", [x, this.sizes(sizes)], { allowzero: 1 });
  }

  /** x as dim d of a shape that is 1 elsewhere. */
  along(x: string, shape: readonly Size[], d: number): string {
    const sizes = shape.map((size, i) => (i === d ? size : 1));
    return this.reshape(x, sizes);
  }

  concat(parts: readonly string[], axis: number): string {
    return this.node("Concat", parts, { axis });
  }

  transpose(x: string, perm: readonly number[]): string {
    return this.node("Transpose", [x], { perm });
  }

  /** 0, 1, … as int64. */
  range(size: Size): string {
    return this.once(`range ${keyOf(size)}`, () =>
      this.op("Range", this.scalar(0, "int64"), this.sizeScalar(size, "int64"), this.scalar(1, "int64")),
    );
  }

  /** Elements `starts` to `ends` of some dims. */
  slice(
    x: string,
    dims: readonly number[],
    starts: readonly Size[],
    ends: readonly Size[],
    steps?: readonly Size[],
  ): string {
    const inputs = [x, this.sizes(starts), this.sizes(ends), this.ints(dims)];
    return this.node("Slice", steps ? [...inputs, this.sizes(steps)] : inputs);
  }
}

function attribute(value: Attributes[string]): format.Attribute {
  if (typeof value === "number") return { int: value };
  if (typeof value === "string") return { text: value };
  if (isInts(value)) return { ints: value };
  return value;
}

function isInts(value: format.Attribute | readonly number[]): value is readonly number[] {
  return Array.isArray(value);
}

/** Elements as little-endian bytes. */
export function bytesOf(type: format.ElementType, values: readonly number[]): Uint8Array {
  switch (type) {
    case "int64":
      return bytesIn(BigInt64Array.from(values, (value) => BigInt(value)));
    case "int32":
      return bytesIn(Int32Array.from(values));
    case "float64":
      return bytesIn(Float64Array.from(values));
    case "bool":
      return Uint8Array.from(values);
    default:
      return bytesIn(Float32Array.from(values));
  }
}

/** The bytes of a typed array. Every host that runs Saccade is little-endian. */
function bytesIn({ buffer, byteOffset, byteLength }: TypedArray | BigInt64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
