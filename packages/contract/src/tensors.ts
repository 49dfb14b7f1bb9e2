import { BackendError, ShapeError } from "./errors.ts";
import type { SizesOf } from "./size-names.ts";
import { hasKind, type Kind, wrongKind } from "./tensor-kinds.ts";
import type { Described, TensorType } from "./tensor-type.ts";

type Shape = readonly number[];

/** One tensor of a contract. */
interface Parameter {
  readonly name: string;
  readonly optional: boolean;
  readonly kind: Kind;
  /** The dims that it may have, outermost first: alternatives. */
  readonly forms: readonly Form[];
}

interface Form {
  /** Whether any dims may precede those listed: "…". */
  readonly open: boolean;
  readonly dims: readonly Dim[];
}

interface Dim {
  /** Which of the contract's names is its size's, or -1. */
  readonly name: number;
  /** How many times the named size it is: 3 for "3h". */
  readonly times: number;
  /** The first dim of the form with that name. */
  readonly first: number;
  /** The sizes that it may have, and names that have them as −1 − name; empty for any. */
  readonly ways: readonly number[];
}

/** The sizes found, by name's number; -1 for one that no tensor before has. */
type Found = number[];

/** Sizes that are given already, by name. */
export type Known = Readonly<Record<string, number>>;

/** The tensors of a function, declared once. See {@link tensorsOf}. */
export interface Tensors<S extends string> {
  /** The declaration, as messages show it. */
  readonly text: S;
  /**
   * Checks the tensors of a call and returns the sizes by name. Arguments after them, such as options, are not checked.
   *
   * @param known sizes that are given already, such as those of a layer.
   */
  (given: ArrayLike<unknown>, known?: Known): SizesOf<S>;
  /** Only checks, and allocates nothing, for functions that need no sizes. */
  check(given: ArrayLike<unknown>, known?: Known): void;
}

/**
 * Declares the tensors of a function once, all of one class: `tensors` of `@saccade/tensor/contract` for its `Tensor`.
 * Names in the order of the parameters, each with its dims. The check, the messages and the sizes by name follow. "…"
 * means any leading dims, which broadcast between tensors; "?" after a name makes it optional (left out, undefined or
 * null); "|" separates alternatives, of a dim or of a tensor's dims; a number is a size, "_" any size, and "3h" three times
 * the size h. A dtype may precede the dims: `float`, `int32`, `bool`, or `same` for the first tensor's.
 *
 * @throws ShapeError naming the size that differs and both tensors; DTypeError for another dtype; BackendError for tensors
 * of two backends; what `type.check` throws for an argument that is not a tensor.
 * @example
 * const type = { isLive: (value) => value instanceof Tensor, check: () => {} };
 * const linear = tensorsOf(type, "linear", "x (…, in)  weight (out, in)  bias? (out)");
 * linear([zeros([5, 3]), zeros([2, 3])]).out // 2
 */
/* @__NO_SIDE_EFFECTS__ */
export function tensorsOf<const S extends string>(
  type: TensorType<Described>,
  what: string,
  text: S,
): Tensors<S> {
  // Read at the first call: a program calls few of the functions that it loads.
  const names: string[] = [];
  const blank: Found = [];
  let parameters: readonly Parameter[] | undefined;
  const find = (given: ArrayLike<unknown>, known?: Known): Found => {
    if (parameters === undefined) {
      parameters = parse(text, names);
      for (const _ of names) blank.push(-1);
    }
    const found = known === undefined ? blank.slice() : names.map((name) => known[name] ?? -1);
    let first: Described | undefined;
    let before: Shape | undefined;
    let front = 0;
    let equal = true;
    for (let i = 0; i < parameters.length; i++) {
      const parameter = parameters[i]!;
      const x = given[i];
      if (parameter.optional && (x === undefined || x === null)) continue;
      type.check(what, parameter.name, x);
      first ??= x;
      if (!hasKind(x, parameter.kind, first)) throw wrongKind(what, parameter.name, parameter.kind, x, first);
      if (x.backend !== first.backend) throw twoBackends(what, parameter.name, x, first);
      const { shape } = x;
      const form = formFor(parameter, shape, found);
      if (form === undefined) throw mismatch({ what, text, names, parameters, given, known }, i);
      bind(form, shape, found);
      if (!form.open) continue;
      const own = shape.length - form.dims.length;
      if (before !== undefined) equal &&= own === front && sameFront(before, shape, front);
      before = shape;
      front = own;
    }
    if (!equal) checkFronts(what, text, parameters, given, found);
    return found;
  };
  const named = (given: ArrayLike<unknown>, known?: Known): SizesOf<S> => {
    const found = find(given, known);
    const sizes: Record<string, number> = {};
    for (let i = 0; i < found.length; i++) if (found[i]! >= 0) sizes[names[i]!] = found[i]!;
    return sizes as SizesOf<S>;
  };
  const check = (given: ArrayLike<unknown>, known?: Known): void => {
    find(given, known);
  };
  return Object.assign(named, { text, check });
}

function sameFront(a: Shape, b: Shape, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[i] !== b[i]) return false;
  return true;
}

function parse(text: string, names: string[]): readonly Parameter[] {
  const dims = String.raw`\([^)]*\)`;
  const items = String.raw`(\w+)(\??)\s*(\w*)\s*(${dims}(?:\s*\|\s*${dims})*)`;
  return Array.from(text.matchAll(new RegExp(items, "g")), ([, name, optional, dtype, forms]) => ({
    name: name!,
    optional: optional === "?",
    kind: dtype as Kind,
    forms: Array.from(forms!.matchAll(/\(([^)]*)\)/g), ([, list]) => formOf(list!, names)),
  }));
}

function formOf(list: string, names: string[]): Form {
  const all = list.split(",").map((dim) => dim.trim());
  const open = all[0] === "…";
  const dims = all.slice(open || all[0] === "" ? 1 : 0);
  const number = (name: string): number => {
    if (!names.includes(name)) names.push(name);
    return names.indexOf(name);
  };
  return {
    open,
    dims: dims.map((dim) => {
      const first = dims.indexOf(dim);
      if (dim === "_") return { name: -1, times: 1, first, ways: [] };
      const [, times, name] = /^(\d*)([A-Za-z]\w*)$/.exec(dim) ?? [];
      if (name !== undefined) return { name: number(name), times: Number(times || 1), first, ways: [] };
      const ways = dim.split("|").map((way) => way.trim());
      return {
        name: -1,
        times: 1,
        first,
        ways: ways.map((way) => (/^\d+$/.test(way) ? Number(way) : -1 - number(way))),
      };
    }),
  };
}

/** The form of a parameter that matches a shape, given the sizes found so far. */
function formFor({ forms }: Parameter, shape: Shape, found: Found): Form | undefined {
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i]!;
    if (rankFits(form, shape) && wrongDim(form, shape, found) < 0) return form;
  }
  return undefined;
}

function rankFits({ open, dims }: Form, { length }: Shape): boolean {
  return open ? length >= dims.length : length === dims.length;
}

/** Which dim of a form a shape of its rank does not have, or -1. */
function wrongDim({ dims }: Form, shape: Shape, found: Found): number {
  const front = shape.length - dims.length;
  for (let i = 0; i < dims.length; i++) {
    const { name, times, first, ways } = dims[i]!;
    const size = shape[front + i]!;
    if (name >= 0) {
      // A name that occurs twice in a shape has one size.
      const wanted = found[name]! >= 0 ? found[name]! * times : shape[front + first]!;
      if (wanted !== size || size % times !== 0) return i;
    } else if (ways.length > 0 && !ways.some((way) => size === (way < 0 ? found[-1 - way] : way))) return i;
  }
  return -1;
}

/** Notes the sizes that a form names. */
function bind({ dims }: Form, shape: Shape, found: Found): void {
  const front = shape.length - dims.length;
  for (let i = 0; i < dims.length; i++) {
    const { name, times } = dims[i]!;
    if (name >= 0) found[name] = shape[front + i]! / times;
  }
}

/** The leading dims, written "…", must broadcast. */
function checkFronts(
  what: string,
  text: string,
  parameters: readonly Parameter[],
  given: ArrayLike<unknown>,
  found: Found,
): void {
  // From the last dim on, the size that all stretch to, and the tensor that has it.
  const sizes: number[] = [];
  const from: Described[] = [];
  for (let at = 0; at < parameters.length; at++) {
    const x = given[at] as Described | null | undefined;
    const form = x ? formFor(parameters[at]!, x.shape, found) : undefined;
    if (!x || !form?.open) continue;
    const front = x.shape.length - form.dims.length;
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
  }
}

function twoBackends(what: string, name: string, { backend }: Described, first: Described): BackendError {
  return new BackendError(
    `${what}: ${name} is on the backend ${backend.name}, and what it meets on ${first.backend.name}; move one with to(backend).`,
  );
}

interface WrongCall {
  readonly what: string;
  readonly text: string;
  readonly names: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly given: ArrayLike<unknown>;
  readonly known: Known | undefined;
}

/** The error for tensor `at` of a call, whose dims do not fit. The tensors before it do. */
function mismatch({ what, text, names, parameters, given, known = {} }: WrongCall, at: number): ShapeError {
  const found = names.map((name) => known[name] ?? -1);
  const sources = names.map(() => "");
  for (let i = 0; i < at; i++) {
    const x = given[i] as Described | undefined | null;
    const form = x && formFor(parameters[i]!, x.shape, found);
    if (!x || !form) continue;
    for (const { name } of form.dims)
      if (name >= 0 && found[name]! < 0) sources[name] = ` in ${parameters[i]!.name} ${x.describe()}`;
    bind(form, x.shape, found);
  }
  const x = given[at] as Described;
  const parameter = parameters[at]!;
  const own = `${parameter.name} ${x.describe()}`;
  const turned = [...x.shape.slice(0, -2), x.shape.at(-1) ?? 0, x.shape.at(-2) ?? 0];
  const batched = formFor(parameter, [1, ...x.shape], found);
  const meant =
    x.shape.length > 1 && formFor(parameter, turned, found) !== undefined
      ? "transpose(-2, -1)"
      : batched && !batched.open
        ? "unsqueeze(0)"
        : undefined;
  const fix = meant === undefined ? `expected ${text}.` : `did you mean ${parameter.name}.${meant}?`;
  const form = parameter.forms.find((one) => rankFits(one, x.shape));
  if (form === undefined) {
    const ranks = parameter.forms.map(({ open, dims }) => `${dims.length}${open ? " or more" : ""}`);
    return new ShapeError(`${what}: ${own} must have ${ranks.join(" or ")} dims; ${fix}`);
  }
  const wrong = wrongDim(form, x.shape, found);
  const front = x.shape.length - form.dims.length;
  const { name, times, first, ways } = form.dims[wrong]!;
  const size = x.shape[front + wrong]!;
  if (name >= 0 && times > 1) {
    const [of, size] = [names[name], found[name]!];
    const rule =
      size < 0 ? `a multiple of ${times}` : `${times}${of}, where ${of} is ${size}${sources[name]}`;
    return new ShapeError(`${what}: dim ${wrong - form.dims.length} of ${own} must be ${rule}; ${fix}`);
  }
  if (name >= 0) {
    const before = `${names[name]} is ${found[name]! >= 0 ? found[name] : x.shape[front + first]}${sources[name]}`;
    return new ShapeError(`${what}: ${before}, but ${size} in ${own}; ${fix}`);
  }
  const sizes = ways.map((way) => (way < 0 ? `${names[-1 - way]} = ${found[-1 - way]}` : way));
  return new ShapeError(
    `${what}: dim ${wrong - form.dims.length} of ${own} must be ${sizes.join(" or ")}; ${fix}`,
  );
}
