import { checkTensor } from "../check-tensor.ts";
import { DTypeError, ShapeError } from "../errors.ts";
import { refuseExtra } from "../extra-arguments.ts";
import { isFloat } from "../memory/dtype.ts";
import type { Shape } from "../memory/shape.ts";
import type { Tensor } from "../tensor.ts";
import type { SizesOf } from "./size-names.ts";

/** One tensor of a contract. */
interface Parameter {
  readonly name: string;
  readonly optional: boolean;
  readonly dtype: string;
  /** The dims that it may have, outermost first: alternatives. */
  readonly forms: readonly Form[];
}

interface Form {
  /** Whether any dims may stand before those listed: "…". */
  readonly open: boolean;
  readonly dims: readonly Dim[];
}

interface Dim {
  /** The size's name, or undefined for a dim that names none. */
  readonly name: string | undefined;
  /** The sizes that it may have, or names that have them; undefined for any. */
  readonly ways: readonly (number | string)[] | undefined;
}

type Found = Record<string, number>;

/** What a function's tensors must be, declared once. See {@link tensors}. */
export interface Tensors<S extends string> {
  /** The declaration, as messages show it. */
  readonly text: S;
  /**
   * Checks a call by its `arguments`, and gives the sizes by name. Arguments behind the tensors, such as options, are
   * not looked at.
   *
   * @param known sizes that are given already, such as those of a layer.
   * @param more how many arguments may follow the tensors.
   */
  (given: ArrayLike<unknown>, known?: Readonly<Found>, more?: number): SizesOf<S>;
}

/**
 * Declares the tensors of a function once: names in the order of its parameters, each with its dims. The check, the
 * messages and the sizes by name follow. "…" stands for any dims in front, which broadcast between tensors; "?" behind a
 * name makes it optional (left out, undefined or null); "|" separates alternatives, of a dim or of a tensor's dims; a
 * number is a size, and "_" any size. A dtype may stand before the dims: `float`, `int32` or `bool`.
 *
 * @throws ShapeError naming the size that differs and both tensors; DTypeError for another dtype; ArgumentError for an
 * argument that is not a tensor, or beyond the last; FreedTensorError for a tensor that was freed.
 * @example
 * const linear = tensors("linear", "x (…, in)  weight (out, in)  bias? (out)");
 * linear([zeros([5, 3]), zeros([2, 3])]).out // 2
 */
export function tensors<const S extends string>(what: string, text: S): Tensors<S> {
  const parameters = parse(text);
  const broadcasts = parameters.filter(({ forms }) => forms.some(({ open }) => open)).length > 1;
  const check = (given: ArrayLike<unknown>, known?: Readonly<Found>, more: number = 0): SizesOf<S> => {
    refuseExtra(what, given, parameters.length + more);
    const found: Found = { ...known };
    const fronts: number[] = [];
    for (let i = 0; i < parameters.length; i++) {
      const parameter = parameters[i]!;
      const x = given[i];
      if (parameter.optional && (x === undefined || x === null)) continue;
      checkTensor(what, parameter.name, x);
      if (!hasDType(x, parameter.dtype)) throw wrongDType(what, parameter, x);
      const form = formFor(parameter, x.shape, found);
      if (form === undefined) throw mismatch(what, text, parameters, i, given, known);
      bind(form, x.shape, found);
      fronts[i] = form.open ? x.shape.length - form.dims.length : 0;
    }
    if (broadcasts) checkFronts(what, text, given, fronts);
    return found as SizesOf<S>;
  };
  return Object.assign(check, { text });
}

function parse(text: string): readonly Parameter[] {
  const dims = String.raw`\([^)]*\)`;
  const items = String.raw`(\w+)(\??)\s*(\w*)\s*(${dims}(?:\s*\|\s*${dims})*)`;
  return Array.from(text.matchAll(new RegExp(items, "g")), ([, name, optional, dtype, forms]) => ({
    name: name!,
    optional: optional === "?",
    dtype: dtype!,
    forms: Array.from(forms!.matchAll(/\(([^)]*)\)/g), ([, list]) => formOf(list!)),
  }));
}

function formOf(list: string): Form {
  const dims = list.split(",").map((dim) => dim.trim());
  const open = dims[0] === "…";
  return { open, dims: dims.slice(open || dims[0] === "" ? 1 : 0).map(dimOf) };
}

function dimOf(text: string): Dim {
  if (text === "_") return { name: undefined, ways: undefined };
  if (/^[A-Za-z]\w*$/.test(text)) return { name: text, ways: undefined };
  const ways = text.split("|").map((way) => (/^\s*\d+\s*$/.test(way) ? Number(way) : way.trim()));
  return { name: undefined, ways };
}

function hasDType({ dtype }: Tensor, wanted: string): boolean {
  return wanted === "" || (wanted === "float" ? isFloat(dtype) : dtype === wanted);
}

/** The form of a parameter that a shape has, beside the sizes found so far. */
function formFor({ forms }: Parameter, shape: Shape, found: Readonly<Found>): Form | undefined {
  for (const form of forms) if (rankFits(form, shape) && wrongDim(form, shape, found) < 0) return form;
  return undefined;
}

function rankFits({ open, dims }: Form, { length }: Shape): boolean {
  return open ? length >= dims.length : length === dims.length;
}

/** Which dim of a form a shape of its rank does not have, or -1. */
function wrongDim({ dims }: Form, shape: Shape, found: Readonly<Found>): number {
  const lead = shape.length - dims.length;
  for (let i = 0; i < dims.length; i++) {
    const { name, ways } = dims[i]!;
    const size = shape[lead + i]!;
    if (name !== undefined) {
      // A name that stands twice in a shape has one size.
      const known = found[name] ?? shape[lead + dims.findIndex((dim) => dim.name === name)];
      if (known !== size) return i;
    } else if (
      ways !== undefined &&
      !ways.some((way) => size === (typeof way === "number" ? way : found[way]))
    ) {
      return i;
    }
  }
  return -1;
}

/** Notes the sizes that a form names. */
function bind({ dims }: Form, shape: Shape, found: Found): void {
  const lead = shape.length - dims.length;
  for (let i = 0; i < dims.length; i++) {
    const { name } = dims[i]!;
    if (name !== undefined) found[name] = shape[lead + i]!;
  }
}

/** The dims in front, which "…" stands for, must broadcast. `fronts` is how many each tensor has. */
function checkFronts(what: string, text: string, given: ArrayLike<unknown>, fronts: readonly number[]): void {
  // From the last dim on, the size that all stretch to, and the tensor that has it.
  const sizes: number[] = [];
  const from: Tensor[] = [];
  fronts.forEach((front, at) => {
    const x = given[at] as Tensor;
    for (let i = 0; i < front; i++) {
      const size = x.shape[front - 1 - i]!;
      if (size === 1 || sizes[i] === size) continue;
      if (sizes[i] !== undefined)
        throw new ShapeError(
          `${what}: the sizes ${sizes[i]} and ${size} in front in ${from[i]!.describe()} and ${x.describe()} do not ` +
            `broadcast: they must be equal, or one of them 1; expected ${text}.`,
        );
      sizes[i] = size;
      from[i] = x;
    }
  });
}

function wrongDType(what: string, { name, dtype }: Parameter, x: Tensor): DTypeError {
  const [rule, to] = dtype === "float" ? ["hold floats", "float32"] : [`be ${dtype}`, dtype];
  const fix = dtype === "bool" ? `compare it, as in ${name}.ne(0)` : `convert it with to("${to}")`;
  return new DTypeError(`${what}: ${name} must ${rule}, got ${x.describe()}; ${fix}.`);
}

/** The error for tensor `at` of a call, whose dims do not fit. The tensors before it do. */
function mismatch(
  what: string,
  text: string,
  parameters: readonly Parameter[],
  at: number,
  given: ArrayLike<unknown>,
  known: Readonly<Found> = {},
): ShapeError {
  const found: Found = { ...known };
  const sources = new Map<string, string>();
  for (let i = 0; i < at; i++) {
    const x = given[i] as Tensor | undefined | null;
    const form = x && formFor(parameters[i]!, x.shape, found);
    if (!x || !form) continue;
    for (const { name } of form.dims)
      if (name !== undefined && !(name in found))
        sources.set(name, ` in ${parameters[i]!.name} ${x.describe()}`);
    bind(form, x.shape, found);
  }
  const x = given[at] as Tensor;
  const parameter = parameters[at]!;
  const own = `${parameter.name} ${x.describe()}`;
  const turned = [...x.shape.slice(0, -2), x.shape.at(-1) ?? 0, x.shape.at(-2) ?? 0];
  const fix =
    x.ndim > 1 && formFor(parameter, turned, found) !== undefined
      ? `did you mean ${parameter.name}.transpose(-2, -1)?`
      : `expected ${text}.`;
  const form = parameter.forms.find((one) => rankFits(one, x.shape));
  if (form === undefined) {
    const ranks = parameter.forms.map(({ open, dims }) => `${dims.length}${open ? " or more" : ""}`);
    return new ShapeError(`${what}: ${own} must have ${ranks.join(" or ")} dims; ${fix}`);
  }
  const wrong = wrongDim(form, x.shape, found);
  const lead = x.ndim - form.dims.length;
  const { name, ways = [] } = form.dims[wrong]!;
  const size = x.shape[lead + wrong]!;
  if (name !== undefined) {
    const twice = x.shape[lead + form.dims.findIndex((dim) => dim.name === name)];
    const before = `${name} is ${found[name] ?? twice}${sources.get(name) ?? ""}`;
    return new ShapeError(`${what}: ${before}, but ${size} in ${own}; ${fix}`);
  }
  const sizes = ways.map((way) => (typeof way === "number" ? way : `${way} = ${found[way]}`));
  return new ShapeError(
    `${what}: dim ${wrong - form.dims.length} of ${own} must be ${sizes.join(" or ")}; ${fix}`,
  );
}
