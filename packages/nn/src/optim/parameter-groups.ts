import { ArgumentError, DTypeError, Tensor } from "@saccade/tensor";
import { badArgument, describeValue, isFloat } from "@saccade/tensor/backend";
import { readRule, required, rule, withFix } from "@saccade/tensor/contract";
import { isRecord } from "../checks.ts";

/** An object with named parameters, such as a Module. */
export interface ParameterOwner {
  /** All parameters by name. */
  namedParameters(): Readonly<Record<string, Tensor>>;
}

/** Parameters: a Module, a list, or a record. */
export type ParameterSource = ParameterOwner | readonly Tensor[] | Readonly<Record<string, Tensor>>;

/** Parameters with their own options. Missing options take the shared values. */
export type ParamGroupSource<O extends object> = {
  /** A Module, a list of parameters, or a record of them. */
  readonly params: ParameterSource;
} & Partial<O>;

/** The parameters of an optimizer: parameters, or groups of them. */
export type OptimizerParams<O extends object> = ParameterSource | readonly ParamGroupSource<O>[];

/** A group with its parameters found, under their own names. */
export interface ResolvedGroup<O extends object> {
  readonly params: readonly Tensor[];
  readonly names: readonly string[];
  readonly options: Partial<O>;
}

/**
 * Resolves the first argument of an optimizer to groups. Parameters in lists are named by number, counted over all groups.
 *
 * @throws ArgumentError for no parameters, a duplicate parameter, or a value that is not a tensor; DTypeError for a
 * tensor that is not a float tensor.
 */
export function resolveGroups<O extends object>(
  kind: string,
  source: OptimizerParams<O>,
): ResolvedGroup<O>[] {
  const inGroups = Array.isArray(source) && isGroup(source[0]);
  const given: readonly unknown[] = inGroups ? source : [{ params: source }];
  const groups: ResolvedGroup<O>[] = [];
  for (const [i, group] of given.entries())
    groups.push(resolveGroup(kind, inGroups ? `group ${i}` : "", group, groups));
  refuseNone(kind, groups);
  return groups;
}

/** Resolves a group that comes to others. @throws as {@link resolveGroups} does. */
export function resolveAdded<O extends object>(
  kind: string,
  group: unknown,
  before: readonly ResolvedGroup<O>[],
): ResolvedGroup<O> {
  const added = resolveGroup(kind, "group", group, before);
  if (added.params.length === 0)
    throw new ArgumentError(`${kind}: group.params has no parameters; write { params: net.head }.`);
  return added;
}

function resolveGroup<O extends object>(
  kind: string,
  what: string,
  group: unknown,
  before: readonly ResolvedGroup<O>[],
): ResolvedGroup<O> {
  const { params: found, ...rest } = readRule(kind, what || "group 0", groupRule, group, `new ${kind}(net)`);
  const count = before.reduce((sum, { params }) => sum + params.length, 0);
  const named = namedIn(kind, what === "" ? "" : `${what}: `, found, count);
  const [names, params] = [named.map(([name]) => name), named.map(([, x]) => x)];
  const resolved = { names, params, options: rest as Partial<O> };
  refuseTwice(kind, [...before, resolved]);
  return resolved;
}

function refuseNone(kind: string, groups: readonly ResolvedGroup<object>[]): void {
  if (groups.every(({ params }) => params.length === 0))
    throw new ArgumentError(
      `${kind}: no parameters were given, so there is nothing to train. A Module's parameters are found in its fields, ` +
        "not in #private ones.",
    );
}

/** All names. If two groups share some, every name is prefixed with its group's number ("1.weight"). */
export function namesOf(groups: readonly ResolvedGroup<object>[]): string[] {
  const all = groups.flatMap(({ names }) => names);
  if (new Set(all).size === all.length) return all;
  return groups.flatMap(({ names }, i) => names.map((name) => `${i}.${name}`));
}

const isGroup = (value: unknown): value is ParamGroupSource<object> => isRecord(value) && "params" in value;
const groupRule = required(
  withFix(rule("an object { params, lr, … }", isGroup), "write [{ params: net.head }]"),
);

function isOwner(source: unknown): source is ParameterOwner {
  return typeof Object(source).namedParameters === "function";
}

/** The parameters of a source by name; those of a list are numbered from `start`. */
function namedIn(kind: string, where: string, source: unknown, start: number): [string, Tensor][] {
  const rule = "a Module, a list of tensors or a record of them";
  if (!Array.isArray(source) && !isRecord(source) && !isOwner(source))
    throw badArgument(kind, `${where}params`, rule, source, fixFor(kind, source));
  const entries = Object.entries<unknown>(isOwner(source) ? source.namedParameters() : source);
  return entries.map(([key, x], i) => {
    const name = Array.isArray(source) ? String(start + i) : key;
    checkParam(kind, `${where}parameter ${name}`, name, x);
    return [name, x];
  });
}

function fixFor(kind: string, source: unknown): string {
  if (source instanceof Tensor) return "write [parameter]";
  if (source instanceof Map || source instanceof Set) return "write [...parameters.values()]";
  return typeof source === "function"
    ? "write net or net.parameters()"
    : `write new ${kind}(net, { lr: 0.1 })`;
}

function checkParam(kind: string, what: string, name: string, x: unknown): asserts x is Tensor {
  if (!(x instanceof Tensor)) {
    const inList = name === "params" || name === "lr" ? "; pass groups as a list: [{ params, lr }]" : "";
    const fix = isOwner(x) ? "; write [{ params: net.a }, { params: net.b }] for several modules" : inList;
    throw new ArgumentError(`${kind}: ${what} is ${describeValue(x)}, not a tensor${fix}.`);
  }
  x.checkLive(kind);
  if (!isFloat(x.dtype))
    throw new DTypeError(`${kind}: ${what} is ${x.describe()}; only float tensors can be trained.`);
  if (!x.isContiguous || x.offset !== 0)
    throw new ArgumentError(
      `${kind}: ${what} is a view that is not contiguous; train its contiguous copy, ` +
        "new Parameter(x.clone()), or the tensor it is a view of.",
    );
}

/** @throws ArgumentError for a parameter that is given twice. */
function refuseTwice<O extends object>(kind: string, groups: readonly ResolvedGroup<O>[]): void {
  const seen = new Map<Tensor, string>();
  groups.forEach(({ params, names }, g) => {
    params.forEach((param, i) => {
      const place = groups.length > 1 ? `group ${g}, ${names[i]}` : names[i]!;
      const before = seen.get(param);
      if (before !== undefined)
        throw new ArgumentError(`${kind}: parameter ${place} is also parameter ${before}; name it once.`);
      seen.set(param, place);
    });
  });
}
