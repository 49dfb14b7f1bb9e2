import { type Backend, type DType, fromData, Generator, Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import { asArgument, type Call } from "../../../packages/tensor/test/walk.ts";
import type { Draw } from "./draw.ts";

/** A tensor that a backend makes: a base, and what of it is given. */
export class Operand {
  readonly base: Tensor;
  readonly view: (base: Tensor) => Tensor;

  constructor(base: Tensor, view: (base: Tensor) => Tensor) {
    this.base = base;
    this.view = view;
  }
}

type Values = readonly number[];
type Shape = readonly number[];

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const odd = [nan, inf, -inf, 0, -0, 1, -1];

/** Kinds of values, by name. */
const styles: Readonly<Record<string, (draw: Draw) => number>> = {
  normal: (draw) => draw.normal(),
  ties: (draw) => draw.below(3) - 1,
  special: (draw) => (draw.chance(0.3) ? draw.pick(odd) : draw.normal()),
  huge: (draw) => draw.normal() * 10 ** (30 + draw.below(9)),
  tiny: (draw) => draw.normal() * 10 ** (-32 - draw.below(13)),
  mixed: (draw) => draw.normal() * 10 ** (draw.below(41) - 20),
  saturated: (draw) => draw.normal() * 100,
  probabilities: (draw) => draw.pick([0, 1, draw.next(), draw.next()]),
};
/** The most elements of an operand, for the sake of time. */
const most = 5000;
const whole = [0, 1, 2, -1, 3, 7, 2 ** 31 - 1, -(2 ** 31)];

/** The settings that one call's operands share. */
interface Plan {
  readonly draw: Draw;
  /** Other sizes in place of the sample's, so that those that must be equal stay so. */
  readonly sizes: Map<number, number> | null;
  readonly style: string;
  /** Whether functions are smooth at the operands, if anywhere: no two values are equal by intention. */
  readonly smooth: boolean;
  readonly dtype: DType | null;
}

/** The arguments of a call, with {@link Operand}s for its tensors. */
export function drawArguments({ takes = {}, options }: Call, draw: Draw, smooth: boolean): unknown[] {
  const plan: Plan = {
    draw,
    smooth,
    sizes: draw.chance(0.5) ? new Map() : null,
    style: smooth ? "normal" : draw.pick(["sample", "sample", ...Object.keys(styles), "normal"]),
    dtype: draw.chance(0.15) ? draw.pick(["int32", "bool"]) : null,
  };
  const given = Object.values(takes).map((example) => drawn(example, plan));
  if (options === undefined) return given;
  const chosen = Object.entries(options).filter(([name]) => name.endsWith("!") || draw.chance(0.5));
  return [...given, named(chosen, plan)];
}

function named(entries: readonly (readonly [string, unknown])[], plan: Plan): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(([name, example]) => [name.replace(/[!?]/, ""), drawn(example, plan)]),
  );
}

function drawn(example: unknown, plan: Plan): unknown {
  const { draw } = plan;
  const { taken, free } = asArgument(example);
  const value = draw.chance(0.6) ? taken[0] : draw.pick(taken);
  if (value instanceof Tensor) return value.constructor === Tensor ? operand(value, plan) : value;
  if (free) return value;
  if (typeof value === "boolean") return draw.chance(0.3) ? !value : value;
  if (typeof value === "number" && !plan.smooth && draw.chance(0.1))
    return draw.pick([0, 1, -1, 2, value + 1, value / 2, 1e20, nan, inf]);
  if (Array.isArray(value)) {
    const other = value.map((item) => drawn(item, plan));
    const isShape = plan.sizes !== null && other.every(Number.isInteger) && draw.chance(0.3);
    return isShape ? other.map((size) => plan.sizes?.get(Number(size)) ?? size) : other;
  }
  return isPlain(value) && !("allocate" in value) ? named(Object.entries(value), plan) : value;
}

function operand(sample: Tensor, plan: Plan): Operand {
  const { draw } = plan;
  const shape = shapeLike(sample.shape, plan);
  const dtype = isFloat(sample.dtype) ? (plan.dtype ?? "float32") : sample.dtype;
  const known = sample.clone().dataSync();
  const isWhole = dtype !== "float32";
  const style = plan.smooth || draw.chance(0.85) ? plan.style : draw.pick(Object.keys(styles));
  const one = (i: number): number => {
    if (dtype === "bool") return draw.below(2);
    if (isWhole && draw.chance(0.03)) return draw.pick(whole);
    if ((style === "sample" || isWhole) && known.length > 0)
      return style === "sample" ? known[i % known.length]! : draw.pick([...known]);
    return isWhole ? draw.below(5) : styles[style === "sample" ? "normal" : style]!(draw);
  };
  const values = (count: number): Values => Array.from({ length: count }, (_, i) => one(i));
  const make = (of: Shape): Tensor => {
    const list = values(of.reduce((product, size) => product * size, 1));
    if (dtype === "float32") return fromData(Float32Array.from(list), of);
    const ints = fromData(Int32Array.from(list), of);
    return dtype === "int32" ? ints : ints.to("bool");
  };
  return plan.smooth ? new Operand(make(shape), (x) => x) : behind(shape, make, draw);
}

function shapeLike(shape: Shape, { sizes, draw }: Plan): Shape {
  if (sizes === null) return shape;
  const other = shape.map((size) => {
    if (!sizes.has(size)) sizes.set(size, draw.pick([0, 1, 2, 3, 5, size, size, size, size + 1, 17, 33]));
    return sizes.get(size)!;
  });
  if (draw.chance(0.1)) return other.slice(1);
  if (other.reduce((product, size) => product * size, 1) > most) return shape;
  return draw.chance(0.1) ? other.map((size) => (draw.chance(0.5) ? 1 : size)) : other;
}

/** A tensor of a shape, as a whole or as a view of another. */
function behind(shape: Shape, make: (shape: Shape) => Tensor, draw: Draw): Operand {
  const turned = shape.map((_, i) => shape.length - 1 - i);
  const [first = 0, last = 0] = [shape[0], shape.at(-1)];
  const views: readonly (() => Operand)[] = [
    () => new Operand(make(turned.map((i) => shape[i]!)), (x) => x.permute(turned)),
    () =>
      new Operand(make([...shape.slice(0, -1), 2 * last + 1]), (x) =>
        x.slice(-1, { start: 1, stop: 2 * last + 1, step: 2 }),
      ),
    () => new Operand(make([first + 3, ...shape.slice(1)]), (x) => x.narrow(0, 2, first)),
    () => new Operand(make([1, ...shape.slice(1)]), (x) => x.expand(shape)),
    () => new Operand(make([2, ...shape]), (x) => x.select(0, 1)),
  ];
  return shape.length === 0 || draw.chance(0.5) ? new Operand(make(shape), (x) => x) : draw.pick(views)();
}

/** All operands in the arguments of a call. */
export function operandsIn(value: unknown): Operand[] {
  if (value instanceof Operand) return [value];
  if (Array.isArray(value)) return value.flatMap(operandsIn);
  return isPlain(value) ? Object.values(value).flatMap(operandsIn) : [];
}

/** Arguments with other values in place of their operands. */
export function replaced(value: readonly unknown[], by: (operand: Operand) => unknown): unknown[] {
  return value.map((one) => mapped(one, (part) => (part instanceof Operand ? by(part) : part)));
}

/** An argument for a backend, with `made` in place of its operands. Only the reference has float64. */
export function onBackend(value: unknown, on: Backend, made: (operand: Operand) => Tensor): unknown {
  return mapped(value, (part) => {
    if (part instanceof Operand) return made(part);
    if (part instanceof Tensor) return part.to(part.dtype === "float64" ? "float32" : part.dtype).to(on);
    if (part instanceof Generator) return new Generator(1);
    if (part === "float64") return "float32";
    return typeof part === "object" && part !== null && "allocate" in part ? on : part;
  });
}

/** A value with all that is no list and no plain object changed. */
function mapped(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (!isPlain(value) || "allocate" in value) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapped(part, change)]));
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An argument, to be read: operands with their first values. */
export function shown(value: unknown): string {
  if (value instanceof Operand) {
    const { base, view } = value;
    const values = [...base.dataSync().slice(0, 8)].join(" ");
    return `${view(base).describe()} of ${base.describe()} ${values}${base.numel > 8 ? " …" : ""}`;
  }
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value instanceof Tensor
      ? value.describe()
      : typeof value === "object"
        ? (value?.constructor.name ?? "null")
        : String(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${shown(part)}`)
    .join(", ")} }`;
}
